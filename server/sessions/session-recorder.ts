import { readSession } from '../calls/session-records.ts';
import type { JournalRecord } from '../domain/event.ts';
import type { SessionId } from '../domain/ids.ts';
import type { Journal } from '../ports/journal.ts';
import type { SearchKey, SessionRow, SessionSummaries } from '../ports/session-summaries.ts';
import { foldSession, type SessionFold } from '../projections/session-summary.ts';

/** What a session's summary needs and no event holds. */
export interface SessionFacts {
  readonly agentName: string;
}

/** Keeps session summaries in step with the journal, off the request path (spec, rule 7). */
export interface SessionRecorder {
  /**
   * Folds a durable record into its session's summary and schedules the write. Reads records in between,
   * which other replicas appended, from the journal.
   */
  fold(record: JournalRecord, facts: SessionFacts): void;
  /** Keeps keys by which a session can be found, with the next write. */
  addSearchKeys(id: SessionId, keys: readonly SearchKey[]): void;
  /** Folds all records of a session into its summary; durable on return. */
  catchUp(id: SessionId, facts: SessionFacts): Promise<void>;
  /** Writes what is folded, so that a read behind it finds it. A failure goes to `onDelay`. */
  writeDue(): Promise<void>;
  /** Drops the state of a session that another replica continues. */
  forget(id: SessionId): void;
  /** Tries again what could not be written or read. */
  flush(): void;
  /** Resolves when every folded summary is written; rejects when one cannot be. */
  settle(): Promise<void>;
}

export interface SessionRecorderDeps {
  readonly summaries: SessionSummaries;
  readonly journal: Pick<Journal, 'read'>;
  /**
   * Called when a write failed, whose summaries go with the next one, or when a session could not be
   * read, which the next `flush` tries again.
   */
  readonly onDelay: (error: unknown) => void;
}

/** Before each write a pause in milliseconds, so that it carries what several requests and calls changed. */
const restMs = 250;
/** Summaries that are not kept waiting for more: one write of them must not hold up this thread. */
const mostDue = 64;

interface State {
  readonly deps: SessionRecorderDeps;
  /** `next`: the `session_seq` of the record to fold next. */
  readonly folds: Map<SessionId, { readonly fold: SessionFold; readonly next: number }>;
  /** Sessions that have records this process lacks. */
  readonly behind: Map<SessionId, SessionFacts>;
  /** Sessions that could not be read: they hold up no other. */
  readonly unread: Map<SessionId, { readonly facts: SessionFacts; readonly error: unknown }>;
  /** Sessions whose seal is folded: dropped once they are written. */
  readonly sealed: Set<SessionId>;
  /** Sessions whose summary is to be written. */
  readonly due: Set<SessionId>;
  /** Search keys to be written, each once. */
  readonly newKeys: Map<SessionId, ReadonlyMap<string, SearchKey>>;
  writing: Promise<void> | undefined;
  /** The last write failed: the next one rests, however much is due. */
  failed: boolean;
  resting: NodeJS.Timeout | undefined;
}

export function createSessionRecorder(deps: SessionRecorderDeps): SessionRecorder {
  const state: State = {
    deps,
    folds: new Map(),
    behind: new Map(),
    unread: new Map(),
    sealed: new Set(),
    due: new Set(),
    newKeys: new Map(),
    writing: undefined,
    failed: false,
    resting: undefined,
  };
  const { folds, behind, unread, due } = state;
  const readAgain = (): void => {
    for (const [id, { facts }] of unread) behind.set(id, facts);
  };
  return {
    fold: (record, facts) => {
      const id = record.session_id;
      if (id === undefined) return;
      if ((record.session_seq ?? 0) > (folds.get(id)?.next ?? 0)) behind.set(id, facts);
      else foldNext(state, id, record, facts);
      schedule(state);
    },
    addSearchKeys: (id, keys) => {
      addKeys(state, id, keys);
      schedule(state);
    },
    catchUp: async (id, facts) => {
      // Also behind a seal: a review may follow it.
      behind.set(id, facts);
      await writeAll(state);
      const failed = unread.get(id);
      if (failed !== undefined) throw failed.error;
    },
    writeDue: () => writeAll(state).catch(deps.onDelay),
    forget: (id) => {
      if (!due.has(id)) folds.delete(id);
    },
    flush: () => {
      readAgain();
      scheduleDue(state);
    },
    settle: async () => {
      readAgain();
      await writeAll(state);
      for (const { error } of unread.values()) throw error;
    },
  };
}

function foldNext(
  { folds, sealed, due }: State,
  id: SessionId,
  record: JournalRecord,
  { agentName }: SessionFacts,
): void {
  const before = folds.get(id);
  const next = before?.next ?? 0;
  if (record.session_seq !== next) return;
  folds.set(id, { fold: foldSession(before?.fold, record, agentName), next: next + 1 });
  if (record.kind === 'session_sealed') sealed.add(id);
  due.add(id);
}

async function readMissing(state: State): Promise<void> {
  const { deps, behind, unread, folds } = state;
  for (const [id, facts] of [...behind]) {
    // Before the read: more records may be missing by the time it is over.
    behind.delete(id);
    try {
      const records = await readSession(deps.journal, id, folds.get(id)?.next);
      for (const record of records) foldNext(state, id, record, facts);
      unread.delete(id);
    } catch (error) {
      unread.set(id, { facts, error });
      deps.onDelay(error);
    }
  }
}

/** Writes what is due. */
async function write(state: State): Promise<void> {
  const { deps, folds, sealed, due, newKeys } = state;
  await readMissing(state);
  const ids = [...due];
  due.clear();
  const keys = [...newKeys].map(([id, some]) => ({ id, keys: [...some.values()] }));
  newKeys.clear();
  const rows = ids.flatMap((id) => {
    const entry = folds.get(id);
    return entry === undefined ? [] : [rowOf(entry.fold, sealed.has(id))];
  });
  try {
    // In one round, so that they share a commit.
    await Promise.all([
      keys.length > 0 && deps.summaries.addSearchKeys(keys),
      deps.summaries.record(rows),
    ]);
    state.failed = false;
  } catch (error) {
    state.failed = true;
    for (const id of ids) due.add(id);
    for (const { id, keys: some } of keys) addKeys(state, id, some);
    throw error;
  }
  for (const id of ids) {
    if (!due.has(id) && sealed.delete(id)) folds.delete(id);
  }
}

function addKeys({ newKeys }: State, id: SessionId, keys: readonly SearchKey[]): void {
  if (keys.length === 0) return;
  const known = new Map(newKeys.get(id));
  for (const one of keys) if (!known.get(one.key)?.placeholder) known.set(one.key, one);
  newKeys.set(id, known);
}

function hasMore({ due, behind, newKeys }: State): boolean {
  return due.size + behind.size + newKeys.size > 0;
}

/** Joins the write under way, or starts one: one at a time. */
function writeOnce(state: State): Promise<void> {
  state.writing ??= write(state).finally(() => {
    state.writing = undefined;
  });
  return state.writing;
}

function schedule(state: State): void {
  if (state.writing !== undefined) return;
  if (state.due.size >= mostDue && !state.failed) writeNow(state);
  else state.resting ??= setTimeout(writeNow, restMs, state).unref();
}

function writeNow(state: State): void {
  clearTimeout(state.resting);
  state.resting = undefined;
  // Somebody who needed it wrote all; the stores may be closed by now.
  if (!hasMore(state)) return;
  writeOnce(state).then(() => scheduleDue(state), state.deps.onDelay);
}

function scheduleDue(state: State): void {
  if (hasMore(state)) schedule(state);
}

async function writeAll(state: State): Promise<void> {
  // The write under way may have begun before the last records were folded.
  await state.writing?.catch(() => undefined);
  if (state.writing !== undefined || hasMore(state)) await writeOnce(state);
  scheduleDue(state);
}

/** The summaries as people read them: with all that is folded. */
export function currentSummaries(
  summaries: SessionSummaries,
  { writeDue }: Pick<SessionRecorder, 'writeDue'>,
): SessionSummaries {
  return {
    ...summaries,
    get: (id) => writeDue().then(() => summaries.get(id)),
    list: (query) => writeDue().then(() => summaries.list(query)),
    count: (filter) => writeDue().then(() => summaries.count(filter)),
  };
}

function rowOf({ summary, foldedSeq, addedMs }: SessionFold, isSealed: boolean): SessionRow {
  return { summary: { ...summary, ended: isSealed }, foldedSeq, addedMs };
}
