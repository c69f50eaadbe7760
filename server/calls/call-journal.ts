import type { EventDraft, JournalRecord } from '../domain/event.ts';
import { chunksOf } from '../domain/time-slices.ts';
import { isSessionLeaf, type Receipt, withLeaf } from '../journal/index.ts';
import type { Journal } from '../ports/journal.ts';
import type { LiveCall } from './live-call.ts';

/** The journal as calls use it: a call's first events follow its `call_started`. */
export interface CallJournal {
  /**
   * Makes a call's `call_started` durable, should it not be yet; rejects as `append` does, and then it
   * goes with the call's next events.
   */
  begin(call: LiveCall): Promise<void>;
  /** Durable on return; rejects with Fault `AuditUnavailable`, and then nothing may be forwarded. */
  append(call: LiveCall, drafts: readonly EventDraft[]): Promise<readonly JournalRecord[]>;
  /**
   * Appends the events of an outbound body, in chunks: those of other calls are written in between.
   * Rejects as `append` does.
   */
  appendBody(call: LiveCall, events: BodyEvents): Promise<Receipt>;
  /**
   * For what follows a reply: starts the append and returns. Should it fail, the drafts wait and go
   * in front of whatever is appended next, so an event is late but never dropped (spec, rule 12).
   * Drafts that are still being made must not reject, and not be the call's first.
   */
  appendLater(call: LiveCall, drafts: readonly EventDraft[] | Promise<readonly EventDraft[]>): void;
  /** True while drafts of the call wait, or its beginning is being written. */
  hasPending(call: LiveCall): boolean;
  /** Tries to write the drafts that wait, should there be any. */
  flush(): void;
  /** Resolves when everything handed to `appendLater` is durable; rejects when it cannot be made so. */
  settle(): Promise<void>;
}

/** Events that are about one outbound body, which its digest names. */
export interface BodyEvents extends Pick<Receipt, 'bodySha256'> {
  readonly drafts: readonly EventDraft[];
}

/** Events that are made durable in one append. */
const eventsPerAppend = 256;

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
  let pending: Entry[] = [];
  /** Writes of what waited and of beginnings: no later event of these calls may overtake them. */
  const leadingWrites = new Map<Promise<void>, readonly Entry[]>();
  const running = new Set<Promise<void>>();

  const leadingWriteOf = (call: LiveCall): Promise<void> | undefined => {
    for (const [work, entries] of leadingWrites) {
      if (entries.some((entry) => entry.call === call)) return work;
    }
    return undefined;
  };

  const write = async (entries: readonly Entry[]): Promise<readonly JournalRecord[]> => {
    const records = await journal.append(entries.map(({ draft }) => draft));
    records.forEach((record, index) => {
      const call = entries[index]?.call;
      if (call === undefined) return;
      if (isSessionLeaf(record.kind)) call.tree = withLeaf(call.tree, record.curr_hash);
      onRecord(record, call);
    });
    return records;
  };

  /** Writes what waits, then the entries; `refused` runs when that failed. */
  const writeAfterPending = (
    entries: readonly Entry[],
    refused: () => void = () => undefined,
  ): Promise<readonly JournalRecord[]> => {
    const late = pending;
    pending = [];
    const lead = [...late, ...entries.filter(isStart)];
    const records = write([...late, ...entries]).catch((error: unknown) => {
      for (const { call } of [...late, ...entries]) call.appendOutcomeUnknown = true;
      pending = [...late, ...pending];
      refused();
      throw error;
    });
    if (lead.length > 0) {
      const work = settled(records);
      leadingWrites.set(work, lead);
      void work.then(() => leadingWrites.delete(work));
    }
    return records;
  };

  /** Resolves with the records of the drafts; `refused` is told what was not written of the call. */
  const append = async (
    call: LiveCall,
    drafts: readonly EventDraft[],
    refused: (entries: readonly Entry[]) => void,
  ): Promise<readonly JournalRecord[]> => {
    for (let leader = leadingWriteOf(call); leader; leader = leadingWriteOf(call)) await leader;
    const entries = takeEntries(call, drafts);
    if (entries.length === 0) return [];
    const begun = entries.some(isStart) ? onBegin(call) : undefined;
    const [records] = await Promise.all([
      writeAfterPending(entries, () => refused(entries)),
      begun,
    ]);
    return records.slice(records.length - drafts.length);
  };

  const appendOrWait = async (call: LiveCall, drafts: readonly EventDraft[]): Promise<void> => {
    const wait = (entries: readonly Entry[]): void => void pending.push(...entries);
    await append(call, drafts, wait).then(() => undefined, onDelay);
  };

  const appendTo: CallJournal['append'] = (call, drafts) =>
    append(call, drafts, (entries) => {
      call.start ??= entries.find(isStart)?.draft;
    });

  const track = (work: Promise<void>): void => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };

  return {
    begin: async (call) => {
      await appendTo(call, []);
    },
    append: appendTo,
    appendBody: async (call, { bodySha256, drafts }) => {
      const records: JournalRecord[] = [];
      for (const chunk of chunksOf(drafts, eventsPerAppend))
        records.push(...(await appendTo(call, chunk)));
      return { bodySha256, records };
    },
    appendLater: (call, drafts) => {
      const work =
        drafts instanceof Promise
          ? drafts.then((made) => appendOrWait(call, made))
          : appendOrWait(call, drafts);
      // Of requests that were in flight at once, the last to be answered may be written first.
      call.writing = Promise.all([call.writing, work]).then(() => undefined);
      track(work);
    },
    hasPending: (call) =>
      [pending, ...leadingWrites.values()].flat().some((entry) => entry.call === call),
    flush: () => {
      if (pending.length > 0) track(writeAfterPending([]).then(() => undefined, onDelay));
    },
    settle: async () => {
      await Promise.all(running);
      if (pending.length > 0) await writeAfterPending([]);
    },
  };
}

function isStart({ draft }: Entry): boolean {
  return draft.kind === 'call_started';
}

/** Resolves when the work is over, however it went. */
function settled(work: Promise<unknown>): Promise<void> {
  return work.then(
    () => undefined,
    () => undefined,
  );
}

/** The drafts behind the call's start, should that not have been handed over before. */
function takeEntries(call: LiveCall, drafts: readonly EventDraft[]): readonly Entry[] {
  const { start } = call;
  call.start = undefined;
  return (start === undefined ? drafts : [start, ...drafts]).map((draft) => ({ call, draft }));
}
