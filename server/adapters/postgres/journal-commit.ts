import { setTimeout as pause } from 'node:timers/promises';
import type { JournalHead } from '../../ports/journal.ts';
import type { PipelinedConnection } from './journal-pipe.ts';
import { journalSql } from './journal-sql.ts';

/** How long the outcome of a commit whose answer was lost is asked for, in milliseconds. */
const outcomeMs = 4_000;
const retryMs = 100;

/**
 * Commits what was `written` on this connection, without waiting for it. Rejects when it was not
 * committed, which leaves nothing of it, or when nobody can tell, which leaves all or nothing.
 */
export async function commitOn(
  pipe: PipelinedConnection,
  written: readonly Promise<unknown>[],
  /** Answers whether the commit was done although its answer was lost. */
  isDone: () => Promise<boolean>,
): Promise<void> {
  const committing = pipe.command('COMMIT');
  const outcomes = await Promise.allSettled([...written, committing]);
  const committed = outcomes.at(-1);
  if (committed?.status === 'fulfilled' && committed.value === 'COMMIT') return;
  // An ordinary error undid the transaction; a lost answer may be that to a commit.
  if (committed?.status === 'rejected' && pipe.lost() && (await isDone())) return;
  const failed = outcomes.find(({ status }) => status === 'rejected');
  throw failed?.status === 'rejected' ? failed.reason : new Error('the commit was undone');
}

/**
 * True when the journal holds this head. The server may still be at work on the commit of a
 * connection that is gone: the head is asked for only when nobody else holds it any more. Rejects
 * when that cannot be found out in time.
 */
export async function isCommitted(
  { size, hash }: JournalHead,
  connected: () => Promise<PipelinedConnection>,
): Promise<boolean> {
  const deadline = Date.now() + outcomeMs;
  for (;;) {
    try {
      const pipe = await connected();
      const asked = [
        pipe.command('BEGIN'),
        pipe.ask(journalSql.lockHead, []),
        pipe.ask(journalSql.look, [size - 1]),
        pipe.command('ROLLBACK'),
      ] as const;
      await Promise.allSettled(asked);
      const [, , [row]] = await Promise.all(asked);
      return row?.asked?.toString('hex') === hash;
    } catch (error) {
      if (Date.now() >= deadline) throw error;
      await pause(retryMs);
    }
  }
}
