import Database from 'better-sqlite3-multiple-ciphers';
import { describe, expect, it } from 'vitest';
import { callsMigrations, callsSql } from '../../server/adapters/sqlcipher/calls/calls.ts';
import { openCallsStore } from '../../server/adapters/sqlcipher/calls/calls-store.ts';
import { openDatabase } from '../../server/adapters/sqlcipher/engine/connection.ts';
import type { StoreQuery } from '../../server/adapters/system/session-filter.ts';
import { noExposure } from '../../server/domain/exposure.ts';
import { memoryCalls } from '../support/memory/calls.ts';
import { callsContract } from './calls.contract.ts';
import { costlySteps, encryptedFile, queryPlan } from './encrypted-files.ts';

callsContract('memory', async () => ({ port: memoryCalls(), close: async () => {} }));

callsContract('SQLCipher', async () => {
  const place = await encryptedFile('calls.db');
  const store = await openCallsStore(place);
  return {
    port: { ...store.summaries, ...store.erasure },
    close: async () => {
      await store.close();
      await place.remove();
    },
  };
});

describe('no query of calls.db scans or sorts all sessions', () => {
  const { list, count, latencies, steps, rangeSums, ...fixed } = callsSql;
  it.each(Object.entries(fixed))('%s', async (_name, sql) => {
    expect(await costlySteps(callsMigrations, sql)).toEqual([]);
  });

  it.each([
    ['sums', callsSql.sums],
    ['latencies', latencies],
    ['the count of an agent', count({ agentId: 'agt_01KAHZ0000000000000000AAAA' })],
    ['the count of a search', count({ kind: 'NAME', open: false })],
  ])('%s never reads a row', async (_name, sql) => {
    const [search] = await queryPlan(callsMigrations, sql);
    expect(search).toMatch(/^SEARCH sessions USING COVERING INDEX/);
  });

  it('each step searches the index, and reads no row', async () => {
    const plan = await queryPlan(callsMigrations, steps);
    expect(plan.filter((line) => / sessions /.test(line))).toEqual([
      'SEARCH sessions USING COVERING INDEX sessions_by_start (started_ms>? AND started_ms<?)',
    ]);
  });

  it('sums read only the sessions of their range', async () => {
    const [search] = await queryPlan(callsMigrations, rangeSums);
    expect(search).toMatch(/^SEARCH sessions USING INDEX sessions_by_start/);
  });

  it('groups latencies of only the agent’s sessions', async () => {
    expect(await costlySteps(callsMigrations, latencies)).toEqual(['USE TEMP B-TREE FOR GROUP BY']);
  });

  const agentId = 'agt_01KAHZ0000000000000000AAAA';
  it.each<[Omit<StoreQuery, 'limit'>, string]>([
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

  it.each<Omit<StoreQuery, 'limit'>>([
    { kind: 'NAME' },
    { exposure: 'stopped', agentId },
    { idPrefix: 'sess_01' },
    { agentId, status: 'error', open: false },
    { reviewed: false },
  ])('search %o reads one index in order', async (query) => {
    const [search, ...more] = await queryPlan(callsMigrations, list(query));
    expect(search).toMatch(/^SEARCH sessions USING INDEX sessions_search /);
    expect(more).toEqual([]);
  });

  it('a search by keys reads only the sessions that have one', async () => {
    const plan = await queryPlan(callsMigrations, list({ searchKeys: ['a'], agentId }));
    expect(plan).toEqual([
      'SEARCH sessions USING INDEX sqlite_autoindex_sessions_1 (id=?)',
      'LIST SUBQUERY 2',
      'SEARCH search_key USING COVERING INDEX search_key_by_key (key=?)',
      'LIST SUBQUERY 1',
      'SCAN json_each VIRTUAL TABLE INDEX 1:',
      'USE TEMP B-TREE FOR ORDER BY',
    ]);
  });

  it.each<Omit<StoreQuery, 'limit'>>([
    { agentId, open: true },
    { status: 'error', open: true },
    { agentId, status: 'error', open: true },
  ])('list %o', async (query) => {
    expect(await costlySteps(callsMigrations, list(query))).toEqual([]);
  });
});

/** Columns of a call as versions before decision 0163 left it, and the outcomes that it has after the upgrade. */
const earlierCalls = {
  stopped: [{ outcome: 'leak', requests: 1, requests_blocked: 1 }, ['stopped']],
  reported: [
    { outcome: 'leak', requests: 2, requests_blocked: 1, requests_reported: 1 },
    ['may_have_been_sent', 'stopped'],
  ],
  mixed: [
    { outcome: 'leak', requests: 2, requests_blocked: 1, in_clear_by_kind: { DATE: 2 } },
    ['by_policy', 'stopped'],
  ],
  clean: [{ outcome: 'nothing_found', requests: 1 }, ['nothing_found']],
  unreadable: [{ outcome: 'nothing_found', requests: 1, unreadable: 1 }, ['unreadable']],
  unsent: [{ outcome: 'not_run' }, ['not_run']],
  ancient: [undefined, ['not_recorded']],
} as const;

describe('calls.db of an older version', () => {
  it('gets the columns that searches read from its summaries', async () => {
    const place = await encryptedFile('calls.db');
    const file = { file: place.file, key: place.key.reveal() };
    const older = openDatabase({ ...file, migrations: callsMigrations.slice(0, 3) });
    const insert = older.prepare(
      `INSERT INTO sessions VALUES (?, 'agt_1', 5, 'ok', 3, 1, 0, ?, '{}')`,
    );
    const summary = (kinds: object) =>
      JSON.stringify({ durationMs: 61_000, turnCount: 4, redactionsByKind: kinds });
    insert.run('sess_1', summary({ PHONE: 1, NAME: 2 }));
    insert.run('sess_2', summary({}));
    older.close();
    const newer = openDatabase({ ...file, migrations: callsMigrations });
    expect(newer.prepare('SELECT duration_ms, turns, kinds FROM sessions').all()).toEqual([
      { duration_ms: 61_000, turns: 4, kinds: ' PHONE NAME ' },
      { duration_ms: 61_000, turns: 4, kinds: ' ' },
    ]);
    expect(newer.prepare('SELECT DISTINCT exposures FROM sessions').pluck().all()).toEqual([
      ' not_recorded ',
    ]);
    expect(newer.prepare('SELECT counts FROM sessions').pluck().all().map(String)).toEqual([
      '{"status ok":1,"kind PHONE":1,"kind NAME":2,"exposure not_recorded":1,"with not_recorded":1}',
      '{"status ok":1,"exposure not_recorded":1,"with not_recorded":1}',
    ]);
    newer.close();
    await place.remove();
  });

  it('rows of older versions get the outcomes of today (decision 0163)', () => {
    const db = new Database(':memory:');
    const last = callsMigrations.findIndex((sql) => sql.includes('exposures'));
    db.exec(callsMigrations.slice(0, last).join('\n'));
    const add = db.prepare(
      `INSERT INTO sessions (id, agent_id, started_ms, status, redactions, ended, folded_seq, summary, added_ms, exposure, counts)
       VALUES (?, 'agt_1', 0, 'ok', 0, 1, 1, ?, '{}', ?, ?)`,
    );
    for (const [id, [exposure]] of Object.entries(earlierCalls)) {
      const outcome = exposure?.outcome ?? 'not_recorded';
      const stored = exposure && { ...noExposure, ...exposure };
      const counts = { 'status ok': 1, [`exposure ${outcome}`]: 1 };
      add.run(id, JSON.stringify({ exposure: stored }), outcome, JSON.stringify(counts));
    }
    db.exec(callsMigrations.slice(last).join('\n'));
    const rows = db.prepare('SELECT id, exposures, counts FROM sessions').all() as {
      id: keyof typeof earlierCalls;
      exposures: string;
      counts: string;
    }[];
    for (const { id, exposures, counts } of rows) {
      const [, outcomes] = earlierCalls[id];
      expect(exposures).toBe(` ${outcomes.join(' ')} `);
      expect(JSON.parse(counts)).toEqual({
        'status ok': 1,
        [`exposure ${outcomes[0]}`]: 1,
        ...Object.fromEntries(outcomes.map((outcome) => [`with ${outcome}`, 1])),
      });
    }
    db.close();
  });
});
