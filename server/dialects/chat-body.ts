import { Fault } from '../domain/fault.ts';
import { type JsonObject, jsonObject, objectIn } from './dialect.ts';

/** A function that a model called. */
export interface ChatToolCall {
  readonly id?: string | null;
  readonly function?: { readonly name?: string; readonly arguments?: string };
}

type Content = string | null | readonly { readonly text?: string }[];

/** A message of a masked chat-completions body, as `ingress/` copies it. */
export interface ChatBodyMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function';
  readonly content?: Content;
  readonly refusal?: string | null;
  readonly tool_calls?: readonly ChatToolCall[] | null;
  readonly function_call?: unknown;
  readonly tool_call_id?: string | null;
}

/** A masked chat-completions body, as `ingress/` writes it: the fields that other protocols can say. */
export interface ChatBody {
  readonly model: string;
  readonly messages: readonly ChatBodyMessage[];
  readonly stream?: boolean | null;
  readonly temperature?: number | null;
  readonly top_p?: number | null;
  readonly max_tokens?: number | null;
  readonly max_completion_tokens?: number | null;
  readonly parallel_tool_calls?: boolean | null;
  readonly reasoning_effort?: string | null;
  readonly verbosity?: string | null;
  readonly service_tier?: string | null;
  readonly prompt_cache_key?: string | null;
  readonly stop?: unknown;
  readonly tools?: unknown;
  readonly tool_choice?: unknown;
  readonly response_format?: unknown;
  readonly functions?: unknown;
  readonly function_call?: unknown;
}

/** The texts of a message; none of them is empty. */
export function textsOf({ content, refusal }: ChatBodyMessage): readonly string[] {
  const texts =
    typeof content === 'string' ? [content] : (content ?? []).map(({ text = '' }) => text);
  return [...texts, refusal ?? ''].filter((text) => text.trim() !== '');
}

/** Most tokens of the reply, if the caller limits them. */
export function mostTokens({ max_completion_tokens, max_tokens }: ChatBody): number | undefined {
  const most = max_completion_tokens ?? max_tokens ?? 0;
  return most > 0 ? most : undefined;
}

/** A function that the model may call. */
export interface ChatFunction {
  readonly name: unknown;
  readonly description?: unknown;
  readonly parameters?: JsonObject;
  readonly strict?: unknown;
}

/** The functions of a body. Throws Fault `validation_failed` for a tool of another type. */
export function functionsOf({ tools }: ChatBody, protocol: string): readonly ChatFunction[] {
  const list: readonly { readonly function?: ChatFunction }[] = Array.isArray(tools) ? tools : [];
  return list.map((tool, index) => {
    if (tool.function === undefined) throw cannotSay(`tools.${index}`, protocol);
    return tool.function;
  });
}

/** How the model may call functions: as it likes, not at all, at least one, or this one. Throws Fault `validation_failed`. */
export function choiceOf(
  { tool_choice: choice }: ChatBody,
  protocol: string,
): 'auto' | 'none' | 'any' | { readonly name: string } {
  const name = objectIn(objectIn(choice)?.['function'])?.['name'];
  if (typeof name === 'string') return { name };
  switch (choice ?? 'auto') {
    case 'none':
      return 'none';
    case 'required':
    case 'any':
      return 'any';
    case 'auto':
      return 'auto';
    default:
      throw cannotSay('tool_choice', protocol);
  }
}

/** The arguments of a call as an object, whatever the model wrote. */
export function inputOf({ function: called }: ChatToolCall): JsonObject {
  const written = called?.arguments ?? '';
  return written.trim() === '' ? {} : (jsonObject(written) ?? { arguments: written });
}

/** The texts before which a reply ends. */
export function stopSequences({ stop }: ChatBody): readonly string[] {
  const all: unknown[] = Array.isArray(stop) ? stop : [stop];
  return all.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
}

/** The JSON schema of the reply, if it is to have one. Throws Fault `validation_failed` for JSON without a schema. */
export function schemaOf(
  { response_format }: ChatBody,
  protocol: string,
): { readonly name: unknown; readonly schema: unknown } | undefined {
  const format = objectIn(response_format);
  const type = format?.['type'] ?? 'text';
  if (type === 'text') return undefined;
  const { name, schema } = objectIn(format?.['json_schema']) ?? {};
  if (type !== 'json_schema' || schema === undefined) throw cannotSay('response_format', protocol);
  return { name, schema };
}

const efforts = ['low', 'medium', 'high', 'xhigh', 'max'];

/** How hard Anthropic's models may think, which does not know all of the words of chat completions. */
export function effortOf({ reasoning_effort }: ChatBody): string | undefined {
  return efforts.find((level) => level === reasoning_effort);
}

/** Refuses the form of functions that came before tools. */
export function refuseOldFunctions(body: ChatBody, protocol: string): void {
  if ((body.functions ?? undefined) !== undefined) throw cannotSay('functions', protocol);
  for (const [index, { role, function_call }] of body.messages.entries()) {
    if (role === 'function' || (function_call ?? undefined) !== undefined)
      throw cannotSay(`messages.${index}`, protocol);
  }
}

/** The Fault for a field that the protocol of the agent's provider has no words for. */
export function cannotSay(path: string, protocol: string): Fault {
  const message = `cannot be said in ${protocol}, which the model provider of this agent speaks`;
  return new Fault('validation_failed', 'the model provider does not know a field', {
    details: [{ path, message }],
  });
}
