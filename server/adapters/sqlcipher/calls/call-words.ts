import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type Database from 'better-sqlite3-multiple-ciphers';
import type { SessionId } from '../../../domain/ids.ts';
import type { SoughtWords } from '../../../domain/speech/said-words.ts';
import type { CallEntry, CallWords, DueCall, DueQuery } from '../../../ports/call-words.ts';
import { withDatabase } from '../engine/connection.ts';
import type { Local } from '../engine/writer.ts';

/**
 * The words of calls (decision 0174). `said` is an index alone: it holds no texts, so `call_words` has what must be
 * taken out with a call. `word_no` is the row of a call in both, or 0. A call is due until `words_kept` is its version.
 */
export const callWordsTables = `
  ALTER TABLE sessions ADD COLUMN word_no INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN words_version INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE sessions ADD COLUMN words_kept INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX sessions_due_for_words ON sessions (started_ms, id, words_version)
    WHERE ended = 1 AND words_kept < words_version;
  DROP INDEX sessions_search;
  CREATE INDEX sessions_search ON sessions
    (started_ms, id, agent_id, status, ended, redactions, duration_ms, turns, kinds, exposures, word_no);

  CREATE TABLE call_words (
    no INTEGER PRIMARY KEY,
    words BLOB NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE said USING
    fts5 (words, content = '', detail = 'none', columnsize = 0, tokenize = 'ascii');
  INSERT INTO said (said, rank) VALUES ('secure-delete', 1);
`;

/** The index knows the order of words (decision 0202), so all calls that are over are read again. */
export const callWordsInOrder = `
  PRAGMA secure_delete = ON;
  DROP TABLE said;
  DELETE FROM call_words;
  CREATE VIRTUAL TABLE said USING fts5 (words, content = '', columnsize = 0, tokenize = 'ascii');
  INSERT INTO said (said, rank) VALUES ('secure-delete', 1);
  UPDATE sessions SET word_no = 0, words_version = words_version + 1;
`;

/** Stands between texts: no phrase goes across it, and nobody can search for it. */
const betweenTexts = ' ¤ ';

export const callWordsSql = {
  due: `SELECT id, words_version AS version, started_ms AS startedMs
        FROM sessions INDEXED BY sessions_due_for_words
        WHERE ended = 1 AND words_kept < words_version AND (started_ms, id) < (:startedMs, :id)
        ORDER BY started_ms DESC, id DESC LIMIT :limit`,
  dueCount: `SELECT count(*) FROM sessions INDEXED BY sessions_due_for_words
             WHERE ended = 1 AND words_kept < words_version`,
  find: 'SELECT word_no AS no, words_version AS version FROM sessions WHERE id = ?',
  last: 'SELECT max(no) FROM call_words',
  words: 'SELECT words FROM call_words WHERE no = ?',
  addWords: 'INSERT INTO call_words (no, words) VALUES (?, ?)',
  add: 'INSERT INTO said (rowid, words) VALUES (?, ?)',
  removeWords: 'DELETE FROM call_words WHERE no = ?',
  remove: `INSERT INTO said (said, rowid, words) VALUES ('delete', ?, ?)`,
  // What is said until a call is over is read again then.
  kept: 'UPDATE sessions SET word_no = ?, words_kept = iif(ended = 1, words_version, 0) WHERE id = ?',
  renew: 'UPDATE sessions SET word_no = 0, words_version = words_version + 1 WHERE id = ?',
};

/** The condition on sessions that have all words; `query` stands for `wordsQuery`. */
export function hasWords(query: string): string {
  return `word_no IN (SELECT rowid FROM said WHERE said MATCH ${query})`;
}

/** What `said` is asked for; words hold letters and digits alone. */
export function wordsQuery(sought: readonly SoughtWords[]): string {
  return sought
    .map(({ words, isBeginning }) => `"${words.join(' ')}"${isBeginning ? ' *' : ''}`)
    .join(' AND ');
}

/**
 * Deletes the words of a restored `calls.db`, whose texts are read again: its `payloads.db` is a little newer, so texts may be
 * erased there. A file of an older version has none.
 */
export function dropCallWords(file: { readonly file: string; readonly key: Uint8Array }): void {
  withDatabase(file, { writable: true }, (db) => {
    const hasWords = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'call_words'").get();
    if (hasWords === undefined) return;
    db.pragma('secure_delete=ON');
    db.exec(`
      BEGIN;
      INSERT INTO said (said) VALUES ('delete-all');
      DELETE FROM call_words;
      UPDATE sessions SET word_no = 0, words_version = words_version + 1;
      COMMIT;
    `);
  });
}

interface EntryPlace {
  readonly no: number;
  readonly version: number;
}

/** The words of calls, in the thread that owns the database. Calls `onErased` before a deletion commits. */
export function callWordsMethods(
  db: Database.Database,
  onErased: () => void,
): Local<Omit<CallWords, 'inOrder'>> {
  const due = db.prepare<[Omit<DueCall, 'version'> & { limit: number }], DueCall>(callWordsSql.due);
  const dueCount = db.prepare<[], number>(callWordsSql.dueCount).pluck();
  const find = db.prepare<[SessionId], EntryPlace>(callWordsSql.find);
  const last = db.prepare<[], number | null>(callWordsSql.last).pluck();
  const wordsOf = db.prepare<[number], Uint8Array>(callWordsSql.words).pluck();
  const addWords = db.prepare<[number, Uint8Array]>(callWordsSql.addWords);
  const add = db.prepare<[number, string]>(callWordsSql.add);
  const removeWords = db.prepare<[number]>(callWordsSql.removeWords);
  const remove = db.prepare<[number, string]>(callWordsSql.remove);
  const kept = db.prepare<[number, SessionId]>(callWordsSql.kept);
  const renew = db.prepare<[SessionId]>(callWordsSql.renew);

  const takeOut = (no: number): void => {
    const words = wordsOf.get(no);
    if (words === undefined) return;
    remove.run(no, inflateRawSync(words).toString());
    removeWords.run(no);
  };
  const putIn = (texts: CallEntry['texts']): number => {
    if (texts.length === 0) return 0;
    const no = (last.get() ?? 0) + 1;
    const text = texts.map((words) => words.join(' ')).join(betweenTexts);
    addWords.run(no, deflateRawSync(text));
    add.run(no, text);
    return no;
  };
  return {
    due: ({ after = { startedMs: Number.MAX_SAFE_INTEGER, id: 'sess_' }, limit }: DueQuery) =>
      due.all({ startedMs: after.startedMs, id: after.id, limit }),
    dueCount: () => dueCount.get() ?? 0,
    version: (id) => find.get(id)?.version,
    keep: (entries) => {
      for (const { id, version, texts } of entries) {
        const place = find.get(id);
        if (place?.version !== version) continue;
        takeOut(place.no);
        kept.run(putIn(texts), id);
      }
    },
    renew: (sessions) => {
      for (const id of sessions) {
        const place = find.get(id);
        if (place === undefined) continue;
        takeOut(place.no);
        renew.run(id);
        if (place.no > 0) onErased();
      }
    },
  };
}
