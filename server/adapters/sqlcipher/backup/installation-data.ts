import type Database from 'better-sqlite3-multiple-ciphers';
import type { SessionId } from '../../../domain/ids.ts';
import type { Mark } from '../../../domain/mark.ts';
import type { InstallationData } from '../../../ports/installation-data.ts';
import { callsMethods, callsMigrations } from '../calls/calls.ts';
import { sessionRow } from '../calls/stored-calls.ts';
import { openDatabase } from '../engine/connection.ts';
import { journalEnd } from '../journal/journal-reader.ts';
import { journalMigrations } from '../journal/migrations.ts';
import { policyVersionMethods } from '../journal/policy-versions.ts';
import { payloadsMigrations } from '../payloads/payloads.ts';
import { remarksOf, type StoredRemarks } from '../payloads/remarks.ts';
import { agentsMethods } from '../vault/agents.ts';
import { bearerTokensMethods } from '../vault/bearer-tokens.ts';
import { vaultMigrations } from '../vault/migrations.ts';
import { wholeRoster } from '../vault/roster.ts';
import { toUser, type UserRow, userColumns } from '../vault/users.ts';

type Name = 'calls' | 'journal' | 'payloads' | 'vault';
/** A file with its raw 32-byte key. */
type Keyed = { readonly file: string; readonly key: Uint8Array };

const migrations = {
  calls: callsMigrations,
  journal: journalMigrations,
  payloads: payloadsMigrations,
  vault: vaultMigrations,
} as const;

/**
 * Opens all files of a data folder for reading. No service may be using the folder. Throws when a file
 * is missing or has another version.
 */
export function openInstallationData(files: Readonly<Record<Name, Keyed>>): InstallationData {
  const opened: Database.Database[] = [];
  const open = (name: Name): Database.Database => {
    const db = openDatabase({ ...files[name], migrations: migrations[name], readonly: true });
    opened.push(db);
    return db;
  };
  const close = () => {
    for (const db of opened) db.close();
  };
  try {
    return { ...contentsOf(open, files), close };
  } catch (error) {
    close();
    throw error;
  }
}

function contentsOf(
  open: (name: Name) => Database.Database,
  files: Readonly<Record<Name, Keyed>>,
): Omit<InstallationData, 'close'> {
  const [journal, vault, calls, payloads] = [
    open('journal'),
    open('vault'),
    open('calls'),
    open('payloads'),
  ];
  const agents = () => {
    const { get } = agentsMethods(vault);
    return ids(vault, 'agents').flatMap((id) => get(id as never) ?? []);
  };
  return {
    journal: journalOf(journal, files.journal),
    vault: () => rows(vault, 'SELECT token, value_index AS "index", kind, kid, surface FROM vault'),
    vaultUses: () =>
      rows(
        vault,
        `SELECT agent_id AS agentId, token FROM vault_use
         UNION ALL SELECT first_agent, token FROM vault WHERE first_agent <> ''`,
      ),
    agents,
    bearerTokens: () => {
      const { of } = bearerTokensMethods(vault);
      return agents().flatMap(({ id }) => of(id));
    },
    users: () =>
      [...rows<UserRow>(vault, `SELECT ${userColumns} FROM users ORDER BY id`)].map(toUser),
    documents: () => rows(vault, 'SELECT name, text FROM documents'),
    roster: () => wholeRoster(vault),
    sessions: () => {
      const { get } = callsMethods(calls);
      return each(ids(calls, 'sessions'), (id: SessionId) => {
        const row = get(id);
        return row && sessionRow(row);
      });
    },
    callKeys: () =>
      rows(calls, 'SELECT session_id AS sessionId, call_key AS callKey FROM call_keys'),
    searchKeys: () =>
      rows(
        calls,
        `SELECT session_id AS id, json_group_array(json_object('key', key, 'placeholder', placeholder)) AS keys
         FROM search_key GROUP BY session_id`,
      ),
    searchableSince: () => callsMethods(calls).searchableSince(),
    payloadKeys: () =>
      rows(payloads, 'SELECT session_id AS sessionId, kid, wrapped FROM session_key'),
    payloads: () =>
      rows(payloads, 'SELECT session_id AS sessionId, sha256, ciphertext FROM payload ORDER BY no'),
    marks: function* marks() {
      for (const { content } of rows<{ content: string }>(payloads, 'SELECT content FROM mark'))
        yield JSON.parse(content) as Mark;
    },
    remarks: function* remarks() {
      for (const row of rows<StoredRemarks>(
        payloads,
        'SELECT session_id AS id, tags, note FROM remark',
      ))
        yield remarksOf(row);
    },
  };
}

function journalOf(journal: Database.Database, file: Keyed): InstallationData['journal'] {
  return {
    head: () => {
      const { size, hash } = journalEnd(file);
      return { size, hash };
    },
    records: () => rows(journal, 'SELECT seq, body, curr_hash AS currHash FROM event ORDER BY seq'),
    checkpoints: () =>
      rows(journal, 'SELECT size, note, peaks, voided_by AS voidedBy FROM checkpoint ORDER BY id'),
    retention: () =>
      journal
        .prepare(
          `SELECT pruned_below AS prunedBelow, event_seq AS eventSeq, clock_seen AS clockSeen
           FROM retention`,
        )
        .get() as ReturnType<InstallationData['journal']['retention']>,
    tiles: () => rows(journal, 'SELECT no, hashes FROM pruned_tile ORDER BY no'),
    holds: () =>
      rows(
        journal,
        'SELECT no, session_id AS id, actor, placed_at AS placedAt, from_seq AS fromSeq FROM legal_hold',
      ),
    policyTexts: () => rows(journal, 'SELECT sha256, yaml FROM policy_text'),
    policyVersions: () => each(ids(journal, 'policy_version'), policyVersionMethods(journal).find),
  };
}

function rows<T>(db: Database.Database, sql: string): Iterable<T> {
  return db.prepare(sql).iterate() as Iterable<T>;
}

function ids(db: Database.Database, table: string): readonly unknown[] {
  return db.prepare(`SELECT id FROM ${table} ORDER BY id`).pluck().all();
}

/** One row at a time, so that a large table needs no memory. */
function* each<T>(ids: readonly unknown[], find: (id: never) => T | undefined): Iterable<T> {
  for (const id of ids) {
    const row = find(id as never);
    if (row !== undefined) yield row;
  }
}
