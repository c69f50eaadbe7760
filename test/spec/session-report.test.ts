import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OneReport, type Report } from '../../server/contract/report.ts';
import type { JournalRecord } from '../../server/domain/event.ts';
import type { SessionReport } from '../../server/domain/report.ts';
import { verifyInclusion, verifyReport } from '../../server/journal/index.ts';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';

let kit: ProxyKit;
let agent: string;
let session: string;
let stub: string;
let stubSession: string;

beforeAll(async () => {
  kit = await startProxy();
  agent = await kit.agent();
  stub = await kit.service.createAgent({ name: 'echo', upstream: 'stub' });
  await kit.ask(agent, [user('my number is 415-555-0142 and 212-555-0187')]);
  await kit.ask(stub, [user('write to marigold@example.com')]);
  [session, stubSession] = await Promise.all([onlySession(agent), onlySession(stub)]);
});
afterAll(() => kit.close());

/** The one session of an agent, once it is sealed. */
async function onlySession(agentId: string): Promise<string> {
  return vi.waitFor(async () => {
    const [sealed] = await kit.records(agentId, 'session_sealed');
    if (sealed?.session_id === undefined) throw new Error('not sealed yet');
    return sealed.session_id;
  }, 15_000);
}

const get = (id: string, query = '') => kit.service.api(`/api/v1/sessions/${id}/report${query}`);

async function reportOf(id: string): Promise<SessionReport> {
  const response = await get(id);
  expect(response.status).toBe(200);
  return ((await response.json()) as { report: SessionReport }).report;
}

describe('spec, GET /api/v1/sessions/{session_id}/report', () => {
  it('answers JSON of Audit Schema v1 by default', async () => {
    const response = await get(session);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const body = await response.json();
    expect(OneReport.safeParse(body).error).toBeUndefined();
    expect(verifyReport(body.report)).toMatchObject({ ok: true });
  });
});
