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
  /** Told when an ending could not be written; the call's events before it are durable. */
  readonly onDelay: (error: unknown) => void;
}

/** Ends the calls that are over: `call_ended`, then the seal over all their leaves (design D21, D29). */
export function createCallEndings({ liveCalls, journal, clock, onDelay }: CallEndingsDeps) {
  const running = new Set<Promise<void>>();

  const end = async (call: LiveCall, reason: EndReason): Promise<void> => {
    const draft = draftMaker(call, clock.now());
    await journal.append(call, [draft('call_ended', { reason, turns: call.turns })]);
    const seal = { merkle_root_hex: merkleRoot(call.leaves), event_count: call.leaves.length };
    await journal.append(call, [draft('session_sealed', seal)]);
  };

  return {
    /** Starts the endings that are due. */
    endOver: (): void => {
      for (const call of liveCalls.takeEnded()) {
        // A call whose first request never became durable left nothing to end.
        if (!call.startJournaled) continue;
        const work = end(call, call.callKey === '' ? 'single_request' : 'idle').catch(onDelay);
        running.add(work);
        void work.finally(() => running.delete(work));
      }
    },
    settle: async (): Promise<void> => {
      await Promise.all(running);
    },
  };
}
