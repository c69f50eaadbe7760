import type { SessionId } from '../../../server/domain/ids.ts';
import type { CallRemarks } from '../../../server/domain/session.ts';
import type { Remarks } from '../../../server/ports/marks.ts';
import type { Payloads } from '../../../server/ports/payloads.ts';

/** Remarks that are forgotten when the process ends. */
export function memoryRemarks(): Remarks & Pick<Payloads, 'erase'> {
  const remarks = new Map<SessionId, CallRemarks>();
  const before = (id: SessionId): CallRemarks => remarks.get(id) ?? { tags: [] };
  return {
    erase: async (ids) => {
      for (const id of ids) remarks.delete(id);
    },
    setTags: async (id, tags) => void remarks.set(id, { ...before(id), tags }),
    setNote: async (id, note) =>
      void remarks.set(id, { tags: before(id).tags, ...(note && { note }) }),
    of: async (ids) =>
      ids.flatMap((id) => {
        const found = remarks.get(id);
        return found === undefined ? [] : [{ id, ...found }];
      }),
  };
}
