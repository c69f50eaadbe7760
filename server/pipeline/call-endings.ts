import type { EventFields } from '../domain/event.ts';
import { merkleRoot } from '../journal/index.ts';
import type { Clock } from '../ports/clock.ts';
import type { CallJournal } from './call-journal.ts';
import type { LiveCall, LiveCalls } from './live-calls.ts';
import { draftMaker } from './request-events.ts';

type EndReason = EventFields['call_ended']['reason'];

export interface CallEndingsDeps {
  readonly liveCalls: LiveCalls;
  readonly journal: CallJournal;
  readonly clock: Clock;
  /** Removes what was kept for a call of which nothing is on record; nobody would find it again. */
  readonly discard: (call: LiveCall) => Promise<void>;
  /** Told when an ending could not be written; it is owed, and tried again by `endOver`. */
  readonly onDelay: (error: unknown) => void;
}

/** Ends the calls that are over: `call_ended`, then the seal over all their leaves (design D21, D29). */
export function createCallEndings(deps: CallEndingsDeps) {
  const { liveCalls, journal, clock, discard, onDelay } = deps;
  const running = new Set<Promise<void>>();
  let owed: LiveCall[] = [];

  const end = async (call: LiveCall): Promise<void> => {
    // A call whose first request never became durable left nothing to end.
    if (call.start !== undefined && call.leaves.length === 0) return discard(call);
    // Should these have failed, they go in front of what is appended next, so no leaf follows the seal.
    await call.writing;
    if (!call.ended) {
      const draft = draftMaker(call, clock.now());
      const ending = { reason: reasonOf(call), turns: call.turns };
      await journal.append(call, [draft('call_ended', ending)]);
      call.ended = true;
    }
    const seal = { merkle_root_hex: merkleRoot(call.leaves), event_count: call.leaves.length };
    await journal.append(call, [draftMaker(call, clock.now())('session_sealed', seal)]);
  };

  const begin = (call: LiveCall): Promise<void> => {
    const work = end(call).catch((error: unknown) => {
      owed.push(call);
      onDelay(error);
    });
    running.add(work);
    return work.finally(() => running.delete(work));
  };

  return {
    /** Starts the ending of a call that was taken out; resolves when it is durable, or owed. */
    over: begin,
    /** Starts the endings that are due, and those that failed once more. */
    endOver: (): void => {
      const again = owed;
      owed = [];
      for (const call of again) void begin(call);
      for (const call of liveCalls.takeEnded()) void begin(call);
    },
    settle: async (): Promise<void> => {
      await Promise.all(running);
    },
  };
}

function reasonOf({ hungUp, callKey }: LiveCall): EndReason {
  if (hungUp) return 'platform';
  return callKey === '' ? 'single_request' : 'idle';
}
