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
  /** Appends the events of several calls as one. Rejects as `append` does, for all of them. */
  appendTogether(parts: readonly CallDrafts[]): Promise<void>;
  /**
   * Appends the events of an outbound body, in chunks: events of other calls are written in between.
   * Rejects as `append` does.
   */
  appendBody(call: LiveCall, events: BodyEvents): Promise<Receipt>;
  /**
   * Takes what follows a reply, and returns. The drafts go with the next append of any call, or alone
   * within `gatherMs`. If that fails, they wait and precede the next append, so an event is late but
   * never dropped (spec, rule 12). A promise of drafts must not reject, and must not be for the call's
   * first events.
   */
  appendLater(call: LiveCall, drafts: readonly EventDraft[] | Promise<readonly EventDraft[]>): void;
  /** Writes what waits of the call; false when something still waits afterwards. */
  isWritten(call: LiveCall): Promise<boolean>;
  /** Tries to write waiting drafts. */
  flush(): void;
  /** Resolves when everything handed to `appendLater` is durable; rejects when it cannot be. */
  settle(): Promise<void>;
}

/** Events about one outbound body, which its digest names. */
export interface BodyEvents extends Pick<Receipt, 'bodySha256'> {
  readonly drafts: readonly EventDraft[];
}

/** Events of one call. */
export interface CallDrafts {
  readonly call: LiveCall;
  readonly drafts: readonly EventDraft[];
}

/** Longest wait in milliseconds for an append that takes along what follows a reply. */
const gatherMs = 20;

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
  /** Drafts that follow replies, and those whose append failed. */
  pending: Entry[];
  gathering: NodeJS.Timeout | undefined;
  /** Writes of waiting drafts and of beginnings: no later event of these calls may overtake them. */
  readonly leadingWrites: Map<Promise<void>, readonly Entry[]>;
  readonly running: Set<Promise<void>>;
}

export function createCallJournal(deps: CallJournalDeps): CallJournal {
  const state: State = {
    deps,
    pending: [],
    gathering: undefined,
    leadingWrites: new Map(),
    running: new Set(),
  };
  const appendTogether = (parts: readonly CallDrafts[]) =>
    appendEntries(state, parts, (entries) => {
      for (const { call, draft } of entries.filter(isStart)) call.start ??= draft;
    });
  const append: CallJournal['append'] = async (call, drafts) => {
    const records = await appendTogether([{ call, drafts }]);
    return records.slice(records.length - drafts.length);
  };
  return {
    begin: async (call) => {
      await append(call, []);
    },
    append,
    appendTogether: async (parts) => {
      await appendTogether(parts);
    },
    appendBody: async (call, { bodySha256, drafts }) => {
      const records: JournalRecord[] = [];
      for (const chunk of chunksOf(drafts, eventsPerAppend))
        records.push(...(await append(call, chunk)));
      return { bodySha256, records };
    },
    appendLater: (call, drafts) => {
      const work =
        drafts instanceof Promise
          ? drafts.then((made) => gather(state, call, made))
          : gather(state, call, drafts);
      // Of requests in flight together, the last to be answered may be handed over first.
      call.writing = Promise.all([call.writing, work]).then(() => undefined);
      track(state, work);
    },
    isWritten: async (call) => {
      if (isWaiting(state.pending, call)) flush(state);
      for (
        let leader = leadingWriteOf(state, [call]);
        leader;
        leader = leadingWriteOf(state, [call])
      )
        await leader;
      return !isWaiting(state.pending, call);
    },
    flush: () => flush(state),
    settle: async () => {
      await Promise.all(state.running);
      flush(state);
      await Promise.all(state.running);
      if (state.pending.length > 0) await writeAfterPending(state, []);
    },
  };
}

function track({ running }: State, work: Promise<void>): void {
  running.add(work);
  void work.finally(() => running.delete(work));
}

/** Resolves with the last records written, those of the drafts at the end; `onRefused` gets what was not written. */
async function appendEntries(
  state: State,
  parts: readonly CallDrafts[],
  onRefused: (entries: readonly Entry[]) => void,
): Promise<readonly JournalRecord[]> {
  const calls = parts.map(({ call }) => call);
  for (let leader = leadingWriteOf(state, calls); leader; leader = leadingWriteOf(state, calls))
    await leader;
  const entries = parts.flatMap(({ call, drafts }) => takeEntries(call, drafts));
  if (entries.length === 0) return [];
  const begun = entries.filter(isStart).map(({ call }) => state.deps.onBegin(call));
  const [records] = await Promise.all([
    writeAfterPending(state, entries, () => onRefused(entries)),
    ...begun,
  ]);
  return records;
}

/** Hands drafts over to the next append. The beginning of a call is written at once. */
async function gather(state: State, call: LiveCall, drafts: readonly EventDraft[]): Promise<void> {
  for (let leader = leadingWriteOf(state, [call]); leader; leader = leadingWriteOf(state, [call]))
    await leader;
  if (call.start !== undefined) {
    const wait = (entries: readonly Entry[]): void => void state.pending.push(...entries);
    return appendEntries(state, [{ call, drafts }], wait).then(() => undefined, state.deps.onDelay);
  }
  state.pending.push(...takeEntries(call, drafts));
  state.gathering ??= setTimeout(() => flush(state), gatherMs).unref();
}

/** Starts to write what waits. */
function flush(state: State): void {
  if (state.pending.length === 0) return;
  track(
    state,
    writeAfterPending(state, []).then(() => undefined, state.deps.onDelay),
  );
}

function isWaiting(entries: readonly Entry[], of: LiveCall): boolean {
  return entries.some(({ call }) => call === of);
}

/** A write under way that events of these calls may not overtake. */
function leadingWriteOf(
  { leadingWrites }: State,
  calls: readonly LiveCall[],
): Promise<void> | undefined {
  for (const [work, entries] of leadingWrites)
    if (calls.some((call) => isWaiting(entries, call))) return work;
  return undefined;
}

/** Writes waiting drafts, then the entries; calls `onRefused` when that failed. */
function writeAfterPending(
  state: State,
  entries: readonly Entry[],
  onRefused: () => void = () => undefined,
): Promise<readonly JournalRecord[]> {
  clearTimeout(state.gathering);
  state.gathering = undefined;
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
