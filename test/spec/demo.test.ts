import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationRights } from '../../server/contract/rights.ts';
import { type ProxyKit, startProxy } from '../support/proxy-kit.ts';
import { startService } from '../support/service.ts';

let proxy: ProxyKit;
beforeAll(async () => {
  proxy = await startProxy();
});
afterAll(() => proxy.close());

const ask = async (path: string, init?: RequestInit) => {
  const response = await proxy.service.api(path, init);
  const text = await response.text();
  return { status: response.status, text, json: () => JSON.parse(text) };
};
const stateOf = async () => (await ask('/api/v1/demo')).json().demo;
const folder = () => join(proxy.service.dataDir, 'demo');

async function playDay(): Promise<void> {
  expect((await ask('/api/v1/demo/days', { method: 'POST' })).status).toBe(202);
  await expect.poll(stateOf, { timeout: 120_000 }).toMatchObject({ state: 'played' });
}

describe('A demo day is in a service of its own, and nothing of it in that of the clinic', () => {
  it('plays 40 calls with a stopped leak, a value by policy, a failed provider and another language', async () => {
    await playDay();
    expect(await stateOf()).toEqual({ state: 'played', calls_played: 40, calls_planned: 40 });
    // Summaries are written a moment later.
    const overview = async () => (await ask('/demo/api/v1/overview')).json();
    await expect.poll(overview).toMatchObject({ total: { calls: 40 } });
    const { total, attention } = await overview();
    expect(total.calls_with).toMatchObject({ stopped: 1, by_policy: 1 });
    expect(total.calls_with.may_have_been_sent).toBeUndefined();
    expect(total.calls_by_status).toEqual({ ok: 38, error: 2 });
    expect(attention).toContainEqual({ about: 'language_not_covered', count: 1, names: ['vi'] });
  });

  it('every answer of the model has the values that it needs', async () => {
    const { data } = (await ask('/demo/api/v1/sessions?limit=100')).json();
    const heard: string[] = [];
    for (const { id } of data) {
      const { transcript } = (await ask(`/demo/api/v1/sessions/${id}/transcript?side=both`)).json();
      for (const { replies } of transcript.turns)
        for (const { regulated } of replies) heard.push(regulated);
    }
    expect(heard.length).toBeGreaterThan(60);
    expect(heard.filter((text) => /[{}]|TOK1| [,.]|REDACTED/.test(text))).toEqual([]);
  });

  it('asks no provider, whichever model is configured', () => {
    expect(proxy.upstream.seen).toEqual([]);
  });

  it('leaves nothing in the journal, the lists and the figures of the clinic', async () => {
    const records = await proxy.service.records();
    const ofCalls = records.filter((record) => record.session_id ?? record.agent_id);
    expect(ofCalls.map(({ kind }) => kind)).toEqual([]);
    expect((await ask('/api/v1/sessions')).json().total).toBe(0);
    expect((await ask('/api/v1/overview')).json().total.calls).toBe(0);
    expect((await ask('/api/v1/agents')).json().data).toEqual([]);
  });

  it('its list, its file of calls and its reports say that it is a demo', async () => {
    const { data } = (await ask('/demo/api/v1/sessions?limit=100')).json();
    for (const { agent_name } of data) expect(agent_name).toMatch(/\(demo\)$/);
    const lines = (await ask('/demo/api/v1/sessions.csv')).text.trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(40);
    for (const line of lines) expect(line).toContain('(demo)');
    const until = new Date().toISOString();
    const from = new Date(Date.now() - 86_400_000).toISOString();
    const query = new URLSearchParams({ from, until, format: 'json' });
    const { report } = (await ask(`/demo/api/v1/reports?${query}`)).json();
    expect(report.letterhead.name).toContain('Demo');
  });

  it('the report of its day has no call in which names were not looked for', async () => {
    const until = new Date().toISOString();
    const from = new Date(Date.now() - 86_400_000).toISOString();
    const query = new URLSearchParams({ from, until, format: 'json' });
    const { report } = (await ask(`/demo/api/v1/reports?${query}`)).json();
    expect(report.population.total.calls).toBe(40);
    expect(report.limitations.join(' ')).not.toMatch(/names|test model/);
  });

  it('its journal verifies', async () => {
    const { json } = await ask('/demo/api/v1/audit/verify', { method: 'POST' });
    expect(json()).toMatchObject({ ok: true });
  });

  it('nobody changes in it what sends something elsewhere', async () => {
    const body = JSON.stringify({ name: 'x', upstream: 'stub' });
    const tries = await Promise.all([
      ask('/demo/api/v1/agents', { method: 'POST', body }),
      ask('/demo/api/v1/settings/alerts', { method: 'PUT', body: '{}' }),
      ask('/demo/api/v1/settings/alerts/rules', { method: 'POST', body: '{}' }),
    ]);
    for (const { status } of tries) expect(status).toBe(403);
  });

  it('goes as a whole with one request', async () => {
    expect(existsSync(folder())).toBe(true);
    expect((await ask('/api/v1/demo', { method: 'DELETE' })).status).toBe(204);
    expect(existsSync(folder())).toBe(false);
    expect(await stateOf()).toMatchObject({ state: 'none' });
    const { status, json } = await ask('/demo/api/v1/overview');
    expect([status, json().error.code]).toEqual([404, 'not_found']);
  });
});

describe('Who may play', () => {
  it('whoever may make a test call may play a demo and remove it, and nobody else', () => {
    const { makeTestCall, playDemoCall, playDemoDay, removeDemo } = operationRights;
    expect([playDemoCall, playDemoDay, removeDemo]).toEqual(Array(3).fill(makeTestCall));
  });

  it('nobody sees the demo without a sign-in, and calls cannot reach it', async () => {
    const { url } = proxy.service;
    for (const path of ['/demo/api/v1/overview', '/demo/api/v1/me', '/api/v1/demo'])
      expect((await fetch(`${url}${path}`)).status).toBe(401);
    const post = await fetch(`${url}/demo/api/v1/audit/verify`, {
      method: 'POST',
      headers: { cookie: proxy.service.cookie, origin: 'https://elsewhere.example.com' },
    });
    expect(post.status).toBe(403);
    expect((await fetch(`${url}/demo/proxy/agt_0/v1/chat/completions`)).status).toBe(404);
  });
});

describe('A demo call', () => {
  it('is played while the request is answered at once, and a second request changes nothing', async () => {
    expect((await ask('/api/v1/demo/calls', { method: 'POST' })).json().demo.state).toBe('playing');
    const again = await ask('/api/v1/demo/days', { method: 'POST' });
    expect(again.json().demo).toMatchObject({ state: 'playing', calls_planned: 1 });
  });

  it('breaks off when the demo is removed', async () => {
    expect((await ask('/api/v1/demo', { method: 'DELETE' })).status).toBe(204);
    expect(await stateOf()).toEqual({ state: 'none', calls_played: 0, calls_planned: 0 });
  });

  it('what a crash left of a demo is gone after the next start', async () => {
    const before = await startService();
    await before.close({ keepData: true });
    const left = join(before.dataDir, 'demo', 'data');
    await mkdir(left, { recursive: true });
    const next = await startService({ SVC_DATA_DIR: before.dataDir });
    expect(existsSync(left)).toBe(false);
    await next.close();
  });
});
