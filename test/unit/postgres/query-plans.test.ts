import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsSql } from '../../../server/adapters/postgres/agents.ts';
import { bearerTokensSql } from '../../../server/adapters/postgres/bearer-tokens.ts';
import { callsSql } from '../../../server/adapters/postgres/calls.ts';
import { listStatement } from '../../../server/adapters/postgres/calls-list.ts';
import { checkpointsSql } from '../../../server/adapters/postgres/checkpoints.ts';
import { connectPostgres } from '../../../server/adapters/postgres/connection.ts';
import { holdsSql } from '../../../server/adapters/postgres/holds.ts';
import { readHashes } from '../../../server/adapters/postgres/journal-hashes.ts';
import { journalMigrations } from '../../../server/adapters/postgres/journal-migrations.ts';
import { readsSql } from '../../../server/adapters/postgres/journal-reads.ts';
import { journalSql } from '../../../server/adapters/postgres/journal-sql.ts';
import { snapshotSql } from '../../../server/adapters/postgres/journal-stand.ts';
import { webSessionsSql } from '../../../server/adapters/postgres/logins.ts';
import { migrate } from '../../../server/adapters/postgres/migrations.ts';
import { payloadsSql } from '../../../server/adapters/postgres/payloads.ts';
import { policyTextsSql } from '../../../server/adapters/postgres/policy-texts.ts';
import { retentionSql } from '../../../server/adapters/postgres/retention.ts';
import { planSql } from '../../../server/adapters/postgres/retention-plan.ts';
import { storeMigrations } from '../../../server/adapters/postgres/stores.ts';
import { usersSql } from '../../../server/adapters/postgres/users.ts';
import { vaultSql } from '../../../server/adapters/postgres/vault.ts';
import { type FreshDatabase, freshDatabase } from '../../support/postgres.ts';

let place: FreshDatabase;
beforeAll(async () => {
  place = await freshDatabase();
  const database = await connectPostgres(place.url);
  await migrate(database, [...storeMigrations, journalMigrations]);
  await database.close();
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

describe('no statement on PostgreSQL walks a whole table', () => {
  it.each(
    [
      vaultSql,
      agentsSql,
      bearerTokensSql,
      userSql,
      webSessionsSql,
      callsSql,
      payloadsSql,
      policyTextsSql,
      journalSql,
      { readHashes },
      readsSql,
      snapshotSql,
      checkpointsSql,
      holdsSql,
      retentionSql,
      planSql,
    ].flatMap((group) => Object.entries<{ text: string }>(group)),
  )('%s', async (_name, { text }) => {
    expect(await plan(text)).not.toMatch(/Seq Scan on/);
  });

  const agentId = 'agt_01KAHZ0000000000000000AAAA';
  it.each<[Parameters<typeof listStatement>[0], string]>([
    [{}, 'sessions_by_start'],
    [{ agentId }, 'sessions_by_agent'],
    [{ status: 'error' }, 'sessions_by_status'],
    [{ agentId, status: 'error' }, 'sessions_by_agent_status'],
    [{ open: true }, 'sessions_open'],
  ])('list %o walks one index in its order', async (filter, index) => {
    const lines = await plan(listStatement(filter).text);
    expect(lines).toContain(`Index Scan Backward using ${index} on sessions`);
    expect(lines).not.toMatch(/Sort|Seq Scan/);
  });

  it.each(['sums', 'latencies'] as const)('%s reads the index alone', async (name) => {
    expect(await plan(callsSql[name].text)).toContain('Index Only Scan using sessions_by_agent');
  });
});
