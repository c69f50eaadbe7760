import type Database from 'better-sqlite3-multiple-ciphers';
import type { SessionId } from '../../../domain/ids.ts';
import type { Payloads, SealedPayload, WrappedKey } from '../../../ports/payloads.ts';
import type { Local } from '../engine/writer.ts';
import { marksSql, marksTable } from './marks.ts';
import { remarksSql, remarksTable } from './remarks.ts';

/**
 * `payloads.db`: the texts of calls, encrypted with one key per session (design D28), what people
 * marked in them, and what they say of them. An erased session keeps its row without a key, so that no more payloads of it are stored.
 */
export const payloadsMigrations: readonly string[] = [
  `
  CREATE TABLE session_key (
    session_id TEXT NOT NULL PRIMARY KEY,
    kid TEXT NOT NULL,
    wrapped BLOB
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE payload (
    no INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES session_key (session_id),
    sha256 TEXT NOT NULL,
    ciphertext BLOB NOT NULL,
    UNIQUE (session_id, sha256)
  ) STRICT;
  `,
  marksTable,
  remarksTable,
];

export const payloadsSql = {
  addKey: 'INSERT INTO session_key (session_id, kid, wrapped) VALUES (?, ?, ?)',
  key: 'SELECT kid, wrapped FROM session_key WHERE session_id = ?',
  keep: `INSERT INTO payload (session_id, sha256, ciphertext)
         SELECT session_id, ?, ? FROM session_key WHERE session_id = ? AND wrapped IS NOT NULL
         ON CONFLICT DO NOTHING`,
  payloads: 'SELECT sha256, ciphertext FROM payload WHERE session_id = ?',
  eraseKey: 'UPDATE session_key SET wrapped = NULL WHERE session_id = ?',
  erasePayloads: 'DELETE FROM payload WHERE session_id = ?',
};

interface KeyRow {
  readonly kid: string;
  readonly wrapped: Uint8Array | null;
}

/** Payloads, in the thread that owns the database. Calls `onErased` before an erasure commits. */
export function payloadsMethods(db: Database.Database, onErased: () => void): Local<Payloads> {
  const addKey = db.prepare<[SessionId, string, Uint8Array]>(payloadsSql.addKey);
  const keyRow = db.prepare<[SessionId], KeyRow>(payloadsSql.key);
  const keep = db.prepare<[string, Uint8Array, SessionId]>(payloadsSql.keep);
  const payloads = db.prepare<[SessionId], SealedPayload>(payloadsSql.payloads);
  const eraseKey = db.prepare<[SessionId]>(payloadsSql.eraseKey);
  const erasePayloads = db.prepare<[SessionId]>(payloadsSql.erasePayloads);
  const eraseMarks = db.prepare<[SessionId]>(marksSql.erase);
  const eraseRemarks = db.prepare<[SessionId]>(remarksSql.erase);

  const kept = (sessionId: SessionId): WrappedKey | undefined => {
    const { kid = '', wrapped = null } = keyRow.get(sessionId) ?? {};
    return wrapped === null ? undefined : { kid, wrapped };
  };

  return {
    keepFirst: (sessionId, offered, { sha256, ciphertext }) => {
      if (keyRow.get(sessionId) !== undefined) return kept(sessionId);
      addKey.run(sessionId, offered.kid, offered.wrapped);
      keep.run(sha256, ciphertext, sessionId);
      return offered;
    },
    keep: (sessionId, { sha256, ciphertext }) => {
      keep.run(sha256, ciphertext, sessionId);
      return kept(sessionId) !== undefined;
    },
    read: (sessionId) => {
      const key = kept(sessionId);
      if (key !== undefined) return { state: 'kept', key, payloads: payloads.all(sessionId) };
      return { state: keyRow.get(sessionId) === undefined ? 'not_kept' : 'erased' };
    },
    erase: (sessions) => {
      for (const id of sessions) {
        eraseKey.run(id);
        erasePayloads.run(id);
        eraseMarks.run(id);
        eraseRemarks.run(id);
      }
      onErased();
    },
  };
}
