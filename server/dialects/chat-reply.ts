import type { JsonObject } from './dialect.ts';

/** A reply of a model in chat completions, which a dialect read. */
export interface ReadReply {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly refusal?: string;
  readonly calls: readonly ReadCall[];
  readonly finish: FinishReason;
  /** Absent where nothing was counted. */
  readonly usage: ChatUsage | undefined;
}

export interface ReadCall {
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

export interface ChatUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details?: { readonly cached_tokens: number };
}

export function usageOf(input: number, output: number, cached: number): ChatUsage {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  };
}

/** The JSON of a whole chat completion. */
export function chatCompletion({
  id,
  model,
  text,
  refusal,
  calls,
  finish,
  usage,
}: ReadReply): string {
  const message = {
    role: 'assistant',
    content: text === '' ? null : text,
    refusal: refusal ?? null,
    ...(calls.length > 0 && { tool_calls: calls.map(toolCall) }),
  };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finish }];
  return JSON.stringify({ id, object: 'chat.completion', created: 0, model, choices, usage });
}

function toolCall({ id, ...called }: ReadCall) {
  return { id, type: 'function', function: called };
}

/** Writes the events of one streamed chat completion. */
export interface ChatEvents {
  /** What the provider calls the reply and its model; empty parts change nothing. */
  name(id: string, model: string): void;
  text(content: string): string;
  refusal(refusal: string): string;
  /** A new call; `index` counts the calls of the reply. */
  call(index: number, id: string, name: string): string;
  arguments(index: number, part: string): string;
  /** The last events: the reason, with the usage in the same chunk, and the end of the stream. */
  finish(reason: FinishReason, usage: ChatUsage | undefined): string;
  /** An error that the provider reported within its stream. */
  error(type: string): string;
}

/** The calls of one streamed reply of a provider that sends their arguments in numbered blocks. */
export interface BlockCalls {
  begin(block: unknown, id: string, name: string): readonly string[];
  /** A part of the arguments; '' and parts of blocks that are no calls add nothing. */
  add(block: unknown, part: string): readonly string[];
  /** A call without arguments gets `{}`, because clients parse them as JSON. */
  end(block: unknown): readonly string[];
}

export function blockCalls(chat: ChatEvents): BlockCalls {
  const calls = new Map<unknown, { readonly index: number; isEmpty: boolean }>();
  return {
    begin: (block, id, name) => {
      const index = calls.size;
      calls.set(block, { index, isEmpty: true });
      return [chat.call(index, id, name)];
    },
    add: (block, part) => {
      const call = calls.get(block);
      if (call === undefined || part === '') return [];
      call.isEmpty = false;
      return [chat.arguments(call.index, part)];
    },
    end: (block) => {
      const call = calls.get(block);
      return call?.isEmpty === true ? [chat.arguments(call.index, '{}')] : [];
    },
  };
}

export function chatEvents(): ChatEvents {
  let [id, model] = ['', ''];
  let begun = false;
  const event = (data: JsonObject): string => `data: ${JSON.stringify(data)}\n\n`;
  const chunk = (delta: JsonObject, finish: FinishReason | null = null, more: JsonObject = {}) => {
    const opening = begun ? {} : { role: 'assistant' };
    begun = true;
    const choices = [{ index: 0, delta: { ...opening, ...delta }, finish_reason: finish }];
    return event({ id, object: 'chat.completion.chunk', created: 0, model, choices, ...more });
  };
  return {
    name: (ownId, ownModel) => {
      id = ownId || id;
      model = ownModel || model;
    },
    text: (content) => chunk({ content }),
    refusal: (refusal) => chunk({ refusal }),
    call: (index, callId, name) =>
      chunk({
        tool_calls: [{ index, id: callId, type: 'function', function: { name, arguments: '' } }],
      }),
    arguments: (index, part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
    finish: (reason, usage) => `${chunk({}, reason, { usage })}data: [DONE]\n\n`,
    error: (type) => event({ error: { type, message: 'the model provider reported an error' } }),
  };
}
