import type { ResponsesRequest } from '../../contract/protocols/responses.ts';
import type { ChatMessage, ChatRequest } from '../../domain/chat.ts';

type Item = Exclude<ResponsesRequest['input'], string>[number];
type MessageItem = Extract<Item, { type?: 'message' | undefined }>;

/**
 * A request of the Responses API as a chat-completions request, in which all stages mask it. Fields of a
 * platform, such as the caller's number, stay beside it; they do not go upstream (design D4).
 */
export function readResponsesRequest(body: ResponsesRequest): ChatRequest {
  const { input, instructions, tools, tool_choice, text, reasoning, max_output_tokens } = body;
  const { stream, temperature, top_p, parallel_tool_calls, model, ...others } = body;
  const { service_tier, prompt_cache_key } = body;
  const items: readonly Item[] =
    typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input;
  const platform = Object.entries(others).filter(([field]) => platformFields.includes(field));
  const format = text?.format;
  return {
    ...Object.fromEntries(platform),
    ...defined({ model, stream, temperature, top_p, parallel_tool_calls }),
    ...defined({ service_tier, prompt_cache_key }),
    messages: [
      ...(instructions ? [{ role: 'system' as const, content: instructions }] : []),
      ...messagesOf(items),
    ],
    // The usage is a part of a response; chat completions stream it on demand.
    ...(stream === true && { stream_options: { include_usage: true } }),
    ...defined({
      max_completion_tokens: max_output_tokens,
      reasoning_effort: reasoning?.effort,
      verbosity: text?.verbosity,
      tools: tools?.map(({ type, ...called }) => ({ type, function: called })),
      tool_choice:
        typeof tool_choice === 'object' && tool_choice !== null ? chosen(tool_choice) : tool_choice,
      response_format: format && formatOf(format),
    }),
  };
}

/** What names a call and its caller. */
const platformFields = ['call', 'metadata', 'customer', 'phoneNumber'];

function defined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const some = Object.entries(fields).filter(([, value]) => (value ?? undefined) !== undefined);
  return Object.fromEntries(some);
}

function chosen({ type, name }: { readonly type: string; readonly name: string }) {
  return { type, function: { name } };
}

function formatOf({
  type,
  ...schema
}: NonNullable<NonNullable<ResponsesRequest['text']>['format']>) {
  return type === 'json_schema' ? { type, json_schema: schema } : { type };
}

/** Calls of functions belong to the assistant's message before them. */
function messagesOf(items: readonly Item[]): readonly ChatMessage[] {
  const messages: ChatMessage[] = [];
  for (const item of items) {
    if (item.type === 'function_call') {
      const before = messages.at(-1)?.role === 'assistant' ? messages.pop() : undefined;
      messages.push(calling(before, item));
    } else if (item.type === 'function_call_output') messages.push(resultOf(item));
    else if (item.type !== 'reasoning') messages.push(messageOf(item));
  }
  return messages;
}

function calling(
  before: ChatMessage = { role: 'assistant', content: null },
  { call_id: id, name, arguments: written }: Extract<Item, { type: 'function_call' }>,
): ChatMessage {
  const call = { id, type: 'function', function: { name, arguments: written } };
  return { ...before, tool_calls: [...callsOf(before), call] };
}

function resultOf({
  call_id,
  output,
}: Extract<Item, { type: 'function_call_output' }>): ChatMessage {
  const content = typeof output === 'string' ? output : textsOf(output);
  return { role: 'tool', tool_call_id: call_id, content };
}

function callsOf(message: ChatMessage): readonly unknown[] {
  const calls = message['tool_calls'];
  return Array.isArray(calls) ? calls : [];
}

function messageOf({ role, content }: MessageItem): ChatMessage {
  if (typeof content === 'string') return { role, content };
  const refusals = content.flatMap((part) => (part.type === 'refusal' ? [part.refusal] : []));
  const texts = content.flatMap((part) => (part.type === 'refusal' ? [] : [part]));
  return {
    role,
    content: textsOf(texts),
    ...(refusals.length > 0 && { refusal: refusals.join('\n') }),
  };
}

/** One text is plain, because some providers take no list from some speakers. */
function textsOf(parts: readonly { readonly text: string }[]) {
  const [only] = parts;
  return only !== undefined && parts.length === 1
    ? only.text
    : parts.map(({ text }) => ({ type: 'text', text }));
}
