import { describe, expect, it } from 'vitest';
import { callsMigrations, callsSql } from '../../server/adapters/sqlcipher/calls/calls.ts';
import { openCallsStore } from '../../server/adapters/sqlcipher/calls/calls-store.ts';
import type { SessionQuery } from '../../server/ports/session-summaries.ts';
import { memoryCalls } from '../support/memory/calls.ts';
import { storesForFile } from '../support/postgres-stores.ts';
import { callsContract } from './calls.contract.ts';
import { costlySteps, encryptedFile, queryPlan } from './encrypted-files.ts';

callsContract('memory', async () => ({ port: memoryCalls(), close: async () => {} }));

callsContract('SQLCipher', async () => {
  const place = await encryptedFile('calls.db');
  const store = await openCallsStore(place);
  return {
    port: store.summaries,
    close: async () => {
      await store.close();
      await place.remove();
    },
  };
});

const onPostgres = storesForFile();

callsContract('PostgreSQL', async () => ({
  port: (await onPostgres()).stores.summaries,
  close: async () => {},
}));

describe('no query of calls.db scans or sorts all sessions', () => {
  const { list, latencies, ...fixed } = callsSql;
  it.each(Object.entries(fixed))('%s', async (_name, sql) => {
    expect(await costlySteps(callsMigrations, sql)).toEqual([]);
  });

  it.each(['sums', 'latencies', 'count'] as const)('%s never reads a row', async (name) => {
    const [search] = await queryPlan(callsMigrations, callsSql[name]);
    expect(search).toMatch(/^SEARCH sessions USING COVERING INDEX/);
  });

  it('groups latencies of only the agent’s sessions', async () => {
    expect(await costlySteps(callsMigrations, latencies)).toEqual(['USE TEMP B-TREE FOR GROUP BY']);
  });

  const agentId = 'agt_01KAHZ0000000000000000AAAA';
  it.each<[Omit<SessionQuery, 'limit'>, string]>([
    [{}, 'sessions_by_start (started_ms>? AND (started_ms,id)<(?,?))'],
    [{ agentId }, 'sessions_by_agent (agent_id=? AND started_ms>? AND (started_ms,id)<(?,?))'],
    [
      { status: 'error' },
      'sessions_by_status (status=? AND started_ms>? AND (started_ms,id)<(?,?))',
    ],
    [
      { agentId, status: 'error' },
      'sessions_by_agent_status (agent_id=? AND status=? AND started_ms>? AND (started_ms,id)<(?,?))',
    ],
    [{ open: true }, 'sessions_open (started_ms>? AND (started_ms,id)<(?,?))'],
  ])('list %o reads one index in order', async (query, index) => {
    expect(await queryPlan(callsMigrations, list(query))).toEqual([
      `SEARCH sessions USING INDEX ${index}`,
    ]);
  });

  it.each<Omit<SessionQuery, 'limit'>>([
    { agentId, open: true },
    { status: 'error', open: true },
    { agentId, status: 'error', open: true },
  ])('list %o', async (query) => {
    expect(await costlySteps(callsMigrations, list(query))).toEqual([]);
  });
});
