import type Database from 'better-sqlite3-multiple-ciphers';

/** Pause between two attempts while a reader uses the log, in milliseconds. */
const retryMs = 250;

/** Empties the write-ahead log of a database, which still holds old pages. */
export interface LogClearer {
  /** Empties it now, or as soon as no reader uses it. */
  clear(): void;
  /** Waits for the readers of an attempt that did not succeed, as long as a statement may wait for a lock. */
  settle(): void;
}

export function logClearer(db: Database.Database): LogClearer {
  const waitMs = Number(db.pragma('busy_timeout', { simple: true }));
  let retry: NodeJS.Timeout | undefined;
  const truncate = (): boolean => db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
  const clear = () => {
    clearTimeout(retry);
    retry = undefined;
    if (!db.open) return;
    // A long reader, such as a backup, must delay no call.
    db.pragma('busy_timeout=0');
    const isDone = truncate();
    db.pragma(`busy_timeout=${waitMs}`);
    if (!isDone) retry = setTimeout(clear, retryMs).unref();
  };
  return {
    clear,
    settle: () => {
      if (retry !== undefined) truncate();
      clearTimeout(retry);
    },
  };
}
