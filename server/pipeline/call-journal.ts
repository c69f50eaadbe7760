import type { EventDraft, JournalRecord } from '../domain/event.ts';
import { isSessionLeaf } from '../journal/index.ts';
import type { Journal } from '../ports/journal.ts';
import type { LiveCall } from './live-calls.ts';

/** The journal as calls use it: a call's first events follow its `call_started`. */
export interface CallJournal {
  /**
   * Writes a call's `call_started` when nothing of the call has been handed over before; rejects as
   * `append` does, and then it goes with the call's next events.
   */
  begin(call: LiveCall): Promise<void>;
  /** Durable on return; rejects with Fault `AuditUnavailable`, and then nothing may be forwarded. */
  append(call: LiveCall, drafts: readonly EventDraft[]): Promise<readonly JournalRecord[]>;
  /**
   * For what follows a reply: starts the append and returns. Should it fail, the drafts wait and go
   * in front of whatever is appended next, so an event is late but never dropped (spec, rule 12).
   * Drafts that are still being made must not reject, and not be the call's first.
   */
  appendLater(call: LiveCall, drafts: readonly EventDraft[] | Promise<readonly EventDraft[]>): void;
  /** True while drafts of the call wait. */
  waits(call: LiveCall): boolean;
  /** Tries to write the drafts that wait, should there be any. */
  flush(): void;
  /** Resolves when everything handed to `appendLater` is durable; rejects when it cannot be made so. */
  settle(): Promise<void>;
}

export interface CallJournalDeps {
  readonly journal: Journal;
  /** Told of a call's beginning as it is written; resolves when the call can be found by its id. */
  readonly onBegin: (call: LiveCall) => Promise<void>;
  /** Told of each durable record, in order. */
  readonly onRecord: (record: JournalRecord, call: LiveCall) => void;
  /** Told when an append of `appendLater` failed; its drafts are kept. */
  readonly onDelay: (error: unknown) => void;
}

interface Entry {
  readonly call: LiveCall;
  readonly draft: EventDraft;
}

export function createCallJournal({
  journal,
  onBegin,
  onRecord,
  onDelay,
}: CallJournalDeps): CallJournal {
  let waiting: Entry[] = [];
  /** What waited, and is being written. */
  const retried = new Set<readonly Entry[]>();
  const running = new Set<Promise<void>>();

  const write = async (entries: readonly Entry[]): Promise<readonly JournalRecord[]> => {
    const records = await journal.append(entries.map(({ draft }) => draft));
    records.forEach((record, index) => {
      const call = entries[index]?.call;
      if (call === undefined) return;
      if (isSessionLeaf(record.kind)) call.leaves.push(record.curr_hash);
      onRecord(record, call);
    });
    return records;
  };

  /** Writes what waits, then the entries; resolves with the records of these. */
  const append = async (entries: readonly Entry[]): Promise<readonly JournalRecord[]> => {
    const late = waiting;
    waiting = [];
    retried.add(late);
    try {
      const records = await write([...late, ...entries]);
      return records.slice(late.length);
    } catch (error) {
      waiting = [...late, ...waiting];
      throw error;
    } finally {
      retried.delete(late);
    }
  };

  const appendOrWait = async (entries: readonly Entry[]): Promise<void> => {
    try {
      await append(entries);
    } catch (error) {
      waiting.push(...entries);
      onDelay(error);
    }
  };

  const appendTo: CallJournal['append'] = async (call, drafts) => {
    const { start } = call;
    const entries = takeEntries(call, drafts);
    try {
      const begun = start === undefined ? undefined : onBegin(call);
      const [records] = await Promise.all([append(entries), begun]);
      return records.slice(entries.length - drafts.length);
    } catch (error) {
      call.start ??= start;
      throw error;
    }
  };

  return {
    begin: async (call) => {
      if (call.start !== undefined) await appendTo(call, []);
    },
    append: appendTo,
    appendLater: (call, drafts) => {
      if (call.start !== undefined) void onBegin(call);
      const work =
        drafts instanceof Promise
          ? drafts.then((made) => appendOrWait(takeEntries(call, made)))
          : appendOrWait(takeEntries(call, drafts));
      // Of requests that were in flight at once, the last to be answered may be written first.
      call.writing = Promise.all([call.writing, work]).then(() => undefined);
      running.add(work);
      void work.finally(() => running.delete(work));
    },
    waits: (call) => [waiting, ...retried].flat().some((entry) => entry.call === call),
    flush: () => {
      if (waiting.length === 0) return;
      const work = append([]).then(() => undefined, onDelay);
      running.add(work);
      void work.finally(() => running.delete(work));
    },
    settle: async () => {
      await Promise.all(running);
      if (waiting.length > 0) await append([]);
    },
  };
}

/** The drafts behind the call's start, should that not have been handed over before. */
function takeEntries(call: LiveCall, drafts: readonly EventDraft[]): readonly Entry[] {
  const { start } = call;
  call.start = undefined;
  return (start === undefined ? drafts : [start, ...drafts]).map((draft) => ({ call, draft }));
}
