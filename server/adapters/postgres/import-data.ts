import type { KeyObject } from 'node:crypto';
import { headMac, isOwnKind, type JournalKeys, parseStoredRecord } from '../../journal/index.ts';
import type { InstallationData, JournalData, KeptRecord } from '../../ports/installation-data.ts';
import type { SearchKey } from '../../ports/session-summaries.ts';
import { wordHasher } from './calls/call-words.ts';
import { postgresSummaries } from './calls/calls.ts';
import { type ColumnCipher, columnCipher } from './engine/column-cipher.ts';
import type { Connection, PostgresDatabase } from './engine/connection.ts';
import { statement } from './engine/statement.ts';
import { asQueryable } from './journal/gap-detector.ts';
import { journalCipher } from './journal/journal-cipher.ts';
import { type BatchRow, insertRows } from './journal/record-batch.ts';
import { holdsSql, retentionSql } from './journal/retention.ts';
import { insertMark } from './payloads/marks.ts';
import { postgresPolicyTexts } from './payloads/policy-texts.ts';
import { insertPolicyVersion } from './payloads/policy-versions.ts';
import { postgresRemarks } from './payloads/remarks.ts';
import { postgresAgents } from './vault/agents.ts';
import { postgresBearerTokens } from './vault/bearer-tokens.ts';
import { postgresDocuments } from './vault/documents.ts';
import { insertRoster } from './vault/roster.ts';
import { insertUser } from './vault/users.ts';
import { vaultCell } from './vault/vault.ts';

const importSql = {
  // The first start sets the global policy from the policy file.
  noPolicy: statement<[]>('UPDATE settings SET version = version + 1, policy = NULL'),
  isEmpty: statement<[], { readonly empty: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM journal_record) AND NOT EXISTS (SELECT FROM journal_tile)
       AND NOT EXISTS (SELECT FROM journal_checkpoint) AND NOT EXISTS (SELECT FROM journal_hold)
       AND NOT EXISTS (SELECT FROM journal_head WHERE size > 0)
       AND NOT EXISTS (SELECT FROM vault) AND NOT EXISTS (SELECT FROM agents)
       AND NOT EXISTS (SELECT FROM users) AND NOT EXISTS (SELECT FROM sessions)
       AND NOT EXISTS (SELECT FROM open_call) AND NOT EXISTS (SELECT FROM session_key)
       AND NOT EXISTS (SELECT FROM policy_text) AND NOT EXISTS (SELECT FROM mark)
       AND NOT EXISTS (SELECT FROM remark)
       AND NOT EXISTS (SELECT FROM policy_version)
       AND NOT EXISTS (SELECT FROM roster_person) AND NOT EXISTS (SELECT FROM documents) AS empty`,
  ),
  checkpoint: statement<
    [size: number, note: string, peaks: string, eventSeq: number, voidedBy: number | null]
  >(
    `INSERT INTO journal_checkpoint (size, note, peaks, event_seq, voided_by)
     VALUES ($1, $2, $3, $4, $5)`,
  ),
  head: statement<[size: number, hash: Uint8Array, lastTs: string, mac: Uint8Array]>(
    `INSERT INTO journal_head (id, size, hash, last_ts, mac) VALUES (1, $1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET size = excluded.size, hash = excluded.hash,
       last_ts = excluded.last_ts, mac = excluded.mac`,
  ),
  tile: statement<[no: number, hashes: Uint8Array]>('INSERT INTO journal_tile VALUES ($1, $2)'),
  vault: statement<[token: string, index: string, kind: string, kid: string, surface: Uint8Array]>(
    'INSERT INTO vault (token, value_index, kind, kid, surface) VALUES ($1, $2, $3, $4, $5)',
  ),
  use: statement<[agentId: string, token: string]>(
    'INSERT INTO vault_use (agent_id, token) VALUES ($1, $2)',
  ),
  searchableSince: statement<[since: string]>('UPDATE searchable SET since = $1'),
  payloadKey: statement<[sessionId: string, kid: string, wrapped: Uint8Array | null]>(
    'INSERT INTO session_key (session_id, kid, wrapped) VALUES ($1, $2, $3)',
  ),
  payload: statement<[sessionId: string, sha256: string, ciphertext: Uint8Array]>(
    'INSERT INTO payload (session_id, sha256, ciphertext) VALUES ($1, $2, $3)',
  ),
};

export interface ImportKeys {
  readonly journal: JournalKeys;
  readonly columns: { readonly seal: KeyObject; readonly index: KeyObject };
}

/**
 * Writes a whole installation to a migrated database, all of it or nothing. Records keep their bytes, so
 * that the chain and its checkpoints stay valid. False, with nothing written, for a database with data.
 */
export function importData(
  database: PostgresDatabase,
  data: InstallationData,
  keys: ImportKeys,
): Promise<boolean> {
  return database.longTransaction('change', async (connection) => {
    // Two imports at the same time would both find it empty.
    await connection.run('LOCK TABLE journal_head IN EXCLUSIVE MODE');
    const found = await connection.row(importSql.isEmpty, []);
    if (found?.empty !== true) return false;
    const cipher = columnCipher(keys.columns);
    await importJournal(connection, data.journal, keys.journal);
    const policyTexts = postgresPolicyTexts(connection, cipher);
    for (const text of data.journal.policyTexts()) await policyTexts.keep(text);
    for (const version of data.journal.policyVersions()) {
      await insertPolicyVersion(connection, cipher, version);
    }
    await importVault(connection, data, cipher);
    await importCalls(connection, data, cipher);
    await connection.changes(importSql.noPolicy, []);
    return true;
  });
}

/** In the order that the triggers of the tables require. */
async function importJournal(
  connection: Connection,
  journal: JournalData,
  keys: JournalKeys,
): Promise<void> {
  const { lastTs, signedIn } = await importRecords(connection, journal.records(), keys);
  for (const { size, note, peaks, voidedBy } of journal.checkpoints()) {
    // A pruned checkpoint has no record any more; then any `seq` will do.
    const eventSeq = signedIn.get(size) ?? size;
    await connection.changes(importSql.checkpoint, [size, note, peaks, eventSeq, voidedBy]);
  }
  const { prunedBelow, eventSeq, clockSeen } = journal.retention();
  await connection.changes(retentionSql.sawClock, [clockSeen]);
  if (eventSeq !== null) await connection.changes(retentionSql.giveUp, [prunedBelow, eventSeq]);
  for (const { no, hashes } of journal.tiles()) {
    await connection.changes(importSql.tile, [no, hashes]);
  }
  for (const { no, id, actor, placedAt, fromSeq } of journal.holds()) {
    await connection.changes(holdsSql.place, [no, id, actor, placedAt, fromSeq]);
  }
  const head = journal.head();
  const mac = Buffer.from(headMac(head, keys.head), 'hex');
  await connection.changes(importSql.head, [head.size, Buffer.from(head.hash, 'hex'), lastTs, mac]);
}

const recordsAtOnce = 500;

/**
 * Resolves with the time of the last record that a caller appended, and the `seq` of the record of each
 * checkpoint by the checkpoint's size.
 */
async function importRecords(
  connection: Connection,
  records: Iterable<KeptRecord>,
  keys: JournalKeys,
): Promise<{ readonly lastTs: string; readonly signedIn: ReadonlyMap<number, number> }> {
  const cipher = journalCipher(keys.database);
  const signedIn = new Map<number, number>();
  let lastTs = '';
  let batch: { seq: number; prevHash: string; rows: BatchRow[] } | undefined;
  const write = async (): Promise<void> => {
    if (batch !== undefined) await insertRows(asQueryable(connection), batch);
    batch = undefined;
  };
  for (const { seq, body, currHash } of records) {
    const record = parseStoredRecord(body, currHash);
    const { session_id: sessionId = null, session_seq: sessionSeq = null, kind, ts } = record;
    batch ??= { seq, prevHash: record.prev_hash, rows: [] };
    batch.rows.push({ sessionId, sessionSeq, kind, ts, currHash, sealed: cipher.seal(seq, body) });
    if (!isOwnKind(kind)) lastTs = ts;
    if (kind === 'checkpoint_signed') signedIn.set(Number(record['size']), seq);
    if (batch.rows.length === recordsAtOnce) await write();
  }
  await write();
  return { lastTs, signedIn };
}

async function importVault(
  connection: Connection,
  data: InstallationData,
  cipher: ColumnCipher,
): Promise<void> {
  for (const entry of data.vault()) {
    const { token, index, kind, kid, surface } = entry;
    const sealed = cipher.seal(vaultCell(entry), surface);
    await connection.changes(importSql.vault, [token, index, kind, kid, sealed]);
  }
  for (const { agentId, token } of data.vaultUses()) {
    await connection.changes(importSql.use, [agentId, token]);
  }
  const agents = postgresAgents(connection, cipher);
  for (const agent of data.agents()) await agents.create(agent);
  const bearerTokens = postgresBearerTokens(connection, cipher);
  for (const token of data.bearerTokens()) await bearerTokens.add(token);
  for (const user of data.users()) await insertUser(connection, cipher, user);
  const documents = postgresDocuments(connection, cipher);
  for (const { name, text } of data.documents()) await documents.write(name, 0, text);
  await insertRoster(connection, cipher, data.roster());
}

async function importCalls(
  connection: Connection,
  data: InstallationData,
  cipher: ColumnCipher,
): Promise<void> {
  const { summaries } = postgresSummaries(connection, cipher, wordHasher(cipher));
  for (const row of data.sessions()) await summaries.record([row]);
  for (const { sessionId, callKey } of data.callKeys()) {
    await summaries.keepKey(sessionId as Parameters<typeof summaries.keepKey>[0], callKey);
  }
  for (const { id, keys } of data.searchKeys()) {
    await summaries.addSearchKeys([{ id, keys: JSON.parse(keys) as SearchKey[] }]);
  }
  await connection.changes(importSql.searchableSince, [data.searchableSince()]);
  for (const { sessionId, kid, wrapped } of data.payloadKeys()) {
    await connection.changes(importSql.payloadKey, [sessionId, kid, wrapped]);
  }
  for (const { sessionId, sha256, ciphertext } of data.payloads()) {
    await connection.changes(importSql.payload, [sessionId, sha256, ciphertext]);
  }
  for (const mark of data.marks()) await insertMark(connection, cipher, mark);
  const remarks = postgresRemarks(connection, cipher);
  for (const { id, tags, note } of data.remarks()) {
    await remarks.setTags(id, tags);
    await remarks.setNote(id, note);
  }
}
