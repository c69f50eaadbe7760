import {
  type ChunkChoice,
  choiceIndex,
  hasFinished,
  isRecord,
  isReplyChunk,
  parseReply,
  type ReplyChunk,
  type ReplyField,
  refuseTooMany,
  replyFields,
  splitToolCalls,
} from './reply-format.ts';
import type { ObserverOfReply } from './restore-completion.ts';
import { type ReplyObserver, type RestoreTally, renderPieces, slicesOf } from './restore-text.ts';
import { eventData, eventSplitter, withEventData } from './server-sent-events.ts';
import { type ReplyPiece, type TextRestorer, textRestorer } from './text-restorer.ts';
import type { RestoreContext } from './token-scope.ts';
import type { ValueWriter } from './value-writers.ts';

/** How far a streamed reply came; the pipeline tells `ok` from `partial` by it (design D29). */
interface StreamProgress {
  /** Every choice seen has its `finish_reason`. */
  readonly finished: boolean;
  /** `[DONE]` was seen. */
  readonly done: boolean;
  /** The provider reported an error in the stream; its event is withheld. */
  readonly failed: boolean;
}

/**
 * Restores a streamed chat completion: bytes in, cut anywhere, bytes out (design D17–D19). Events in
 * which nothing changes leave in the bytes they came in. Calls must not overlap: await one before
 * the next. Counts go into the `tally` it was made with.
 */
export interface SseRestorer {
  /**
   * What leaves, event by event. `now` in milliseconds of any clock. Throws Fault `upstream_error` on an
   * endless event, and on a reply beyond the limits of decision 0051.
   */
  push(bytes: Uint8Array, now: number): AsyncIterable<Uint8Array>;
  /** When the last character came of the oldest text that is held and that `expire` has not seen. */
  heldSince(): number | undefined;
  /** `SVC_TOKEN_HOLD_MS` has passed since the last character, for what has not grown after `before` (design D18). */
  expire(before: number): AsyncIterable<Uint8Array>;
  /** The stream is over, whether or not it said so: whatever is held goes out. */
  end(): AsyncIterable<Uint8Array>;
  progress(): StreamProgress;
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
  readonly restorer: TextRestorer;
  readonly field: ReplyField;
  readonly writer: ValueWriter;
  readonly watch: ReplyObserver | undefined;
}

export function sseRestorer({ restoration, tally, watch }: SseRestorerOptions): SseRestorer {
  const splitter = eventSplitter();
  const channels = new Map<string, Channel>();
  const seenChoices = new Set<number>();
  const finishedChoices = new Set<number>();
  let latest: ReplyChunk = { object: 'chat.completion.chunk', choices: [] };
  let done = false;
  let failed = false;

  const channelOf = (choice: number, field: ReplyField): Channel => {
    const key = `${choice}.${field.channel}`;
    const channel = channels.get(key) ?? {
      choice,
      field,
      restorer: textRestorer(restoration),
      writer: field.writer(),
      watch: watch?.(choice, field.channel),
    };
    channels.set(key, channel);
    refuseTooMany(channels.size, 'texts');
    return channel;
  };

  const render = async (
    { writer, watch: seen }: Channel,
    masked: string,
    pieces: readonly ReplyPiece[],
  ) => {
    if (masked !== '') seen?.received(masked);
    const same = pieces.length === 1 && pieces[0] === masked;
    if (!same) return renderPieces(pieces, restoration, tally, writer, seen);
    writer.observe(masked);
    seen?.forwarded(masked);
    return masked;
  };

  /** What the channels let go of, each in a chunk of its own. */
  const released = async (
    of: Iterable<Channel>,
    letGo: (restorer: TextRestorer) => readonly ReplyPiece[],
  ): Promise<readonly string[]> => {
    const { choices: _, usage: __, ...envelope } = latest;
    const events: string[] = [];
    for (const channel of of) {
      const text = await render(channel, '', letGo(channel.restorer));
      if (text === '') continue;
      const delta = channel.field.deltaOf(text);
      const choices = [{ index: channel.choice, delta, finish_reason: null }];
      events.push(`data: ${JSON.stringify({ ...envelope, choices })}\n\n`);
    }
    return events;
  };

  const end = (restorer: TextRestorer) => restorer.end();

  /** Restores one choice in place; true when its text changed. */
  const restoreChoice = async (choice: ChunkChoice, now: number): Promise<boolean> => {
    let changed = false;
    for (const field of replyFields(choice.delta ?? {})) {
      const channel = channelOf(choiceIndex(choice), field);
      const { restorer } = channel;
      let text = '';
      for (const slice of slicesOf(field.text)) {
        text += await render(channel, slice, restorer.push(slice, now));
        await restoration.pause?.();
      }
      if (hasFinished(choice)) text += await render(channel, '', restorer.end());
      if (text === field.text) continue;
      field.put(text);
      changed = true;
    }
    return changed;
  };

  /**
   * Held text goes out before the chunk that finishes its choice (design D19). A choice that has
   * finished stays so: some providers send the usage in one more chunk of it (decision 0009).
   */
  const finishChoice = async (choice: ChunkChoice): Promise<readonly string[]> => {
    const index = choiceIndex(choice);
    seenChoices.add(index);
    refuseTooMany(seenChoices.size, 'choices');
    if (!hasFinished(choice)) return [];
    finishedChoices.add(index);
    return released(
      [...channels.values()].filter((channel) => channel.choice === index),
      end,
    );
  };

  const restoreChunk = async (event: Buffer, text: string, chunk: ReplyChunk, now: number) => {
    latest = chunk;
    const before: string[] = [];
    let changed = false;
    for (const choice of chunk.choices) {
      changed = (await restoreChoice(choice, now)) || changed;
      before.push(...(await finishChoice(choice)));
    }
    const chunks = splitToolCalls(chunk);
    if (!changed && chunks.length === 1) return [...before, event];
    return [...before, ...chunks.map((part) => withEventData(text, JSON.stringify(part)))];
  };

  const restoreEvent = async (
    event: Buffer,
    now: number,
  ): Promise<readonly (string | Buffer)[]> => {
    const text = event.toString();
    const data = eventData(text);
    if (data === undefined) return [event];
    if (data === '[DONE]') {
      done = true;
      return [...(await released(channels.values(), end)), event];
    }
    const json = parseReply(data);
    // Its words are the provider's own, and clients break on an `error` that is text.
    if (isRecord(json) && (isRecord(json['error']) || typeof json['error'] === 'string')) {
      failed = true;
      return released(channels.values(), end);
    }
    return isReplyChunk(json) ? restoreChunk(event, text, json, now) : [event];
  };

  /** What leaves, unless it is refused: then nothing of it leaves, and nothing of it counts. */
  const leaving = async (
    work: () => Promise<readonly (string | Buffer)[]>,
  ): Promise<Uint8Array> => {
    const { restored, failed } = tally;
    const failures = failed.length;
    try {
      return joined(await work());
    } catch (error) {
      tally.restored = restored;
      failed.length = failures;
      throw error;
    }
  };

  return {
    push: async function* (bytes, now) {
      for (const event of splitter.push(bytes)) yield leaving(() => restoreEvent(event, now));
    },
    heldSince: () => {
      const times = [...channels.values()].map(({ restorer }) => restorer.heldSince());
      return times.reduce(
        (a, b) => (a === undefined || (b !== undefined && b < a) ? b : a),
        undefined,
      );
    },
    expire: async function* (before) {
      const due = [...channels.values()].filter(
        ({ restorer }) => (restorer.heldSince() ?? Infinity) <= before,
      );
      yield leaving(() => released(due, (restorer) => restorer.expire()));
    },
    end: async function* () {
      const last = closedEvent(splitter.end());
      if (last !== undefined) yield leaving(() => restoreEvent(last, 0));
      yield leaving(() => released(channels.values(), end));
    },
    progress: () => ({
      finished: seenChoices.size > 0 && finishedChoices.size === seenChoices.size,
      done,
      failed,
    }),
  };
}

/** A last event that lacks its blank line, closed; nothing when it was cut off before its data ended. */
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
