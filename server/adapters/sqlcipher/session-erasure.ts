import type Database from 'better-sqlite3-multiple-ciphers';
import type { SessionId } from '../../domain/ids.ts';
import { callsSql } from './calls-methods.ts';

/** Removes the summaries of sessions whose records are pruned (design D27); inside the thread of `calls.db`. */
export function sessionErasureMethods(db: Database.Database) {
  const eraseSession = db.prepare<[SessionId]>('DELETE FROM sessions WHERE id = ?');
  const dropKey = db.prepare<[SessionId]>(callsSql.dropKey);
  return {
    eraseSessions: (ids: readonly SessionId[]) => {
      for (const id of ids) {
        eraseSession.run(id);
        dropKey.run(id);
      }
    },
  };
}
