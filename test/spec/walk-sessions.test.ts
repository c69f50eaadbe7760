import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type Answer, jsonApi, refusal } from '../support/json-api.ts';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { rule } from './rule-book/index.ts';

let proxy: SharedProxy;

beforeAll(async () => {
  proxy = await sharedProxy();
});

const api = jsonApi(() => proxy.service);
const invalid = [422, 'validation_failed'];

describe('sessions', () => {
  let busy: string;
  const hour = 3_600_000;
  const list = async (query: string) =>
    (await api(`/api/v1/sessions?agent_id=${busy}&${query}`)).body.data ?? [];

  beforeAll(async () => {
    busy = await proxy.agent();
    for (let count = 0; count < 26; count += 1) await proxy.ask(busy, [user('hello')]);
    await proxy.ask(busy, [user('call 202-555-0143')]);
    // A call is partial until its first reply is on record.
    await eventually(async () => expect(await list('status=ok&limit=100')).toHaveLength(27));
  });

  it(rule('GET /api/v1/sessions 1'), async () => {
    expect(await list('')).toHaveLength(25);
    const starts = (await list('limit=100')).map(({ started_at }) => String(started_at));
    expect(starts).toEqual([...starts].sort().reverse());
  });

  it(rule('GET /api/v1/sessions 2'), async () => {
    for (const since of ['1h', '24h', '7d', '30d', new Date(Date.now() - hour).toISOString()]) {
      expect(await list(`limit=100&since=${since}`)).toHaveLength(27);
    }
    expect(await list(`since=${new Date(Date.now() + hour).toISOString()}`)).toEqual([]);
  });

  it(rule('GET /api/v1/sessions 3'), async () => {
    expect(await list('status=ok&limit=100')).toHaveLength(27);
    expect(await list('status=error')).toEqual([]);
    expect(await list('min_redactions=1')).toHaveLength(1);
  });

  it.each(['since=yesterday', 'status=good', 'min_redactions=-1', 'agent_id=agt_', 'limit=0'])(
    `${rule('GET /api/v1/sessions 4')} (%s)`,
    async (query) => {
      expect(refusal(await api(`/api/v1/sessions?${query}`))).toEqual(invalid);
    },
  );

  it(rule('GET /api/v1/sessions/{session_id} 1'), async () => {
    const [session] = await list('');
    const one = await api(`/api/v1/sessions/${session?.['id']}`);
    expect(one.body['session']).toEqual(session);
    const events = await api(`/api/v1/sessions/${session?.['id']}/events`);
    expect(events.body.data?.[0]).toMatchObject({ kind: 'call_started', session_seq: 0 });
  });

  it(rule('GET /api/v1/agents/{agent_id}/sessions 1'), async () => {
    const { body } = await api(`/api/v1/agents/${busy}/sessions?limit=100`);
    expect(body.data).toEqual(await list('limit=100'));
  });

  it(rule('GET /api/v1/sessions/{session_id}/report 1'), async () => {
    const [session] = await list('');
    const path = `/api/v1/sessions/${session?.['id']}/report`;
    const [first, second] = [await api(path), await api(path)];
    const report = (answer: Answer) => answer.body['report'] as Record<string, unknown>;
    expect(report(first)['id']).not.toBe(report(second)['id']);
    expect(report(first)['merkle_root_hex']).toBe(report(second)['merkle_root_hex']);
  });

  it(rule('GET /api/v1/sessions/{session_id}/report 4'), async () => {
    const none = await api('/api/v1/sessions/sess_01JZZZZZZZZZZZZZZZZZZZZZZZ/report');
    expect(refusal(none)).toEqual([404, 'session_not_found']);
  });

  it(rule('Reports not available 1'), async () => {
    const period = 'from=2026-01-01T00:00:00Z&until=2026-01-02T00:00:00Z';
    expect((await api(`/api/v1/agents/${busy}/report?${period}`)).status).toBe(200);
    expect((await api(`/api/v1/reports?${period}`)).status).toBe(200);
  });
});

describe('the proxy and the verification', () => {
  let agent: string;
  beforeAll(async () => {
    agent = await proxy.agent();
  });

  it(rule('POST /proxy 1'), async () => {
    const url = `${proxy.service.proxyBase(agent)}/chat/completions`;
    const unsigned = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: proxy.service.cookie },
      body: JSON.stringify({ messages: [user('hello')] }),
    });
    expect(unsigned.status).toBe(401);
  });

  it(rule('POST /proxy 4'), async () => {
    const response = await proxy.post(agent, { model: 'm', messages: [user('hello')] });
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'I heard: hello' } }],
    });
  });

  it(rule('POST /audit/verify 1'), async () => {
    const { body } = await api('/audit/verify', 'POST');
    expect(body).toEqual({ ok: true, event_count: expect.any(Number), message: 'chain ok' });
  });
});
