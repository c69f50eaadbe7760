import type { EventFields } from '../domain/event.ts';
import { treeRoot } from '../journal/index.ts';
import type { Clock } from '../ports/clock.ts';
import { draftMaker } from './call-events.ts';
import type { CallJournal } from './call-journal.ts';
import type { LiveCall } from './live-call.ts';
import type { CallRequest, LiveCalls } from './live-calls.ts';

type EndReason = EventFields['call_ended']['reason'];

export interface CallEndingsDeps {
  readonly liveCalls: LiveCalls;
  readonly journal: CallJournal;
  readonly clock: Clock;
  /** Removes the payloads of a call without records, which would otherwise stay for good. */
  readonly discard: (call: LiveCall) => Promise<void>;
  /** Called when an ending could not be written; `endOver` tries it again. */
  readonly onDelay: (error: unknown) => void;
}

/** Ends calls that are over: `call_ended`, then the seal over all their leaves (design D21, D29). */
export function createCallEndings(deps: CallEndingsDeps) {
  const { liveCalls, journal, clock, discard, onDelay } = deps;
  const running = new Set<Promise<void>>();
  let unwritten: LiveCall[] = [];

  const end = async (call: LiveCall): Promise<void> => {
    await call.writing;
    // Events that cannot be written precede the next append, so no leaf follows the seal.
    await journal.isWritten(call);
    const { begun, ended, sealed, turns } = await liveCalls.recordedState(call);
    // A call whose first request never became durable has nothing to end.
    if (!begun) await discard(call);
    if (begun && !ended) {
      const draft = draftMaker(call, clock.now());
      await journal.append(call, [draft('call_ended', { reason: reasonOf(call), turns })]);
      call.ended = true;
    }
    if (begun && !sealed) {
      const { tree } = await liveCalls.recordedState(call);
      const seal = { merkle_root_hex: treeRoot(tree), event_count: tree.size };
      await journal.append(call, [draftMaker(call, clock.now())('session_sealed', seal)]);
    }
    await liveCalls.finished(call);
  };

  const track = (work: Promise<void>): Promise<void> => {
    running.add(work);
    return work.finally(() => running.delete(work));
  };

  const begin = (call: LiveCall): Promise<void> =>
    track(
      end(call).catch((error: unknown) => {
        unwritten.push(call);
        onDelay(error);
      }),
    );

  const leave = async (request: CallRequest): Promise<void> => {
    if (await liveCalls.leave(request)) void begin(request.call);
  };

  const endDue = async (): Promise<void> => {
    const due = await liveCalls.takeEnded();
    for (const call of due) void begin(call);
  };

  return {
    /** A request is over; starts the ending of its call when that is over too. */
    left: (request: CallRequest): void => {
      void track(leave(request).catch(onDelay));
    },
    /** Ends a call that was taken out; resolves when that is durable, or when `endOver` will try again. */
    over: begin,
    /** Starts the endings that are due, and again those that failed. */
    endOver: (): Promise<void> => {
      const again = unwritten;
      unwritten = [];
      for (const call of again) void begin(call);
      return track(endDue().catch(onDelay));
    },
    settle: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

function reasonOf({ hungUp, callKey }: LiveCall): EndReason {
  if (hungUp) return 'platform';
  return callKey === '' ? 'single_request' : 'idle';
}
