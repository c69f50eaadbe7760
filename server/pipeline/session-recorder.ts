import type { JournalRecord } from '../domain/event.ts';
import type { SessionId } from '../domain/ids.ts';
import type { Calls, SessionRow } from '../ports/calls.ts';
import { foldSession, type SessionFold } from '../projections/session-summary.ts';

/** What a session's row needs and no event holds. */
export interface SessionFacts {
  readonly agentName: string;
}

/** Keeps session summaries in step with the journal, off the request path (spec, rule 7). */
export interface SessionRecorder {
  /** Folds durable records, in order; the write follows by itself. */
  fold(record: JournalRecord, facts: SessionFacts): void;
  /** Resolves when every summary folded so far is written. */
  settle(): Promise<void>;
}

export interface SessionRecorderDeps {
  readonly calls: Calls;
  /** Told when a write failed; the summaries stay due and go with the next write. */
  readonly onDelay: (error: unknown) => void;
}

export function createSessionRecorder({ calls, onDelay }: SessionRecorderDeps): SessionRecorder {
  const folds = new Map<SessionId, { fold: SessionFold; facts: SessionFacts }>();
  /** Sessions whose last leaf and seal are folded: dropped once they are written. */
  const sealed = new Set<SessionId>();
  const due = new Set<SessionId>();
  let writing: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    // Lets one write gather everything of this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    const ids = [...due];
    due.clear();
    const rows = ids.flatMap((id) => {
      const entry = folds.get(id);
      return entry === undefined ? [] : [rowOf(entry.fold)];
    });
    try {
      await calls.record(rows);
    } catch (error) {
      for (const id of ids) due.add(id);
      throw error;
    }
    for (const id of ids) {
      if (!due.has(id) && sealed.delete(id)) folds.delete(id);
    }
  };

  const schedule = (): Promise<void> => {
    writing ??= write()
      .then(() => {
        writing = undefined;
        if (due.size > 0) void schedule();
      })
      .catch((error: unknown) => {
        writing = undefined;
        onDelay(error);
      });
    return writing;
  };

  return {
    fold: (record, facts) => {
      const id = record.session_id;
      if (id === undefined) return;
      const before = folds.get(id)?.fold;
      // What is said of a session after its seal is no part of the call, and its fold is gone.
      if (before === undefined && record.session_seq !== 0) return;
      folds.set(id, { fold: foldSession(before, record, facts.agentName), facts });
      if (record.kind === 'session_sealed') sealed.add(id);
      due.add(id);
      void schedule();
    },
    settle: async () => {
      while (writing !== undefined) await writing;
      if (due.size > 0) await write();
    },
  };
}

function rowOf({ summary, foldedSeq, addedMs }: SessionFold): SessionRow {
  return { summary, foldedSeq, addedMs };
}
