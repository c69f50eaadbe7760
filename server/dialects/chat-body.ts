import { Fault } from '../domain/fault.ts';
import type { JsonObject } from './dialect.ts';

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
