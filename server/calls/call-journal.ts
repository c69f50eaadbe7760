import type { EventDraft, JournalRecord } from '../domain/event.ts';
import { chunksOf } from '../domain/time-slices.ts';
import { isSessionLeaf, type Receipt, withLeaf } from '../journal/index.ts';
import type { Journal } from '../ports/journal.ts';
import type { LiveCall } from './live-call.ts';

/** The journal as calls use it: a call's first events follow its `call_started`. */
export interface CallJournal {
  /**
   * Makes a call's `call_started` durable, unless it is. Rejects as `append` does; `call_started` then
   * goes with the call's next events.
   */
  begin(call: LiveCall): Promise<void>;
  /** Durable on return. Rejects with Fault `AuditUnavailable`; then nothing may be forwarded. */
  append(call: LiveCall, drafts: readonly EventDraft[]): Promise<readonly JournalRecord[]>;
  /**
   * Appends the events of an outbound body, in chunks: events of other calls are written in between.
   * Rejects as `append` does.
   */
  appendBody(call: LiveCall, events: BodyEvents): Promise<Receipt>;
  /**
   * Starts the append of what follows a reply, and returns. If it fails, the drafts wait and precede
   * the next append, so an event is late but never dropped (spec, rule 12). A promise of drafts must
   * not reject, and must not be for the call's first events.
   */
  appendLater(call: LiveCall, drafts: readonly EventDraft[] | Promise<readonly EventDraft[]>): void;
  /** True while drafts of the call wait, or its beginning is being written. */
  hasPending(call: LiveCall): boolean;
  /** Tries to write waiting drafts. */
  flush(): void;
  /** Resolves when everything handed to `appendLater` is durable; rejects when it cannot be. */
  settle(): Promise<void>;
}

/** Events about one outbound body, which its digest names. */
export interface BodyEvents extends Pick<Receipt, 'bodySha256'> {
  readonly drafts: readonly EventDraft[];
}

/** Events in one append. */
const eventsPerAppend = 256;

export interface CallJournalDeps {
  readonly journal: Journal;
  /** Called as a call's beginning is written; resolves when the call can be found by its id. */
  readonly onBegin: (call: LiveCall) => Promise<void>;
  /** Called for each durable record, in order. */
  readonly onRecord: (record: JournalRecord, call: LiveCall) => void;
  /** Called when an append of `appendLater` failed; its drafts wait. */
  readonly onDelay: (error: unknown) => void;
}

interface Entry {
  readonly call: LiveCall;
  readonly draft: EventDraft;
}

interface State {
  readonly deps: CallJournalDeps;
  /** Drafts whose append failed. */
  pending: Entry[];
  /** Writes of waiting drafts and of beginnings: no later event of these calls may overtake them. */
  readonly leadingWrites: Map<Promise<void>, readonly Entry[]>;
  readonly running: Set<Promise<void>>;
}

export function createCallJournal(deps: CallJournalDeps): CallJournal {
  const state: State = { deps, pending: [], leadingWrites: new Map(), running: new Set() };
  const append: CallJournal['append'] = (call, drafts) =>
    appendEntries(state, call, drafts, (entries) => {
      call.start ??= entries.find(isStart)?.draft;
    });
  return {
    begin: async (call) => {
      await append(call, []);
    },
    append,
    appendBody: async (call, { bodySha256, drafts }) => {
      const records: JournalRecord[] = [];
      for (const chunk of chunksOf(drafts, eventsPerAppend))
        records.push(...(await append(call, chunk)));
      return { bodySha256, records };
    },
    appendLater: (call, drafts) => {
      const work =
        drafts instanceof Promise
          ? drafts.then((made) => appendOrWait(state, call, made))
          : appendOrWait(state, call, drafts);
      // Of requests in flight together, the last to be answered may be written first.
      call.writing = Promise.all([call.writing, work]).then(() => undefined);
      track(state, work);
    },
    hasPending: (call) =>
      [state.pending, ...state.leadingWrites.values()].flat().some((entry) => entry.call === call),
    flush: () => {
      if (state.pending.length > 0)
        track(
          state,
          writeAfterPending(state, []).then(() => undefined, deps.onDelay),
        );
    },
    settle: async () => {
      await Promise.all(state.running);
      if (state.pending.length > 0) await writeAfterPending(state, []);
    },
  };
}

function track({ running }: State, work: Promise<void>): void {
  running.add(work);
  void work.finally(() => running.delete(work));
}

/** Resolves with the records of the drafts; `onRefused` gets what was not written of the call. */
async function appendEntries(
  state: State,
  call: LiveCall,
  drafts: readonly EventDraft[],
  onRefused: (entries: readonly Entry[]) => void,
): Promise<readonly JournalRecord[]> {
  for (let leader = leadingWriteOf(state, call); leader; leader = leadingWriteOf(state, call))
    await leader;
  const entries = takeEntries(call, drafts);
  if (entries.length === 0) return [];
  const begun = entries.some(isStart) ? state.deps.onBegin(call) : undefined;
  const [records] = await Promise.all([
    writeAfterPending(state, entries, () => onRefused(entries)),
    begun,
  ]);
  return records.slice(records.length - drafts.length);
}

async function appendOrWait(
  state: State,
  call: LiveCall,
  drafts: readonly EventDraft[],
): Promise<void> {
  const wait = (entries: readonly Entry[]): void => void state.pending.push(...entries);
  await appendEntries(state, call, drafts, wait).then(() => undefined, state.deps.onDelay);
}

function leadingWriteOf({ leadingWrites }: State, call: LiveCall): Promise<void> | undefined {
  for (const [work, entries] of leadingWrites)
    if (entries.some((entry) => entry.call === call)) return work;
  return undefined;
}

/** Writes waiting drafts, then the entries; calls `onRefused` when that failed. */
function writeAfterPending(
  state: State,
  entries: readonly Entry[],
  onRefused: () => void = () => undefined,
): Promise<readonly JournalRecord[]> {
  const late = state.pending;
  state.pending = [];
  const lead = [...late, ...entries.filter(isStart)];
  const records = write(state, [...late, ...entries]).catch((error: unknown) => {
    for (const { call } of [...late, ...entries]) call.appendOutcomeUnknown = true;
    state.pending = [...late, ...state.pending];
    onRefused();
    throw error;
  });
  if (lead.length > 0) {
    const work = settled(records);
    state.leadingWrites.set(work, lead);
    void work.then(() => state.leadingWrites.delete(work));
  }
  return records;
}

async function write(
  { deps: { journal, onRecord } }: State,
  entries: readonly Entry[],
): Promise<readonly JournalRecord[]> {
  const records = await journal.append(entries.map(({ draft }) => draft));
  records.forEach((record, index) => {
    const call = entries[index]?.call;
    if (call === undefined) return;
    if (isSessionLeaf(record.kind)) call.tree = withLeaf(call.tree, record.curr_hash);
    onRecord(record, call);
  });
  return records;
}

function isStart({ draft }: Entry): boolean {
  return draft.kind === 'call_started';
}

/** Resolves when the work is over, with or without success. */
function settled(work: Promise<unknown>): Promise<void> {
  return work.then(
    () => undefined,
    () => undefined,
  );
}

/** The drafts, after the call's `call_started` where that was not handed over yet. */
function takeEntries(call: LiveCall, drafts: readonly EventDraft[]): readonly Entry[] {
  const { start } = call;
  call.start = undefined;
  return (start === undefined ? drafts : [start, ...drafts]).map((draft) => ({ call, draft }));
}
