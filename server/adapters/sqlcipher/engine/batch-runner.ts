import type Database from 'better-sqlite3-multiple-ciphers';
import { Fault, type FaultCode, type Problem } from '../../../domain/fault.ts';

/** A failure in a form that can be sent between threads. */
export interface Failure {
  readonly message: string;
  /** Present for a Fault. */
  readonly code?: FaultCode;
  /** SQLite's or the system's code, such as `SQLITE_FULL`. */
  readonly cause?: string;
  readonly details?: readonly Problem[];
}

/** Has both parts when the job failed although its writes are committed. */
export type Outcome = readonly [value: unknown, failure?: Failure];
type Job = () => unknown;

export interface BatchOwner {
  readonly db: Database.Database;
  /** Called after a rollback: the owner must forget cached state. */
  onRollback?(): void;
  /** Called after each commit and before its acknowledgements; throwing fails every job of the batch. */
  afterCommit?(): void;
}

/** Runs one job and returns a failure as a value. */
export function attempt(job: Job): Outcome {
  try {
    return [job()];
  } catch (error) {
    return [undefined, toFailure(error)];
  }
}

export function toFailure(error: unknown): Failure {
  if (error instanceof Fault) {
    return { message: error.message, code: error.code, details: error.details };
  }
  if (!(error instanceof Error)) return { message: 'unknown failure' };
  return { message: error.message, ...('code' in error && { cause: String(error.code) }) };
}

/** Error codes of the disk or of a lock, independent of the data. */
const unavailableCode = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY)/;

/** The inverse of `toFailure`; sets `unavailable` (see `isUnavailable`). */
export function toError({ message, cause = '' }: Failure): Error {
  const error = new Error(message);
  if (cause === '') return error;
  return Object.assign(error, { code: cause, unavailable: unavailableCode.test(cause) });
}

/**
 * Runs jobs in one transaction and returns their outcomes in order. A job that throws fails alone: the
 * runner undoes the batch and runs it again with a savepoint around each job, so that savepoints cost
 * nothing in the normal case. A failing commit or `afterCommit` fails all jobs, and `onRollback` must
 * read the database again: after a failed commit it may hold the batch or not, after a failed
 * `afterCommit` it does.
 */
export function batchRunner(owner: BatchOwner): (jobs: readonly Job[]) => Outcome[] {
  const { db } = owner;
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const savepoint = db.prepare('SAVEPOINT job');
  const release = db.prepare('RELEASE job');
  const rollbackTo = db.prepare('ROLLBACK TO job');

  const undo = () => {
    // Some failures, such as a full disk, roll back on their own.
    if (db.inTransaction) rollback.run();
    owner.onRollback?.();
  };

  const runIsolated = (job: Job): Outcome => {
    savepoint.run();
    const outcome = attempt(job);
    // Without a transaction nothing is left to commit: the whole batch has failed.
    if (!db.inTransaction) throw toError(outcome[1] ?? { message: 'the transaction was lost' });
    if (outcome[1] !== undefined) rollbackTo.run();
    release.run();
    if (outcome[1] !== undefined) owner.onRollback?.();
    return outcome;
  };

  const runBatch = (jobs: readonly Job[]): Outcome[] | undefined => {
    const outcomes: Outcome[] = [];
    for (const job of jobs) {
      const outcome = attempt(job);
      if (outcome[1] !== undefined) return undefined;
      outcomes.push(outcome);
    }
    return outcomes;
  };

  const committed = (outcomes: Outcome[]): Outcome[] => {
    if (outcomes.every(([, failure]) => failure !== undefined)) return outcomes;
    const [, failed] = attempt(() => owner.afterCommit?.());
    if (failed === undefined) return outcomes;
    owner.onRollback?.();
    return outcomes.map(([value, failure = failed]): Outcome => [value, failure]);
  };

  const transact = (jobs: readonly Job[]): Outcome[] => {
    begin.run();
    let outcomes = runBatch(jobs);
    if (outcomes === undefined) {
      undo();
      begin.run();
      outcomes = jobs.map(runIsolated);
    }
    commit.run();
    return committed(outcomes);
  };

  return (jobs) => {
    if (jobs.length === 0) return [];
    try {
      return transact(jobs);
    } catch (error) {
      undo();
      return jobs.map((): Outcome => [undefined, toFailure(error)]);
    }
  };
}
