import type { EventDraft, EventFields } from '../domain/event.ts';
import { treeRoot } from '../journal/index.ts';
import type { Clock } from '../ports/clock.ts';
import { draftMaker } from './call-events.ts';
import type { CallJournal } from './call-journal.ts';
import type { LiveCall } from './live-call.ts';
import type { CallRequest, LiveCalls } from './live-calls.ts';
import type { RecordedState } from './session-records.ts';

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

/** Calls that end together: of thousands, other work goes on between these. */
const endedAtOnce = 16;

/** Ends calls that are over: `call_ended`, then the seal over all their leaves (design D21, D29). */
export function createCallEndings(deps: CallEndingsDeps) {
  const { liveCalls, journal, clock, discard, onDelay } = deps;
  const running = new Set<Promise<void>>();
  let unwritten: LiveCall[] = [];

  /** Appends an event to each of the calls in one append. */
  const appendToEach = (
    calls: readonly OverCall[],
    draftOf: (over: OverCall) => EventDraft,
  ): Promise<void> =>
    journal.appendTogether(calls.map((over) => ({ call: over.call, drafts: [draftOf(over)] })));

  const stateOf = async (call: LiveCall): Promise<OverCall> => {
    await call.writing;
    // Events that cannot be written precede the next append, so no leaf follows the seal.
    await journal.isWritten(call);
    const state = await liveCalls.recordedState(call);
    // A call whose first request never became durable has nothing to end.
    if (!state.begun) await discard(call);
    return { call, ...state };
  };

  const end = async (calls: readonly LiveCall[]): Promise<void> => {
    const begun = (await Promise.all(calls.map(stateOf))).filter((over) => over.begun);
    const unended = begun.filter(({ ended }) => !ended);
    await appendToEach(unended, ({ call, turns }) =>
      draftMaker(call, clock.now())('call_ended', { reason: reasonOf(call), turns }),
    );
    for (const { call } of unended) call.ended = true;
    const unsealed = begun.filter(({ sealed }) => !sealed).map(({ call }) => call);
    const leaves = await Promise.all(
      unsealed.map(async (call) => ({ call, ...(await liveCalls.recordedState(call)) })),
    );
    await appendToEach(leaves, ({ call, tree }) => {
      const seal = { merkle_root_hex: treeRoot(tree), event_count: tree.size };
      return draftMaker(call, clock.now())('session_sealed', seal);
    });
    await Promise.all(calls.map((call) => liveCalls.finished(call)));
  };

  const track = (work: Promise<void>): Promise<void> => {
    running.add(work);
    return work.finally(() => running.delete(work));
  };

  /** A call that cannot be ended holds up no other. */
  const endTogether = (calls: readonly LiveCall[]): Promise<void> =>
    end(calls).catch(async (error: unknown) => {
      if (calls.length > 1) {
        for (const call of calls) await endTogether([call]);
        return;
      }
      unwritten.push(...calls);
      onDelay(error);
    });

  const begin = (calls: readonly LiveCall[]): Promise<void> => track(endTogether(calls));

  const leave = async (request: CallRequest): Promise<void> => {
    const over = await liveCalls.leave(request);
    if (over.length > 0) void begin(over);
  };

  let due: readonly LiveCall[] = [];
  let isEnding = false;
  const endAllDue = async (): Promise<void> => {
    isEnding = true;
    while (due.length > 0) {
      const some = due.slice(0, endedAtOnce);
      due = due.slice(endedAtOnce);
      await endTogether(some);
    }
    isEnding = false;
  };
  const endLater = (calls: readonly LiveCall[]): void => {
    due = [...due, ...calls];
    if (!isEnding) void track(endAllDue());
  };

  return {
    /** A request is over; starts the ending of its call when that is over too. */
    left: (request: CallRequest): void => {
      void track(leave(request).catch(onDelay));
    },
    /** Ends a call that was taken out; resolves when that is durable, or when `endOver` will try again. */
    over: (call: LiveCall): Promise<void> => begin([call]),
    /** Starts the endings that are due, and again those that failed. */
    endOver: (): Promise<void> => {
      const again = unwritten;
      unwritten = [];
      endLater(again);
      return track(liveCalls.takeEnded().then(endLater).catch(onDelay));
    },
    settle: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

interface OverCall extends RecordedState {
  readonly call: LiveCall;
}

function reasonOf({ hungUp, callKey }: LiveCall): EndReason {
  if (hungUp) return 'platform';
  return callKey === '' ? 'single_request' : 'idle';
}
