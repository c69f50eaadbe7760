import { Fault } from '../domain/fault.ts';
import { deeperThan, maxDepth } from '../domain/json-limits.ts';
import { findTokenStart } from '../domain/token.ts';
import { jsonWriter, textWriter, type ValueWriter } from './value-writers.ts';

/** Most choices of one reply, and most texts in all of them: contents, refusals, arguments, … */
const maxTexts = 256;

/** Throws Fault `upstream_error` for more choices or texts than a real reply has (decision 0051). */
export function refuseTooMany(count: number, what: 'choices' | 'texts'): void {
  if (count > maxTexts) {
    throw new Fault('upstream_error', `the upstream reply has more than ${maxTexts} ${what}`);
  }
}

/** The JSON of a reply; undefined for text that is no JSON. Throws Fault `upstream_error` when it nests too deep. */
export function parseReply(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (deeperThan(value, maxDepth)) {
    throw new Fault('upstream_error', `the upstream reply nests deeper than ${maxDepth} levels`);
  }
  return value;
}

/** A reply message or delta. The provider decides what its fields hold, so code checks each before use. */
export interface ReplyMessage {
  content?: unknown;
  refusal?: unknown;
  reasoning_content?: unknown;
  reasoning?: unknown;
  reasoning_details?: unknown;
  annotations?: unknown;
  audio?: unknown;
  tool_calls?: unknown;
  function_call?: unknown;
}

/** One text of a reply message in which tokens are restored (design D17). */
export interface ReplyField {
  /** Deltas with the same channel carry parts of one text. */
  readonly channel: string;
  readonly text: string;
  /** Makes the writer for the channel's whole text. */
  readonly writer: () => ValueWriter;
  put(text: string): void;
  /** A delta that carries text of this channel and nothing else. */
  deltaOf(text: string): ReplyMessage;
}

/** Content, which may be JSON, refusal, reasoning, and the arguments of tool calls; `dropUnrestorable` takes out the rest. */
export function replyFields(
  message: ReplyMessage,
  { isJson = false }: { readonly isJson?: boolean } = {},
): readonly ReplyField[] {
  return [
    ...contentFields(message, isJson ? jsonWriter : textWriter),
    ...stringField(message, 'refusal', 'refusal', textWriter, (refusal) => ({ refusal })),
    ...stringField(message, 'reasoning_content', 'reasoning', textWriter, (reasoning_content) => ({
      reasoning_content,
    })),
    ...stringField(message, 'reasoning', 'reasoning.text', textWriter, (reasoning) => ({
      reasoning,
    })),
    ...toolCallsOf(message).flatMap(toolCallFields),
    ...(isRecord(message.function_call)
      ? stringField(message.function_call, 'arguments', 'function_call', jsonWriter, (text) => ({
          function_call: { arguments: text },
        }))
      : []),
  ];
}

/**
 * Takes out of a choice what would show tokens and cannot be restored: the probabilities of the model's own
 * tokens, and citations, audio and details of reasoning that hold a token. Returns whether it took anything.
 */
export function dropUnrestorable(choice: { logprobs?: unknown }, message: ReplyMessage): boolean {
  let dropped = false;
  if ((choice.logprobs ?? null) !== null) {
    choice.logprobs = null;
    dropped = true;
  }
  for (const field of ['annotations', 'audio', 'reasoning_details'] as const) {
    if (message[field] === undefined || message[field] === null) continue;
    if (findTokenStart(JSON.stringify(message[field]), 0)?.complete !== true) continue;
    delete message[field];
    dropped = true;
  }
  return dropped;
}

export function toolCallsOf(message: ReplyMessage): readonly unknown[] {
  return Array.isArray(message.tool_calls) ? message.tool_calls : [];
}

/** The functions that a message or a delta names, by the channel of their arguments. */
export function namesOfCalled(
  message: ReplyMessage,
): readonly (readonly [channel: string, name: string])[] {
  // Of a stream hardly any delta calls a function.
  if (!message.tool_calls && !message.function_call) return [];
  const called = [
    ...toolCallsOf(message)
      .filter(isRecord)
      .flatMap((call, position) => [
        [`tool.${indexOf(call, position)}`, call['function']] as const,
        [`custom.${indexOf(call, position)}`, call['custom']] as const,
      ]),
    ['function_call', message.function_call] as const,
  ];
  return called.flatMap(([channel, one]) =>
    isRecord(one) && typeof one['name'] === 'string' ? [[channel, one['name']] as const] : [],
  );
}

function indexOf(call: Readonly<Record<string, unknown>>, position: number): number {
  return typeof call['index'] === 'number' ? call['index'] : position;
}

/**
 * Some providers write no index, and each call in a chunk of its own. Gives such calls of one choice their places, as the
 * protocol has it: a new id begins a call, and so does a name where the call before has one.
 */
export class UnindexedCalls {
  readonly #places = new Map<string, number>();
  #count = 0;
  #last = { place: 0, isNamed: true };

  /** True where a call of the delta got an index. */
  place(delta: ReplyMessage): boolean {
    const calls = toolCallsOf(delta).filter(isRecord);
    if (calls.some((call) => typeof call['index'] === 'number')) return false;
    let placed = false;
    for (const [position, call] of calls.entries()) {
      const place = this.#placeOf(call, calls.length > 1 ? position : this.#last.place);
      if (place === position) continue;
      call['index'] = place;
      placed = true;
    }
    return placed;
  }

  /** `otherwise` is the place of a part that says nothing of its call. */
  #placeOf(call: Readonly<Record<string, unknown>>, otherwise: number): number {
    const id = textOf(call['id']);
    const isNamed = [call['function'], call['custom']].some(
      (one) => isRecord(one) && textOf(one['name']) !== '',
    );
    const known = this.#places.get(id);
    const begins = id === '' ? isNamed && this.#last.isNamed : known === undefined;
    const place = begins ? this.#count : (known ?? otherwise);
    if (id !== '') this.#places.set(id, place);
    this.#count = Math.max(this.#count, place + 1);
    refuseTooMany(this.#count, 'texts');
    const wasNamed = !begins && place === this.#last.place && this.#last.isNamed;
    this.#last = { place, isNamed: isNamed || wasNamed };
    return place;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function contentFields(message: ReplyMessage, writer: () => ValueWriter): readonly ReplyField[] {
  const deltaOf = (content: string): ReplyMessage => ({ content });
  if (!Array.isArray(message.content)) {
    return stringField(message, 'content', 'content', writer, deltaOf);
  }
  return message.content
    .filter(isRecord)
    .flatMap((part, index) => stringField(part, 'text', `content.${index}`, writer, deltaOf));
}

/** A function's arguments are JSON; a custom tool's input is any text. */
function toolCallFields(call: unknown, position: number): readonly ReplyField[] {
  if (!isRecord(call)) return [];
  const index = indexOf(call, position);
  const deltaOf = (part: object): ReplyMessage => ({ tool_calls: [{ index, ...part }] });
  return [
    ...(isRecord(call['function'])
      ? stringField(call['function'], 'arguments', `tool.${index}`, jsonWriter, (text) =>
          deltaOf({ function: { arguments: text } }),
        )
      : []),
    ...(isRecord(call['custom'])
      ? stringField(call['custom'], 'input', `custom.${index}`, textWriter, (input) =>
          deltaOf({ custom: { input } }),
        )
      : []),
  ];
}

function stringField<K extends string>(
  holder: { [key in K]?: unknown },
  key: K,
  channel: string,
  writer: () => ValueWriter,
  deltaOf: (text: string) => ReplyMessage,
): readonly ReplyField[] {
  const text = holder[key];
  if (typeof text !== 'string' || text === '') return [];
  const put = (restored: string): void => {
    holder[key] = restored;
  };
  return [{ channel, text, writer, put, deltaOf }];
}

/** One choice of a chat-completion chunk. */
export interface ChunkChoice {
  readonly index?: unknown;
  readonly delta?: ReplyMessage | null;
  readonly finish_reason?: unknown;
  logprobs?: unknown;
}

/** A chat-completion chunk that has choices; unknown fields stay. */
export interface ReplyChunk {
  readonly choices: readonly ChunkChoice[];
  readonly usage?: unknown;
  readonly [field: string]: unknown;
}

export function isReplyChunk(value: unknown): value is ReplyChunk {
  return (
    isRecord(value) &&
    Array.isArray(value['choices']) &&
    value['choices'].every((choice) => isRecord(choice) && isDelta(choice['delta']))
  );
}

export function choiceIndex({ index }: ChunkChoice): number {
  return typeof index === 'number' ? index : 0;
}

export function hasFinished({ finish_reason }: ChunkChoice): boolean {
  return typeof finish_reason === 'string';
}

/**
 * Splits a chunk so that no chunk has two tool calls, or a tool call together with content or a finish
 * reason. Some clients drop the second of two tool calls, and content next to one (design D19).
 */
export function splitToolCalls(chunk: ReplyChunk): readonly ReplyChunk[] {
  if (!chunk.choices.some(isCrowded)) return [chunk];
  const steps = chunk.choices.flatMap((choice) => (isCrowded(choice) ? stepsOf(choice) : [choice]));
  const { usage, ...envelope } = chunk;
  return steps.map((choice, index) => ({
    ...envelope,
    choices: [choice],
    ...(index === steps.length - 1 && usage !== undefined ? { usage } : {}),
  }));
}

function isCrowded({ delta }: ChunkChoice): boolean {
  if (!delta) return false;
  const calls = toolCallsOf(delta).length;
  return calls > 1 || (calls === 1 && typeof delta.content === 'string' && delta.content !== '');
}

function stepsOf(choice: ChunkChoice): readonly ChunkChoice[] {
  const { tool_calls, ...rest } = choice.delta ?? {};
  const calls = toolCallsOf({ tool_calls }).map((call, index) =>
    isRecord(call) ? { index, ...call } : call,
  );
  const deltas: ReplyMessage[] = calls.map((call) => ({ tool_calls: [call] }));
  if (Object.keys(rest).length > 0) deltas.unshift(rest);
  const steps: ChunkChoice[] = deltas.map((delta) => ({ ...choice, delta, finish_reason: null }));
  return hasFinished(choice) ? [...steps, { ...choice, delta: {} }] : steps;
}

function isDelta(delta: unknown): boolean {
  return delta === undefined || delta === null || isRecord(delta);
}
