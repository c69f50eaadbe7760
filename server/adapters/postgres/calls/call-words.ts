import type { SessionId } from '../../../domain/ids.ts';
import { mapInSlices } from '../../../domain/time-slices.ts';
import type { CallWords, DueCall } from '../../../ports/call-words.ts';
import type { ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection, PostgresDatabase } from '../engine/connection.ts';
import { statement } from '../engine/statement.ts';

/** The words of calls (decision 0174), as keyed hashes. A call is due until `words_kept` is its version. */
export const callWordsTables = `
    ALTER TABLE sessions ADD COLUMN words_version int NOT NULL DEFAULT 1;
    ALTER TABLE sessions ADD COLUMN words_kept int NOT NULL DEFAULT 0;
    CREATE INDEX sessions_due_for_words ON sessions (started_ms, id)
      WHERE ended AND words_kept < words_version;
    CREATE TABLE call_words (
      session_id text COLLATE "C" PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
      words bigint[] NOT NULL
    );
    CREATE INDEX call_words_by_word ON call_words USING gin (words);
`;

/** Without statistics the server always uses the index: to read all lists of words is much slower than it thinks. */
export const callWordsUnmeasured = 'ALTER TABLE call_words ALTER COLUMN words SET STATISTICS 0';

export const callWordsSql = {
  due: statement<[startedMs: number, id: string, limit: number], DueCall>(
    `SELECT id, words_version AS version, started_ms AS "startedMs" FROM sessions
     WHERE ended AND words_kept < words_version AND (started_ms, id) < ($1, $2)
     ORDER BY started_ms DESC, id DESC LIMIT $3`,
  ),
  dueCount: statement<[], { readonly count: number }>(
    'SELECT count(*) FROM sessions WHERE ended AND words_kept < words_version',
  ),
  version: statement<[id: string], { readonly version: number }>(
    'SELECT words_version AS version FROM sessions WHERE id = $1',
  ),
  // The lock keeps an erasure from coming between the check and the write.
  keep: statement<[id: string, version: number, words: readonly string[]]>(
    `WITH place AS (
       SELECT id, ended FROM sessions WHERE id = $1 AND words_version = $2 FOR UPDATE
     ), kept AS (
       UPDATE sessions SET words_kept = CASE WHEN place.ended THEN $2 ELSE 0 END
       FROM place WHERE sessions.id = place.id
     )
     INSERT INTO call_words (session_id, words) SELECT id, $3::bigint[] FROM place
     ON CONFLICT (session_id) DO UPDATE SET words = excluded.words`,
  ),
  renew: statement<[ids: readonly string[]]>(
    `UPDATE sessions SET words_version = words_version + 1
     WHERE id IN (SELECT id FROM sessions WHERE id = ANY ($1) ORDER BY id FOR UPDATE)`,
  ),
  erase: statement<[ids: readonly string[]]>('DELETE FROM call_words WHERE session_id = ANY ($1)'),
};

/**
 * The condition on sessions that have all words; `hashes` stands for their hashes. The calls are looked up first: the server
 * cannot know how rare the words are, and would else try each session for them.
 */
export function hasWords(hashes: string): string {
  return `id = ANY (ARRAY(SELECT session_id FROM call_words WHERE words @> ${hashes}::bigint[]))`;
}

/** The words that were hashed last: most words of a call were said in others. */
const remembered = 50_000;

/** Makes the number that stands for a word: 64 bits of its HMAC. */
export function wordHasher(cipher: ColumnCipher): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const bits = BigInt(`0x${cipher.indexOf('call_words', word).slice(0, 16)}`);
    const hash = String(BigInt.asIntN(64, bits));
    if (known.size >= remembered) known.clear();
    known.set(word, hash);
    return hash;
  };
}

/** The words of calls in PostgreSQL. Erased hashes stay in the server's files until it vacuums (decision 0024). */
export function postgresCallWords(
  database: PostgresDatabase,
  hashOf: (word: string) => string,
): CallWords {
  return {
    // Hashes have no order, and nothing in common with those of longer words.
    inOrder: false,
    due: ({ after = { startedMs: Number.MAX_SAFE_INTEGER, id: '' as SessionId }, limit }) =>
      database.rows(callWordsSql.due, [after.startedMs, after.id, limit]),
    dueCount: async () => (await database.row(callWordsSql.dueCount, []))?.count ?? 0,
    version: async (id) => (await database.row(callWordsSql.version, [id]))?.version,
    keep: async (entries) => {
      for (const { id, version, texts } of entries) {
        const words = [...new Set(texts.flat())];
        const hashes = await mapInSlices(words, hashOf);
        await database.changes(callWordsSql.keep, [id, version, hashes]);
      }
    },
    renew: (sessions) => database.transaction((connection) => renewWords(connection, sessions)),
  };
}

/** Deletes words in the transaction of the caller: a writer that waits for it finds another version. */
export async function renewWords(
  connection: Connection,
  sessions: readonly SessionId[],
): Promise<void> {
  if (sessions.length === 0) return;
  await connection.changes(callWordsSql.renew, [sessions]);
  await connection.changes(callWordsSql.erase, [sessions]);
}
