import { isRecord, type ReplyMessage, toolCallsOf } from './reply-fields.ts';

/** One choice of a chat-completion chunk. */
export interface ChunkChoice {
  readonly index?: unknown;
  readonly delta?: ReplyMessage;
  readonly finish_reason?: unknown;
}

/** A chat-completion chunk that has choices; unknown fields come along. */
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
 * The chunk as one or more, each with at most one tool call and none beside content or a finish:
 * of two tool calls in a chunk, or of content beside one, some clients lose the second (design D19).
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

function isCrowded({ delta = {} }: ChunkChoice): boolean {
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
