import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { sharedProxy } from '../support/proxy-kit.ts';
import { type Service, startService } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';

const token = 'a-metrics-token-of-this-test';
const number = '312 555 0142';
const spoken = `my number is ${number}`;

let service: Service;
let agent: string;

async function call(stream: boolean): Promise<void> {
  const response = await signedFetch(service.secret)(
    `${service.proxyBase(agent)}/chat/completions`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'any',
        stream,
        call: { id: 'call-observed' },
        messages: [{ role: 'user', content: spoken }],
      }),
    },
  );
  await response.text();
}

const read = (headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  fetch(`${service.url}/metrics`, { headers });

/** The value of a series whose labels contain all of `labels`; 0 where there is none. */
async function value(name: string, ...labels: readonly string[]): Promise<number> {
  const lines = (await (await read()).text()).split('\n');
  const found = lines.find(
    (line) =>
      new RegExp(`^${name}[ {]`).test(line) && labels.every((label) => line.includes(label)),
  );
  return Number(found?.split(' ').at(-1) ?? 0);
}

beforeAll(async () => {
  service = await startService({ SVC_METRICS_TOKEN: token });
  agent = await service.createAgent({ name: 'Observed', upstream: 'stub' });
  await call(false);
  await call(true);
  await eventually(async () => expect(await value('svc_replies_total', 'status="ok"')).toBe(2));
});
afterAll(() => service?.close());

describe('GET /metrics', () => {
  it('is not there unless a token is set', async () => {
    const { service: plain } = await sharedProxy();
    expect((await fetch(`${plain.url}/metrics`)).status).toBe(404);
  });

  it.each([
    ['no token', {}],
    ['another token', { authorization: `Bearer ${token}x` }],
    ['another scheme', { authorization: token }],
  ])('is refused with %s', async (_what, headers) => {
    const response = await read(headers as Record<string, string>);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: 'unauthenticated' } });
  });

  it('counts what the journal says happened', async () => {
    expect(await value('svc_events_total', 'kind="request_masked"')).toBe(2);
    expect(await value('svc_detections_total', 'entity_kind="PHONE"')).toBe(2);
    expect(await value('svc_redactions_total', 'entity_kind="PHONE"')).toBe(2);
    expect(await value('svc_added_seconds_count')).toBe(2);
    expect(await value('svc_journal_records')).toBe(service.app.journal.head().size);
  });

  it('times each stage of a turn', async () => {
    for (const stage of [
      'arrive',
      'detect',
      'tokenize',
      'leak_scan',
      'journal',
      'upstream',
      'reply',
    ])
      expect(await value('svc_turn_stage_seconds_count', `stage="${stage}"`), stage).toBe(2);
    expect(await value('svc_turn_seconds_count', 'status="ok"')).toBe(2);
    expect(await value('svc_journal_append_seconds_count')).toBeGreaterThan(1);
  });

  it('counts requests by route and never by URL', async () => {
    expect(
      await value('svc_http_request_seconds_count', 'route="/proxy/:agent_id/v1/chat/completions"'),
    ).toBe(2);
    expect(await (await read()).text()).not.toContain(agent);
  });

  it('reports the present health and sizes', async () => {
    expect(await value('svc_ready')).toBe(1);
    expect(await value('svc_live_calls')).toBe(1);
    expect(await value('svc_data_bytes', 'file="journal.db"')).toBeGreaterThan(0);
    expect(await value('svc_free_bytes')).toBeGreaterThan(0);
  });

  it('says nothing of what was said', async () => {
    expect(await (await read()).text()).not.toContain(number);
  });

  it('has every series that the shipped dashboard shows', async () => {
    const file = join(import.meta.dirname, '../../configs/grafana-dashboard.json');
    const { panels } = JSON.parse(await readFile(file, 'utf8')) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const wanted = new Set(
      panels.flatMap(({ targets = [] }) =>
        targets.flatMap(({ expr }) => expr.match(/\b(?:svc|process|nodejs)_\w+/g) ?? []),
      ),
    );
    const text = await (await read()).text();
    const families = new Set(
      [...text.matchAll(/^# TYPE (\S+)/gm)].flatMap(([, name = '']) => [
        name,
        `${name}_bucket`,
        `${name}_count`,
        `${name}_sum`,
      ]),
    );
    expect(wanted.size).toBeGreaterThan(10);
    expect([...wanted].filter((name) => !families.has(name))).toEqual([]);
  });
});
