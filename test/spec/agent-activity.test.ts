import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityBucket } from '../../server/contract/figures/agent-activity.ts';
import { noExposure } from '../../server/domain/exposure.ts';
import type { AgentId } from '../../server/domain/ids.ts';
import type { SessionRow } from '../../server/ports/session-summaries.ts';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';

let fixture: Fixture;
let nurse: Browser;
let agentId: AgentId;
let recorded = 0;

beforeAll(async () => {
  fixture = await startFixture();
  const admin = await fixture.signIn('owner');
  nurse = await fixture.signIn('nurse@example.com');
  const created = await admin.post('/api/v1/agents', { name: 'Front desk', upstream: 'stub' });
  agentId = created.json().agent.id;
  await fixture.calls.record([
    row('2026-11-21T09:59:59.999Z', 5, { 2: 1, 8: 1 }),
    row('2026-11-21T09:00:00.000Z', 2, { 4: 2 }),
    row('2026-11-21T08:59:59.999Z', 1, {}),
    row('2026-11-16T03:00:00.000Z', 40, { 90: 1 }),
    { ...row('2026-11-21T09:30:00.000Z', 99, { 99: 1 }), ...ofSomebodyElse() },
  ]);
});
afterAll(() => fixture.app.close());

function row(startedAt: string, redactionCount: number, addedMs: SessionRow['addedMs']) {
  recorded += 1;
  const summary: SessionRow['summary'] = {
    id: `sess_01KAHZ0000000000000000000${recorded}`,
    agentId,
    agentName: 'Front desk',
    startedAt,
    endedAt: startedAt,
    durationMs: 0,
    status: 'ok',
    redactionCount,
    redactionsByKind: {},
    exposure: noExposure,
    upstreamModel: 'stub',
    turnCount: 1,
    ended: true,
  };
  return { summary, foldedSeq: recorded, addedMs };
}

function ofSomebodyElse(): Pick<SessionRow, 'summary'> {
  const { summary } = row('2026-11-21T09:30:00.000Z', 99, {});
  return { summary: { ...summary, agentId: 'agt_01KAHZ0000000000000000AAAA' } };
}

const activity = async (query = ''): Promise<readonly ActivityBucket[]> =>
  (await nurse.get(`/api/v1/agents/${agentId}/activity${query}`)).json().data;

describe('GET /api/v1/agents/{agent_id}/activity', () => {
  it('gives sessions, redactions and latencies of the last 24 hours by the hour', async () => {
    const data = await activity();
    expect(data).toHaveLength(25);
    const filled = data.filter(({ sessions }) => sessions > 0);
    expect(filled).toEqual([
      {
        start: '2026-11-21T08:00:00.000Z',
        end: '2026-11-21T09:00:00.000Z',
        sessions: 1,
        redactions: 1,
        p50_latency_ms: null,
        p95_latency_ms: null,
      },
      {
        start: '2026-11-21T09:00:00.000Z',
        end: '2026-11-21T10:00:00.000Z',
        sessions: 2,
        redactions: 7,
        p50_latency_ms: 4,
        p95_latency_ms: 8,
      },
    ]);
  });

  it.each([
    ['7d', 29, '2026-11-16T00:00:00.000Z', '2026-11-16T06:00:00.000Z'],
    ['30d', 31, '2026-11-16T00:00:00.000Z', '2026-11-17T00:00:00.000Z'],
  ])('reaches back %s in %i wider steps', async (since, count, start, end) => {
    const data = await activity(`?since=${since}`);
    expect(data).toHaveLength(count);
    expect(data.find(({ redactions }) => redactions === 40)).toMatchObject({
      start,
      end,
      sessions: 1,
      p95_latency_ms: 90,
    });
    expect(data.reduce((sum, { redactions }) => sum + redactions, 0)).toBe(48);
  });

  it('takes no other time', async () => {
    const response = await nurse.get(`/api/v1/agents/${agentId}/activity?since=1h`);
    expect([response.statusCode, response.json().error.code]).toEqual([422, 'validation_failed']);
  });

  it('404 for an unknown agent', async () => {
    const response = await nurse.get('/api/v1/agents/agt_x/activity');
    expect([response.statusCode, response.json().error.code]).toEqual([404, 'agent_not_found']);
  });
});
