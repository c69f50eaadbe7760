import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SystemView } from '../../server/contract/system.ts';
import { noExposure } from '../../server/domain/exposure.ts';
import type { AgentId } from '../../server/domain/ids.ts';
import type { SessionSummary } from '../../server/domain/session.ts';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';

let fixture: Fixture;
let nurse: Browser;
let frontDesk: AgentId;
let recorded = 0;

const storage: { free: number | undefined } = { free: 80_000_000_000 };
const removed: AgentId = 'agt_01KAHZ0000000000000000AAAA';

beforeAll(async () => {
  const system = async () =>
    ({ reasons: [], keys: [], upstreams: [], storage }) as unknown as SystemView;
  fixture = await startFixture({ system });
  const admin = await fixture.signIn('owner');
  nurse = await fixture.signIn('nurse@example.com');
  const created = await admin.post('/api/v1/agents', { name: 'Front desk', upstream: 'stub' });
  frontDesk = created.json().agent.id;
  await record('2026-11-21T09:59:59.999Z', { redactionsByKind: { NAME: 2 } }, { 2: 15, 8: 1 });
  await record('2026-11-21T09:00:00.000Z', { status: 'partial' }, { 4: 2 });
  await record('2026-11-20T10:00:00.000Z', {
    agentId: removed,
    redactionsByKind: { NAME: 1, PHONE: 3 },
  });
  await record('2026-11-03T03:00:00.000Z', {});
});
afterAll(() => fixture.app.close());

async function record(
  startedAt: string,
  change: Partial<SessionSummary>,
  addedMs: Readonly<Record<string, number>> = {},
) {
  recorded += 1;
  const summary: SessionSummary = {
    id: `sess_01KAHZ0000000000000000000${recorded}`,
    agentId: frontDesk,
    agentName: 'Front desk',
    startedAt,
    endedAt: startedAt,
    durationMs: 0,
    status: 'ok',
    redactionCount: 0,
    redactionsByKind: {},
    exposure: { ...noExposure, outcome: 'nothing_found', requests: 1 },
    upstreamModel: 'stub',
    turnCount: 1,
    ended: true,
    ...change,
  };
  await fixture.calls.record([{ summary, foldedSeq: recorded, addedMs }]);
}

const get = (query: string) => nurse.get(`/api/v1/overview${query}`);
const overview = async (query = '') => (await get(query)).json();
const attention = async (query = '') => (await overview(query)).attention;

describe('GET /api/v1/overview', () => {
  it('gives the figures of the last day in hours, in total and by agent', async () => {
    const { total, steps, agents, from, until } = await overview();
    expect([from, until]).toEqual(['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z']);
    expect(total).toEqual({
      calls: 3,
      calls_by_status: { ok: 2, partial: 1 },
      calls_by_exposure: { nothing_found: 3 },
      calls_with: { nothing_found: 3 },
      redactions_by_kind: { NAME: 3, PHONE: 3 },
      values_by_kind: {},
      replies: 18,
      p50_latency_ms: 2,
      p95_latency_ms: 8,
    });
    expect(steps).toHaveLength(24);
    expect(steps.at(-1)).toMatchObject({
      start: '2026-11-21T09:00:00.000Z',
      calls: 2,
      replies: 18,
    });
    expect(steps[1]).toMatchObject({ calls: 0, p50_latency_ms: null, redactions_by_kind: {} });
    expect(agents).toMatchObject([
      { agent_id: frontDesk, agent_name: 'Front desk', calls: 2 },
      { agent_id: removed, agent_name: null, calls: 1, redactions_by_kind: { NAME: 1, PHONE: 3 } },
    ]);
  });

  it('counts a wider range in days, and one agent alone', async () => {
    const month = await overview('?from=2026-11-01T12:00:00Z');
    expect(month.steps).toHaveLength(21);
    expect(month.steps[2]).toMatchObject({ start: '2026-11-03T00:00:00.000Z', calls: 1 });
    expect(month.total.calls).toBe(4);
    const own = await overview(`?from=2026-11-01T12:00:00Z&agent_id=${removed}`);
    expect([own.total.calls, own.agents.length]).toEqual([1, 1]);
  });

  it('shows a call of an hour that it counted before', async () => {
    const before = await overview();
    await record('2026-11-21T09:30:00.000Z', {});
    expect((await overview()).total.calls).toBe(before.total.calls + 1);
  });

  it('says which calls of the range need attention', async () => {
    const gaps = { about: 'policy_gaps', names: ['Front desk'] };
    expect(await attention()).toEqual([{ about: 'keys_not_stored' }, gaps]);
    await (await fixture.signIn('owner')).post('/api/v1/system/keys-stored', {});
    expect(fixture.journal.drafts.at(-1)).toMatchObject({
      kind: 'settings_changed',
      fields: { settings: 'keys', fields: ['stored_elsewhere'] },
    });
    expect(await attention()).toEqual([gaps]);
    await record('2026-11-15T09:00:00.000Z', {
      exposure: { ...noExposure, outcome: 'may_have_been_sent', requests: 1, requests_reported: 1 },
    });
    await record('2026-11-15T09:10:00.000Z', {
      exposure: {
        ...noExposure,
        outcome: 'by_policy',
        requests: 2,
        requests_blocked: 1,
        in_clear_by_kind: { DATE: 1 },
        languages: ['pl'],
        requests_without_names: 1,
      },
    });
    expect(await attention()).toEqual([gaps]);
    const week = `?from=2026-11-14T00:00:00Z&agent_id=${frontDesk}`;
    expect(await attention(week)).toEqual([
      { about: 'may_have_been_sent', count: 1 },
      { about: 'by_policy', count: 1 },
      { about: 'names_not_checked', count: 1 },
      { about: 'language_not_covered', count: 1, names: ['pl'] },
    ]);
  });

  it('says what of the installation needs attention, to all agents together', async () => {
    await record('2026-11-21T09:40:00.000Z', { status: 'error' });
    await record('2026-11-21T03:40:00.000Z', { ended: false });
    await record('2026-11-21T09:50:00.000Z', { ended: false });
    storage.free = 900_000_000;
    const agent = { name: 'Nurse line', upstream: 'provider:model-small' };
    await (await fixture.signIn('owner')).post('/api/v1/agents', agent);
    expect(await attention()).toEqual([
      { about: 'no_reply', count: 1 },
      { about: 'unsealed_calls', count: 1 },
      { about: 'disk_low', count: 900_000_000 },
      { about: 'agreement_missing', names: ['Voice platform', 'provider:model-small'] },
      { about: 'policy_gaps', names: ['Nurse line', 'Front desk'] },
    ]);
    expect(await attention(`?agent_id=${frontDesk}`)).toEqual([]);
  });

  it.each([
    ['?from=yesterday'],
    ['?since=24h'],
    ['?from=2026-11-22T00:00:00Z'],
    ['?from=2024-11-22T00:00:00Z'],
  ])('refuses %s', async (query) => {
    const response = await get(query);
    expect([response.statusCode, response.json().error.code]).toEqual([422, 'validation_failed']);
  });
});
