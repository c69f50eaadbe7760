import type Database from 'better-sqlite3-multiple-ciphers';

/** Tracks whether writes to a database succeed. */
export interface WriteHealth {
  /** Passes the result of a write on and records whether it succeeded. */
  watched<T>(written: Promise<T>): Promise<T>;
  /** True if the last write failed. Calling it also starts a probe, whose result the next call sees. */
  failing(): boolean;
}

export interface WriteHealthOptions {
  /** Runs `probeWrite` in the database's thread. */
  readonly probe: () => Promise<void>;
  /** True for errors that say nothing about the disk, such as invalid input; they do not change `failing`. */
  readonly refused?: (error: unknown) => boolean;
}

export function trackWriteHealth({
  probe,
  refused = () => false,
}: WriteHealthOptions): WriteHealth {
  let failing = false;
  let probing = false;
  const watched = async <T>(written: Promise<T>): Promise<T> => {
    try {
      const result = await written;
      failing = false;
      return result;
    } catch (error) {
      if (!refused(error)) failing = true;
      throw error;
    }
  };
  const probeOnce = async () => {
    if (probing) return;
    probing = true;
    await watched(probe()).catch(() => undefined);
    probing = false;
  };
  return {
    watched,
    failing() {
      if (failing) void probeOnce();
      return failing;
    },
  };
}

/** Writes `user_version` again, which changes nothing; throws when the database cannot be written. */
export function probeWrite(db: Database.Database): void {
  db.pragma(`user_version=${db.pragma('user_version', { simple: true })}`);
}
