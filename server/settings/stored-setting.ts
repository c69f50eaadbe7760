import type { Documents } from '../ports/documents.ts';

/** A setting that people change in the portal; every replica sees a change with its next read. */
export interface StoredSetting<T> {
  read(): Promise<T>;
  /**
   * Stores what `change` makes of the value in force, and resolves with both. `change` runs again when
   * somebody else changed the value meanwhile. Durable on return.
   */
  update(change: (before: T) => T): Promise<{ readonly before: T; readonly after: T }>;
}

/**
 * The setting in one document; `unset` until somebody sets it. Later fields get their value from `unset`, and
 * `upgrade` puts what an older version stored into the words of today.
 */
export function storedSetting<T extends object>(
  documents: Documents,
  name: string,
  unset: T,
  upgrade: (stored: T) => T = (stored) => stored,
): StoredSetting<T> {
  const readVersion = async () => {
    const stored = await documents.read(name);
    const value = stored === undefined ? unset : upgrade({ ...unset, ...JSON.parse(stored.text) });
    return { version: stored?.version ?? 0, value };
  };
  return {
    read: async () => (await readVersion()).value,
    update: async (change) => {
      for (;;) {
        const { version, value: before } = await readVersion();
        const after = change(before);
        if (await documents.write(name, version, JSON.stringify(after))) return { before, after };
      }
    },
  };
}
