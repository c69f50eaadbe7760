import { readSession } from '../calls/session-records.ts';
import type { JournalRecord } from '../domain/event.ts';
import type { SessionId } from '../domain/ids.ts';
import type { Journal } from '../ports/journal.ts';
import type { SessionRow, SessionSummaries } from '../ports/session-summaries.ts';
import { foldSession, type SessionFold } from '../projections/session-summary.ts';

/** What a session's row needs and no event holds. */
export interface SessionFacts {
  readonly agentName: string;
}

/** Keeps session summaries in step with the journal, off the request path (spec, rule 7). */
export interface SessionRecorder {
  /**
   * Folds durable records; the write follows by itself. Those between that another replica appended
   * are read from the journal.
   */
  fold(record: JournalRecord, facts: SessionFacts): void;
  /** Brings the summary of a session up to its records; durable on return. */
  catchUp(id: SessionId, facts: SessionFacts): Promise<void>;
  /** Another replica goes on with the session. */
  forget(id: SessionId): void;
  /** Tries to write what is due, and to read what could not be read, should there be any. */
  flush(): void;
  /** Resolves when every summary folded so far is written; rejects when one cannot be. */
  settle(): Promise<void>;
}

export interface SessionRecorderDeps {
  readonly summaries: SessionSummaries;
  readonly journal: Pick<Journal, 'read'>;
  /**
   * Told when a write failed, whose summaries stay due and go with the next one, or when a session
   * could not be read, which the next `flush` tries again.
   */
  readonly onDelay: (error: unknown) => void;
}

/** Behind a write of many: under load the next is of more, and there are fewer. */
const [busyBatch, restMs] = [4, 20];

export function createSessionRecorder({
  summaries,
  journal,
  onDelay,
}: SessionRecorderDeps): SessionRecorder {
  /** `next`: the `session_seq` to be folded next. */
  const folds = new Map<SessionId, { fold: SessionFold; next: number }>();
  /** Sessions of which records are missing here. */
  const behind = new Map<SessionId, SessionFacts>();
  /** Those of them that could not be read: they hold up no other. */
  const unread = new Map<SessionId, { readonly facts: SessionFacts; readonly error: unknown }>();
  /** Sessions whose last leaf and seal are folded: dropped once they are written. */
  const sealed = new Set<SessionId>();
  const due = new Set<SessionId>();
  let writing: Promise<number> | undefined;
  let resting: NodeJS.Timeout | undefined;

  const foldNext = (id: SessionId, record: JournalRecord, { agentName }: SessionFacts): void => {
    const before = folds.get(id);
    const next = before?.next ?? 0;
    if (record.session_seq !== next) return;
    folds.set(id, { fold: foldSession(before?.fold, record, agentName), next: next + 1 });
    if (record.kind === 'session_sealed') sealed.add(id);
    due.add(id);
  };

  const readOne = async (id: SessionId, facts: SessionFacts): Promise<void> => {
    try {
      const records = await readSession(journal, id, folds.get(id)?.next);
      for (const record of records) foldNext(id, record, facts);
      unread.delete(id);
    } catch (error) {
      unread.set(id, { facts, error });
      onDelay(error);
    }
  };

  const readMissing = async (): Promise<void> => {
    for (const [id, facts] of [...behind]) {
      // Before it is read: records may be missing anew by the time it has been.
      behind.delete(id);
      await readOne(id, facts);
    }
  };

  const readAgain = (): void => {
    for (const [id, { facts }] of unread) behind.set(id, facts);
  };

  /** How many it wrote. */
  const write = async (): Promise<number> => {
    // Lets one write gather everything of this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    await readMissing();
    const ids = [...due];
    due.clear();
    const rows = ids.flatMap((id) => {
      const entry = folds.get(id);
      return entry === undefined ? [] : [rowOf(entry.fold, sealed.has(id))];
    });
    try {
      await summaries.record(rows);
    } catch (error) {
      for (const id of ids) due.add(id);
      throw error;
    }
    for (const id of ids) {
      if (!due.has(id) && sealed.delete(id)) folds.delete(id);
    }
    return rows.length;
  };

  /** Joins the write under way, or starts one; one at a time. */
  const writeOnce = (): Promise<number> => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  };

  const schedule = (): void => {
    if (writing !== undefined || resting !== undefined) return;
    writeOnce().then((written) => {
      if (written < busyBatch) scheduleNext();
      else resting = setTimeout(scheduleNext, restMs).unref();
    }, onDelay);
  };

  const writeDue = (): void => {
    if (due.size + behind.size > 0) schedule();
  };

  const scheduleNext = (): void => {
    resting = undefined;
    writeDue();
  };

  const writeAll = async (): Promise<void> => {
    // It may have begun before the last records were folded.
    await writing?.catch(() => undefined);
    if (writing !== undefined || due.size + behind.size > 0) await writeOnce();
    writeDue();
  };

  return {
    fold: (record, facts) => {
      const id = record.session_id;
      if (id === undefined) return;
      if ((record.session_seq ?? 0) > (folds.get(id)?.next ?? 0)) behind.set(id, facts);
      else foldNext(id, record, facts);
      schedule();
    },
    catchUp: async (id, facts) => {
      if (!sealed.has(id)) behind.set(id, facts);
      await writeAll();
      const failed = unread.get(id);
      if (failed !== undefined) throw failed.error;
    },
    forget: (id) => {
      if (!due.has(id)) folds.delete(id);
    },
    flush: () => {
      readAgain();
      writeDue();
    },
    settle: async () => {
      readAgain();
      await writeAll();
      for (const { error } of unread.values()) throw error;
    },
  };
}

function rowOf({ summary, foldedSeq, addedMs }: SessionFold, isSealed: boolean): SessionRow {
  return { summary: { ...summary, ended: isSealed }, foldedSeq, addedMs };
}
