import { Fault } from '../domain/fault.ts';
import { isContainer } from '../domain/json-limits.ts';
import { wholeText } from '../domain/replies/whole-text.ts';
import { type Pace, pacer } from '../domain/time-slices.ts';
import type { Clock } from '../ports/clock.ts';
import type { UpstreamReply } from '../ports/upstream.ts';
import {
  emptyTally,
  type LongestHolds,
  type ObserverOfReply,
  parseReply,
  type RestoreContext,
  type RestoreTally,
  restoreCompletion,
  type SseRestorer,
  sseRestorer,
} from '../rehydrate/index.ts';
import type { ResponseRecord } from './response-record.ts';
import type { TurnReply } from './turn-types.ts';

/** Most bytes read of a reply that is discarded. */
const discardLimit = 64 * 1024;

export interface RelayInput {
  readonly reply: UpstreamReply;
  readonly stream: boolean;
  readonly restoration: RestoreContext;
  /** Sees the reply's texts on both sides (design D30). */
  readonly watch: ObserverOfReply;
  /** Whether no text of the reply has passed. */
  readonly isEmpty: () => boolean;
  readonly record: ResponseRecord;
  readonly clock: Clock;
  /** Longest silences, in milliseconds, during which text is held (design D18). */
  readonly longestHolds: LongestHolds;
  readonly signal: AbortSignal;
}

/** Restores the reply on its way back (spec, rule 5); rejects only before its first byte is out. */
export async function relayReply(input: RelayInput): Promise<TurnReply> {
  const { status, contentType, body } = input.reply;
  const expected = input.stream ? 'text/event-stream' : 'application/json';
  if (status >= 200 && status <= 299 && contentType === expected) {
    return input.stream ? relayStream(input) : relayWhole(input);
  }
  void discard(body);
  const refusesKey = status === 401 || status === 403;
  const what =
    status === 200
      ? `did not answer with ${expected}`
      : `answered with status ${status}${refusesKey ? ': check the key that this service has for it' : ''}`;
  throw new Fault('upstream_error', `the upstream provider ${what}`, {
    retry: retryOf(input.reply),
    ...(status !== 200 && { upstreamStatus: status }),
  });
}

/** Client errors that a retry may avoid: time-outs, conflicts, too early, too many requests. */
const passing = [408, 409, 425, 429];

/** The provider's own wait where it names one; `never` where it refused the request itself (design D38). */
function retryOf({ status, retryAfter = '' }: UpstreamReply): Fault['retry'] {
  if (status >= 400 && status <= 499 && !passing.includes(status)) return 'never';
  return /^\d{1,5}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}

/** An unread body would keep its connection; reads a short one, breaks off a long one. */
async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > discardLimit) break;
    }
  } catch {
    // A broken body frees its connection too.
  }
}

async function relayWhole(input: RelayInput): Promise<TurnReply> {
  const { reply, watch, record } = input;
  const completion = parseCompletion(await wholeText(reply.body));
  const tally = emptyTally();
  const restoration = { ...input.restoration, pause: pacer() };
  await restoreCompletion(completion, restoration, tally, watch);
  record.replyStarted();
  record.completed(tally);
  return { stream: false, body: JSON.stringify(completion) };
}

/** Some providers answer an error with status 200; a reply must have a list of choices. */
function parseCompletion(text: string): object {
  const value = parseReply(text);
  if (value === undefined) throw new Fault('upstream_error', 'the upstream reply is not JSON');
  if (isContainer(value) && 'choices' in value) {
    const { choices } = value;
    if (Array.isArray(choices) && choices.every(isContainer)) return value;
  }
  throw new Fault('upstream_error', 'the upstream reply is no chat completion');
}

/** Waits for the first bytes, so that a reply that never begins becomes an HTTP error (design D38). */
async function relayStream(input: RelayInput): Promise<TurnReply> {
  const tally = emptyTally();
  const restored = restoredStream(input, tally);
  const first = await restored.next();
  input.record.replyStarted();
  const chunks = (async function* () {
    try {
      if (first.done !== true) yield first.value;
      yield* restored;
    } finally {
      // A caller who leaves with the first bytes ends the reply too.
      await restored.return(undefined);
    }
  })();
  return { stream: true, chunks };
}

/** Yields the restored bytes, and records how the reply ended. */
async function* restoredStream(input: RelayInput, tally: RestoreTally): AsyncGenerator<Uint8Array> {
  const { reply, watch, record, signal } = input;
  let pace = pacer();
  let othersHadATurn = true;
  const begin = (): Pace => {
    if (othersHadATurn) {
      othersHadATurn = false;
      setImmediate(() => {
        othersHadATurn = true;
      });
      pace = pacer();
    }
    return pace;
  };
  const restoration = { ...input.restoration, pause: () => pace() };
  const restorer = sseRestorer({ restoration, tally, watch });
  let begun = false;
  let broken: unknown;
  /** The caller has the whole reply; how the connection ends after that does not matter. */
  const whole = (): boolean => {
    const { finished, done, failed } = restorer.progress();
    return (finished || done) && !failed;
  };
  try {
    for await (const bytes of pumped(reply.body, { ...input, restorer, begin })) {
      begun ||= isBegun(input, restorer);
      yield bytes;
    }
    if (!whole())
      throw new Fault('upstream_error', 'the upstream reply ended before it was complete');
  } catch (error) {
    broken = error;
    if (!(error instanceof Fault && whole())) throw error;
  } finally {
    if (whole()) record.completed(tally);
    else if (begun) record.cut(signal.aborted ? 'client_gone' : cutBy(broken), tally);
  }
}

/** Only a fault of the provider is its fault: where a value cannot be looked up, this service failed. */
function cutBy(error: unknown): 'upstream_cut' | 'internal_error' {
  return error instanceof Fault && error.code === 'upstream_error'
    ? 'upstream_cut'
    : 'internal_error';
}

/** True for the first bytes that may go to the caller; throws where they say nothing and report an error. */
function isBegun({ isEmpty }: RelayInput, restorer: SseRestorer): true {
  if (restorer.progress().failed && isEmpty()) throw reportedError();
  return true;
}

function reportedError(): Fault {
  return new Fault('upstream_error', 'the upstream provider reported an error');
}

interface Pump extends Pick<RelayInput, 'clock' | 'longestHolds'> {
  readonly restorer: SseRestorer;
  /** The pace for the next chunk; it continues the last one unless other work ran in between. */
  readonly begin: () => Pace;
}

/**
 * Pushes each chunk through the restorer as it arrives. Flushes held text when the provider has been
 * silent for as long as it may be held; the time that the caller takes to read does not count (design D18).
 */
async function* pumped(
  body: AsyncIterable<Uint8Array>,
  { clock, longestHolds, restorer, begin }: Pump,
): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  let handedOutMs = 0;
  const nowMs = (): number => clock.monotonicUs() / 1000 - handedOutMs;
  const outputsOf = (result: IteratorResult<Uint8Array> | 'late'): AsyncIterable<Uint8Array> => {
    if (result === 'late') return restorer.expire(nowMs(), longestHolds);
    return result.done === true ? restorer.end() : restorer.push(result.value, nowMs());
  };
  let next = source.next();
  try {
    for (let over = false; !over; ) {
      const due = restorer.dueAt(longestHolds);
      const waitMs = due === undefined ? undefined : due - nowMs();
      const result = await within(next, waitMs);
      for await (const bytes of batches(outputsOf(result), begin())) {
        const began = nowMs();
        yield bytes;
        handedOutMs += nowMs() - began;
      }
      if (restorer.progress().failed) throw reportedError();
      over = result !== 'late' && result.done === true;
      if (result !== 'late') next = source.next();
    }
  } finally {
    // A pending read of an aborted stream rejects with that abort.
    next.catch(() => undefined);
    await source.return?.();
  }
}

/** Joins outputs into one chunk for each slice of work. */
async function* batches(
  outputs: AsyncIterable<Uint8Array>,
  pace: Pace,
): AsyncGenerator<Uint8Array> {
  let batch: Uint8Array[] = [];
  function* flushed(): Generator<Uint8Array> {
    if (batch.length > 0) yield Buffer.concat(batch);
    batch = [];
  }
  try {
    for await (const bytes of outputs) {
      if (bytes.length > 0) batch.push(bytes);
      const pause = pace();
      if (pause === undefined) continue;
      yield* flushed();
      await pause;
    }
  } catch (error) {
    yield* flushed();
    throw error;
  }
  yield* flushed();
}

/** `late` after `ms` milliseconds, if given. A result that is there when the timer fires is in time. */
async function within<T>(work: Promise<T>, ms: number | undefined): Promise<T | 'late'> {
  if (ms === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve, 'late'), Math.max(0, ms));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
