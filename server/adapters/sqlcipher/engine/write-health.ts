import type Database from 'better-sqlite3-multiple-ciphers';

/** Knows whether a database takes writes, by how the last of them went. */
export interface WriteHealth {
  /** Hands on what was asked to be written, once it is known how that went. */
  watched<T>(written: Promise<T>): Promise<T>;
  /**
   * Whether the last thing that was to be written could not be. Asking tries whether it can be by now,
   * for whoever asks next.
   */
  failing(): boolean;
}

export interface WriteHealthOptions {
  /** Has the database's thread `writeNothingNew`. */
  readonly probe: () => Promise<void>;
  /** Whether a write was refused for what it was, or for a reason that is told elsewhere: that tells nothing. */
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

/** Writes what is there already, to where everything is written: throws when that cannot be. */
export function probeWrite(db: Database.Database): void {
  db.pragma(`user_version=${db.pragma('user_version', { simple: true })}`);
}
