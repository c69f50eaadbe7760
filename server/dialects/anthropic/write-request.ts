import {
  type ChatBody,
  type ChatBodyMessage,
  type ChatToolCall,
  cannotSay,
  functionsOf,
  mostTokens,
  refuseOldFunctions,
  textsOf,
} from '../chat-body.ts';
import { type JsonObject, jsonObject, objectIn } from '../dialect.ts';

const protocol = "Anthropic's Messages API";

/** The Messages API requires a limit; a spoken reply is far shorter. */
const defaultTokens = 4_096;

/**
 * The Messages API begins and ends with the user, while a call may begin with a greeting of the assistant
 * and go on after a silence of the caller.
 */
const opening: Message = { role: 'user', content: [{ type: 'text', text: '(The call begins.)' }] };
const silence: Message = { role: 'user', content: [{ type: 'text', text: '(No answer.)' }] };

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly JsonObject[];
}

/**
 * A chat-completions body as a body of Anthropic's Messages API. Instructions move to `system`; what tunes
 * the sampling of other models stays here (decision 0104). Throws Fault `validation_failed`.
 */
export function writeMessages(chat: string): string {
  const body = JSON.parse(chat) as ChatBody;
  refuseOldFunctions(body, protocol);
  const system = body.messages.filter(isInstruction).flatMap(textBlocks);
  const tools = functionsOf(body, protocol).map(toolOf);
  const stop = stopSequences(body.stop);
  const output = outputConfig(body);
  return JSON.stringify({
    model: body.model,
    max_tokens: mostTokens(body) ?? defaultTokens,
    ...(system.length > 0 && { system }),
    messages: messagesOf(body.messages),
    ...(tools.length > 0 && { tools, tool_choice: toolChoice(body) }),
    ...(stop.length > 0 && { stop_sequences: stop }),
    ...(output && { output_config: output }),
    ...(body.stream === true && { stream: true }),
  });
}

function isInstruction({ role }: ChatBodyMessage): boolean {
  return role === 'system' || role === 'developer';
}

/** Speakers in turn: neighbours of one speaker are one message, and results of tools come first in it. */
function messagesOf(messages: readonly ChatBodyMessage[]): readonly Message[] {
  const turns: Message[] = [];
  for (const message of messages) {
    const content = isInstruction(message) ? [] : blocksOf(message);
    if (content.length === 0) continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = turns.at(-1);
    if (last?.role === role)
      turns[turns.length - 1] = { role, content: [...last.content, ...content] };
    else turns.push({ role, content });
  }
  const ordered = turns.map(({ role, content }) => ({
    role,
    content: content.toSorted(resultsFirst),
  }));
  return [
    ...(ordered[0]?.role === 'user' ? [] : [opening]),
    ...ordered,
    ...(ordered.at(-1)?.role === 'assistant' ? [silence] : []),
  ];
}

function resultsFirst(one: JsonObject, other: JsonObject): number {
  const isResult = ({ type }: JsonObject): boolean => type === 'tool_result';
  return Number(isResult(other)) - Number(isResult(one));
}

function textBlocks(message: ChatBodyMessage): readonly JsonObject[] {
  return textsOf(message).map((text) => ({ type: 'text', text }));
}

function blocksOf(message: ChatBodyMessage): readonly JsonObject[] {
  if (message.role === 'tool') {
    const { tool_call_id } = message;
    return [{ type: 'tool_result', tool_use_id: tool_call_id, content: textBlocks(message) }];
  }
  return [...textBlocks(message), ...(message.tool_calls ?? []).map(toolUse)];
}

function toolUse({ id, function: called = {} }: ChatToolCall): JsonObject {
  const { name, arguments: written = '' } = called;
  const input = written.trim() === '' ? {} : (jsonObject(written) ?? { arguments: written });
  return { type: 'tool_use', id, name, input };
}

function toolOf({ name, description, parameters, strict }: ReturnType<typeof functionsOf>[number]) {
  return {
    name,
    ...(typeof description === 'string' && { description }),
    input_schema: { type: 'object', ...parameters },
    ...(strict === true && { strict }),
  };
}

function toolChoice({ tool_choice: choice, parallel_tool_calls: parallel }: ChatBody): JsonObject {
  const one = parallel === false ? { disable_parallel_tool_use: true } : {};
  const name = objectIn(objectIn(choice)?.['function'])?.['name'];
  if (typeof name === 'string') return { type: 'tool', name, ...one };
  switch (choice ?? 'auto') {
    case 'none':
      return { type: 'none' };
    case 'required':
    case 'any':
      return { type: 'any', ...one };
    case 'auto':
      return { type: 'auto', ...one };
    default:
      throw cannotSay('tool_choice', protocol);
  }
}

function stopSequences(stop: unknown): readonly string[] {
  const all: unknown[] = Array.isArray(stop) ? stop : [stop];
  return all.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
}

const efforts = ['low', 'medium', 'high', 'xhigh', 'max'];

function outputConfig({ response_format, reasoning_effort }: ChatBody): JsonObject | undefined {
  const format = objectIn(response_format);
  const type = format?.['type'] ?? 'text';
  const schema = objectIn(format?.['json_schema'])?.['schema'];
  if (type !== 'text' && (type !== 'json_schema' || schema === undefined))
    throw cannotSay('response_format', protocol);
  const effort = efforts.find((level) => level === reasoning_effort);
  const config = {
    ...(schema !== undefined && { format: { type: 'json_schema', schema } }),
    ...(effort !== undefined && { effort }),
  };
  return Object.keys(config).length > 0 ? config : undefined;
}
