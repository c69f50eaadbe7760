import type { JournalRecord } from '../../../domain/event.ts';
import type { SessionId } from '../../../domain/ids.ts';
import {
  type HeadStatus,
  type JournalKeys,
  type JournalReader,
  retentionSteps,
  type StoredCheckpoint,
  type StoredRow,
  tileSize,
  zeroHash,
} from '../../../journal/index.ts';
import type { PostgresDatabase } from '../engine/connection.ts';
import { statement } from '../engine/statement.ts';
import { asQueryable, type Queryable } from './gap-detector.ts';
import { keptHead } from './head-check.ts';
import { type JournalCipher, journalCipher } from './journal-cipher.ts';
import { hashesBetween, readRecords } from './record-reads.ts';
import { holdsSql, retentionSql } from './retention.ts';
import { journalSql } from './statements.ts';

interface RecordRow {
  readonly seq: number;
  readonly sessionId: string | null;
  readonly sessionSeq: number | null;
  readonly kind: string;
  readonly ts: string;
  readonly prevHash: Buffer;
  readonly currHash: Buffer;
  readonly sealed: Buffer;
}

export const readerSql = {
  checkpoints: statement<[], StoredCheckpoint>(
    'SELECT size, note, voided_by AS "voidedBy" FROM journal_checkpoint ORDER BY id',
  ),
  records: statement<[from: number, before: number, limit: number], RecordRow>(
    `SELECT seq, session_id AS "sessionId", session_seq AS "sessionSeq", kind, ts,
       prev_hash AS "prevHash", curr_hash AS "currHash", sealed
     FROM journal_record WHERE seq >= $1 AND seq < $2 ORDER BY seq LIMIT $3`,
  ),
  lastOfSessions: statement<[ids: readonly string[]], { id: string; last: number | null }>(
    `SELECT id, (SELECT seq FROM journal_record WHERE session_id = id
       ORDER BY session_seq DESC LIMIT 1) AS last
     FROM unnest($1::text[]) AS id`,
  ),
} as const;

const rowsPerBlock = 1_000;
const hashesPerBlock = 64 * tileSize;

/**
 * Reads the journal while replicas append to it. `seen` is the highest head that this replica has
 * seen. Records do not change, so that no transaction is held while they are read: it would keep the
 * server from removing dead rows.
 */
export function postgresJournalReader(
  database: PostgresDatabase,
  keys: JournalKeys,
  seen: HeadStatus = { state: 'missing' },
): JournalReader {
  const queryable = asQueryable(database);
  const cipher = journalCipher(keys.database);
  return {
    isStable: false,
    headIsExact: true,
    isDamage: () => false,
    async snapshot() {
      const { row, head, ...state } = await readState(database, keys);
      const { size } = row;
      return {
        ...state,
        head,
        knownHeads: [seen],
        end: () => ({ size, hash: row.hash?.toString('hex') ?? zeroHash }),
        records: (from) => recordBlocks(queryable, cipher, { from, before: size }),
        hashes: (before) => hashBlocks(queryable, before),
        session: async (id) =>
          (await sessionRecords(queryable, cipher, id)).filter(({ seq }) => seq < size),
        async lastSeqOf(ids) {
          const rows = await queryable.ask(readerSql.lastOfSessions, [ids]);
          return new Map(rows.map(({ id, last }) => [id, last ?? 0]));
        },
        heldFrom: async () => retentionSteps.heldFrom(await queryable.ask(holdsSql.all, [])),
      };
    },
  };
}

/** Everything small about the journal, read at one moment. */
function readState(database: PostgresDatabase, keys: JournalKeys) {
  return database.longTransaction('snapshot', async (connection) => {
    const { ask } = asQueryable(connection);
    const [row] = await ask(journalSql.look, [null]);
    const [retention] = await ask(retentionSql.state, []);
    const checkpoints = await ask(readerSql.checkpoints, []);
    if (row === undefined || retention === undefined) throw new Error('this is no journal');
    const { prunedBelow, deletedBelow } = retention;
    return { row, head: keptHead(row, keys.head), checkpoints, prunedBelow, deletedBelow };
  });
}

/** Requests the next block before the caller gets the last one. */
async function* recordBlocks(
  { ask }: Queryable,
  cipher: JournalCipher,
  { from, before }: { readonly from: number; readonly before: number },
): AsyncGenerator<readonly StoredRow[]> {
  const read = (at: number) => ask(readerSql.records, [at, before, rowsPerBlock]);
  let rows = await read(from);
  while (rows.length > 0) {
    const next = read((rows.at(-1)?.seq ?? before) + 1);
    next.catch(() => undefined);
    yield rows.map((row) => toStored(row, cipher));
    rows = await next;
  }
}

function toStored(row: RecordRow, cipher: JournalCipher): StoredRow {
  const { seq, sessionId, sessionSeq, currHash } = row;
  const body = bodyOf(row, cipher);
  const malformed = !columnsMatch(body, row);
  return { seq, sessionId, sessionSeq, body, currHash: currHash.toString('hex'), malformed };
}

/** '' when it does not open. */
function bodyOf({ seq, sealed }: RecordRow, cipher: JournalCipher): string {
  try {
    return cipher.open(seq, sealed);
  } catch {
    return '';
  }
}

/** The columns must say what the sealed record says; canonical JSON writes each member in one way. */
function columnsMatch(body: string, { kind, ts, prevHash }: RecordRow): boolean {
  return (
    body.includes(`"kind":"${kind}"`) &&
    body.includes(`"ts":"${ts}"`) &&
    body.includes(`"prev_hash":"${prevHash.toString('hex')}"`)
  );
}

async function* hashBlocks(
  queryable: Queryable,
  before: number,
): AsyncGenerator<readonly string[]> {
  for (let from = 0; from < before; from += hashesPerBlock) {
    yield await hashesBetween(queryable, from, Math.min(before, from + hashesPerBlock));
  }
}

async function sessionRecords(
  queryable: Queryable,
  cipher: JournalCipher,
  sessionId: SessionId,
): Promise<readonly JournalRecord[]> {
  const records: JournalRecord[] = [];
  for (;;) {
    const query = { sessionId, from: records.length, limit: rowsPerBlock };
    const page = await readRecords(queryable, cipher, query);
    records.push(...page);
    if (page.length < rowsPerBlock) return records;
  }
}
