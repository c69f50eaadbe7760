import type { MarkId, SessionId } from '../../../server/domain/ids.ts';
import type { Mark } from '../../../server/domain/mark.ts';
import type { Marks } from '../../../server/ports/marks.ts';

/** Marks that are forgotten when the process ends. */
export function memoryMarks(): Marks & { erase(sessions: readonly SessionId[]): Promise<void> } {
  const marks = new Map<MarkId, Mark>();
  return {
    add: async (mark) => {
      marks.set(mark.id, mark);
    },
    list: async ({ decided, sessionId, before = '~', limit }) =>
      [...marks.values()]
        .filter(
          (mark) =>
            mark.id < before &&
            (decided ?? mark.decision !== undefined) === (mark.decision !== undefined) &&
            (sessionId ?? mark.sessionId) === mark.sessionId,
        )
        .sort((one, other) => (one.id < other.id ? 1 : -1))
        .slice(0, limit),
    find: async (id) => marks.get(id),
    decide: async (id, decision) => {
      const mark = marks.get(id);
      if (mark === undefined) return undefined;
      const decided = { ...mark, decision };
      marks.set(id, decided);
      return decided;
    },
    erase: async (sessions) => {
      for (const { id, sessionId } of marks.values()) {
        if (sessions.includes(sessionId)) marks.delete(id);
      }
    },
  };
}
