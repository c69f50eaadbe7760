import type { Documents, StoredDocument } from '../../../server/ports/documents.ts';

/** Documents that are forgotten when the process ends. */
export function memoryDocuments(): Documents {
  const kept = new Map<string, StoredDocument>();
  return {
    read: async (name) => kept.get(name),
    write: async (name, replaces, text) => {
      if ((kept.get(name)?.version ?? 0) !== replaces) return false;
      kept.set(name, { version: replaces + 1, text });
      return true;
    },
  };
}
