import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callWordsSql } from '../../server/adapters/postgres/calls/call-words.ts';
import { callsSql, listSql } from '../../server/adapters/postgres/calls/calls.ts';
import { connectPostgres } from '../../server/adapters/postgres/engine/connection.ts';
import { migrate } from '../../server/adapters/postgres/engine/migrations.ts';
import { checkpointsSql } from '../../server/adapters/postgres/journal/checkpoint-store.ts';
import { readerSql } from '../../server/adapters/postgres/journal/journal-reader.ts';
import { journalMigrations } from '../../server/adapters/postgres/journal/migrations.ts';
import { readHashes, readsSql } from '../../server/adapters/postgres/journal/record-reads.ts';
import { holdsSql, retentionSql } from '../../server/adapters/postgres/journal/retention.ts';
import { journalSql } from '../../server/adapters/postgres/journal/statements.ts';
import { payloadsSql } from '../../server/adapters/postgres/payloads/payloads.ts';
import { policyTextsSql } from '../../server/adapters/postgres/payloads/policy-texts.ts';
import { policyVersionSql } from '../../server/adapters/postgres/payloads/policy-versions.ts';
import { storeMigrations } from '../../server/adapters/postgres/stores.ts';
import { agentsSql } from '../../server/adapters/postgres/vault/agents.ts';
import { bearerTokensSql } from '../../server/adapters/postgres/vault/bearer-tokens.ts';
import { usersSql } from '../../server/adapters/postgres/vault/users.ts';
import { vaultSql } from '../../server/adapters/postgres/vault/vault.ts';
import { webSessionsSql } from '../../server/adapters/postgres/vault/web-sessions.ts';
import type { StoreQuery } from '../../server/adapters/system/session-filter.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';

let place: FreshDatabase;
beforeAll(async () => {
  place = await freshDatabase();
  const database = await connectPostgres(place.url);
  await migrate(database, [...storeMigrations, journalMigrations]);
  await database.close();
  // All indexes of an empty table cost the same.
  await place.sql(
    `INSERT INTO sessions
       (id, agent_id, started_ms, status, redactions, ended, folded_seq, added_ms, sealed)
     SELECT 'sess_' || n, 'agt_' || n % 50, n, (ARRAY['ok', 'error', 'partial'])[1 + n % 3], 0,
            n % 100 <> 0, n, '{}', decode(repeat('00', 1000), 'hex')
     FROM generate_series(1, 5000) AS n`,
  );
  await place.sql('VACUUM ANALYZE sessions');
});
afterAll(() => place.remove());

/** How the server would run a statement if it had to avoid walking tables and sorting. */
async function plan(text: string): Promise<string> {
  const rows = await place.sql(
    `SET enable_seqscan = off; SET enable_sort = off; EXPLAIN (GENERIC_PLAN) ${text}`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

// Counting all users happens at a sign-in and reads them all.
const { count: _, ...userSql } = usersSql;
// Its table has one row.
const { searchableSince: __, ...callSql } = callsSql;

describe('no statement on PostgreSQL scans a whole table', () => {
  it.each(
    [
      vaultSql,
      agentsSql,
      bearerTokensSql,
      userSql,
      webSessionsSql,
      callSql,
      callWordsSql,
      payloadsSql,
      policyTextsSql,
      policyVersionSql,
      journalSql,
      { readHashes },
      readsSql,
      readerSql,
      checkpointsSql,
      holdsSql,
      retentionSql,
    ].flatMap((group) => Object.entries<{ text: string }>(group)),
  )('%s', async (_name, { text }) => {
    expect(await plan(text)).not.toMatch(/Seq Scan on/);
  });

  const agentId = 'agt_01KAHZ0000000000000000AAAA';
  it.each<[Omit<StoreQuery, 'limit'>, string]>([
    [{}, 'sessions_by_start'],
    [{ agentId }, 'sessions_by_agent'],
    [{ status: 'error' }, 'sessions_by_status'],
    [{ agentId, status: 'error' }, 'sessions_by_agent_status'],
    [{ open: true }, 'sessions_open'],
  ])('list %o reads one index in order', async (filter, index) => {
    const lines = await plan(listSql({ ...filter, limit: 26 }).text);
    expect(lines).toContain(`Index Scan Backward using ${index} on sessions`);
    expect(lines).not.toMatch(/Sort|Seq Scan/);
  });

  it.each<Omit<StoreQuery, 'limit'>>([
    { kind: 'NAME' },
    { words: ['1', '-2'] },
    { reviewed: false },
    { agentId, open: false },
    { idPrefix: 'sess_01', until: '2026-11-21T10:00:00Z' },
  ])('search %o', async (filter) => {
    expect(await plan(listSql({ ...filter, limit: 26 }).text)).not.toMatch(/Seq Scan/);
  });

  it.each(['sums', 'latencies'] as const)('%s reads only the index', async (name) => {
    expect(await plan(callsSql[name].text)).toContain('Index Only Scan using sessions_by_agent');
  });
});
