import { eventData, eventSplitter, withEventData } from '../domain/replies/server-sent-events.ts';
import {
  type ChunkChoice,
  choiceIndex,
  dropUnrestorable,
  hasFinished,
  isRecord,
  isReplyChunk,
  namesOfCalled,
  parseReply,
  type ReplyChunk,
  type ReplyField,
  refuseTooMany,
  replyFields,
  splitToolCalls,
  UnindexedCalls,
} from './reply-format.ts';
import {
  type ReplyTextRestorer,
  type RestoreTally,
  replyTextRestorer,
} from './reply-text-restorer.ts';
import type { ObserverOfReply } from './restore-completion.ts';
import type { RestoreContext } from './token-scope.ts';

/** How far a streamed reply came; the pipeline chooses `ok` or `partial` by it (design D29). */
interface StreamProgress {
  /** Every choice seen has its `finish_reason`. */
  readonly finished: boolean;
  /** `[DONE]` was seen. */
  readonly done: boolean;
  /** The provider reported an error in the stream; its event is withheld. */
  readonly failed: boolean;
}

/**
 * Restores a streamed chat completion: bytes in, cut anywhere, bytes out (design D17–D19). An event in
 * which nothing changes leaves in the bytes it came in. Calls must not overlap: await one before the
 * next. Counts go into `SseRestorerOptions.tally`.
 */
export interface SseRestorer {
  /**
   * The restored stream, event by event. `now` in milliseconds of any clock. Throws Fault
   * `upstream_error` on an event longer than 1 MiB, and on a reply beyond the limits of decision 0051.
   */
  push(bytes: Uint8Array, now: number): AsyncIterable<Uint8Array>;
  /** The time at which the first held text has waited as long as it may; undefined when none is held. */
  dueAt(longest: LongestHolds): number | undefined;
  /** Emits the held text that is due at `now` (design D18). */
  expire(now: number, longest: LongestHolds): AsyncIterable<Uint8Array>;
  /** The connection has ended, with or without `[DONE]`: emits all held text. */
  end(): AsyncIterable<Uint8Array>;
  progress(): StreamProgress;
}

/** How long text may be held after its last character, in the unit of `now` (design D18). */
export interface LongestHolds {
  /** Letters that may as well end a word: `SVC_STREAM_BUFFER_MS` (spec, rule 6). */
  readonly text: number;
  /** A token that has begun: `SVC_TOKEN_HOLD_MS`. */
  readonly token: number;
}

export interface SseRestorerOptions {
  readonly restoration: RestoreContext;
  readonly tally: RestoreTally;
  /** Sees each text before and after restoring, for the two-sided view (design D30). */
  readonly watch?: ObserverOfReply;
}

/** One text that comes in deltas: a choice's content, or the arguments of one of its tool calls. */
interface Channel {
  readonly choice: number;
  readonly field: ReplyField;
  readonly restorer: ReplyTextRestorer;
}

/** One streamed reply, as far as it came. */
interface Stream extends SseRestorerOptions {
  readonly channels: Map<string, Channel>;
  /** Names of called functions, by the key of the channel: a name comes before the arguments. */
  readonly names: Map<string, string>;
  /** By choice: called functions without an index. */
  readonly unindexed: Map<number, UnindexedCalls>;
  readonly seenChoices: Set<number>;
  readonly finishedChoices: Set<number>;
  /** The envelope of chunks that the restorer adds. */
  latest: ReplyChunk;
  done: boolean;
  failed: boolean;
}

/** Server-sent events, or parts of one, in the order in which they leave. */
type Output = readonly (string | Buffer)[];

export function sseRestorer(options: SseRestorerOptions): SseRestorer {
  const splitter = eventSplitter();
  const stream: Stream = {
    ...options,
    channels: new Map(),
    names: new Map(),
    unindexed: new Map(),
    seenChoices: new Set(),
    finishedChoices: new Set(),
    latest: { object: 'chat.completion.chunk', choices: [] },
    done: false,
    failed: false,
  };
  return {
    push: async function* (bytes, now) {
      for (const event of splitter.push(bytes)) {
        yield allOrNothing(stream, () => restoreEvent(stream, event, now));
      }
    },
    dueAt: (longest) => {
      const first = Math.min(...[...stream.channels.values()].map((one) => dueAt(one, longest)));
      return first === Infinity ? undefined : first;
    },
    expire: async function* (now, longest) {
      const due = [...stream.channels.values()].filter((one) => dueAt(one, longest) <= now);
      yield allOrNothing(stream, () => emitHeld(stream, due, (restorer) => restorer.expire()));
    },
    end: async function* () {
      const last = closedEvent(splitter.end());
      if (last !== undefined) yield allOrNothing(stream, () => restoreEvent(stream, last, 0));
      yield allOrNothing(stream, () => endChannels(stream));
    },
    progress: () => {
      const { seenChoices, finishedChoices, done, failed } = stream;
      const finished = seenChoices.size > 0 && finishedChoices.size === seenChoices.size;
      return { finished, done, failed };
    },
  };
}

/** The bytes of one step. A step that throws emits nothing, and nothing of it counts. */
async function allOrNothing({ tally }: Stream, step: () => Promise<Output>): Promise<Uint8Array> {
  const { restored, failed } = tally;
  const failures = failed.length;
  try {
    return joined(await step());
  } catch (error) {
    tally.restored = restored;
    failed.length = failures;
    throw error;
  }
}

function dueAt({ restorer }: Channel, longest: LongestHolds): number {
  const since = restorer.heldSince();
  if (since === undefined) return Infinity;
  return since + (restorer.holdsToken() ? longest.token : longest.text);
}

async function restoreEvent(stream: Stream, event: Buffer, now: number): Promise<Output> {
  const text = event.toString();
  const data = eventData(text);
  if (data === undefined) return [event];
  if (data === '[DONE]') {
    stream.done = true;
    return [...(await endChannels(stream)), event];
  }
  const json = parseReply(data);
  // The error's text is the provider's own, and clients break on an `error` that is text.
  if (isRecord(json) && (isRecord(json['error']) || typeof json['error'] === 'string')) {
    stream.failed = true;
    return endChannels(stream);
  }
  if (!isReplyChunk(json)) return [event];
  stream.latest = json;
  const { changed, before } = await restoreChunk(stream, json, now);
  const chunks = splitToolCalls(json);
  if (!changed && chunks.length === 1) return [...before, event];
  return [...before, ...chunks.map((chunk) => withEventData(text, JSON.stringify(chunk)))];
}

/** Restores a chunk in place. `before`: events that must leave before it. */
async function restoreChunk(
  stream: Stream,
  chunk: ReplyChunk,
  now: number,
): Promise<{ readonly changed: boolean; readonly before: readonly string[] }> {
  const before: string[] = [];
  let changed = false;
  for (const choice of chunk.choices) {
    changed = (await restoreChoice(stream, choice, now)) || changed;
    before.push(...(await finishChoice(stream, choice)));
  }
  return { changed, before };
}

/** Restores one choice in place; true when its text changed. */
async function restoreChoice(stream: Stream, choice: ChunkChoice, now: number): Promise<boolean> {
  const delta = choice.delta ?? {};
  const dropped = dropUnrestorable(choice, delta);
  let changed = placeCalled(stream, choice) || dropped;
  for (const [channel, name] of namesOfCalled(delta)) {
    stream.names.set(keyOf(choiceIndex(choice), channel), name);
    refuseTooMany(stream.names.size, 'texts');
  }
  for (const field of replyFields(delta, stream.restoration)) {
    const { restorer } = channelOf(stream, choiceIndex(choice), field);
    let text = await restorer.push(field.text, now);
    if (hasFinished(choice)) text += await restorer.end();
    if (text === field.text) continue;
    field.put(text);
    changed = true;
  }
  return changed;
}

/** True where a called function got an index that its provider left out. */
function placeCalled({ unindexed }: Stream, choice: ChunkChoice): boolean {
  // Of a stream hardly any delta calls a function.
  if (!choice.delta?.tool_calls) return false;
  const index = choiceIndex(choice);
  const calls = unindexed.get(index) ?? new UnindexedCalls();
  unindexed.set(index, calls);
  return calls.place(choice.delta);
}

function channelOf(stream: Stream, choice: number, field: ReplyField): Channel {
  const { channels, names, restoration, tally, watch } = stream;
  const key = keyOf(choice, field.channel);
  const seen = () => watch?.(choice, field.channel, names.get(key));
  const channel = channels.get(key) ?? {
    choice,
    field,
    restorer: replyTextRestorer(restoration, tally, field.writer(), seen()),
  };
  channels.set(key, channel);
  refuseTooMany(channels.size, 'texts');
  return channel;
}

function keyOf(choice: number, channel: string): string {
  return `${choice}.${channel}`;
}

/**
 * Emits held text before the chunk that finishes its choice (design D19). A finished choice stays
 * finished: some providers send the usage in one more chunk of it (decision 0009).
 */
async function finishChoice(stream: Stream, choice: ChunkChoice): Promise<readonly string[]> {
  const { channels, seenChoices, finishedChoices } = stream;
  const index = choiceIndex(choice);
  seenChoices.add(index);
  refuseTooMany(seenChoices.size, 'choices');
  if (!hasFinished(choice)) return [];
  finishedChoices.add(index);
  const own = [...channels.values()].filter((channel) => channel.choice === index);
  return emitHeld(stream, own, (restorer) => restorer.end());
}

function endChannels(stream: Stream): Promise<readonly string[]> {
  return emitHeld(stream, stream.channels.values(), (restorer) => restorer.end());
}

/** The held text of each channel, in an event of its own. */
async function emitHeld(
  { latest }: Stream,
  channels: Iterable<Channel>,
  emit: (restorer: ReplyTextRestorer) => Promise<string>,
): Promise<readonly string[]> {
  const { choices: _, usage: __, ...envelope } = latest;
  const events: string[] = [];
  for (const { choice, field, restorer } of channels) {
    const text = await emit(restorer);
    if (text === '') continue;
    const choices = [{ index: choice, delta: field.deltaOf(text), finish_reason: null }];
    events.push(`data: ${JSON.stringify({ ...envelope, choices })}\n\n`);
  }
  return events;
}

/** The last event with the blank line that it lacks; undefined when its data breaks off. */
function closedEvent(rest: Buffer): Buffer | undefined {
  const text = rest.toString().trimEnd();
  const data = eventData(text);
  const cut = data !== undefined && data !== '[DONE]' && parseReply(data) === undefined;
  return text === '' || cut ? undefined : Buffer.from(`${text}\n\n`);
}

function joined(parts: readonly (string | Uint8Array)[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') return only;
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}
