import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundSessions } from '../../server/contract/sessions.ts';
import { changedPolicy } from '../support/changed-policy.ts';
import { user } from '../support/proxy-kit.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type Service, startService } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';

const phone = '212 555 0123';
let dataDir: string;
let keys: Record<string, string>;
let service: Service;
const agents: Record<string, string> = {};

const key = () => randomBytes(32).toString('hex');

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-search-'));
  keys = { SVC_DATA_DIR: dataDir, SVC_MASTER_KEY: key(), SVC_KEY_K_HEALTHCARE: key() };
  service = await startService(keys);
  const upstream = 'stub';
  agents['vault'] = await service.createAgent({ name: 'front desk', upstream });
  const tokenization = 'reversible-aead';
  agents['aead'] = await service.createAgent({ name: 'nurse line', upstream, tokenization });
  const phones = 'PHONE: { regex: true, ner: true, confidence_threshold: 0.6, action:';
  const policy_yaml = changedPolicy([`${phones} tokenize`, `${phones} redact`]);
  agents['redact'] = await service.createAgent({ name: 'billing', upstream, policy_yaml });
  await say('vault', 'c-1', `it is ${phone}`);
  await say('vault', 'c-2', 'two one two five five five oh one two three');
  await say('aead', 'c-3', `call ${phone}`);
  await say('redact', 'c-4', `call ${phone}`);
  await say('vault', 'c-5', 'it is 212 555 0199');
});
afterAll(async () => {
  await service?.close({ keepData: true });
  await removeFolder(dataDir);
});

async function say(agent: string, call: string, text: string): Promise<void> {
  const response = await signedFetch(service.secret)(
    `${service.proxyBase(agents[agent] ?? '')}/chat/completions`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', call: { id: call }, messages: [user(text)] }),
    },
  );
  expect(response.status).toBe(200);
}

async function search(body: object): Promise<FoundSessions> {
  const sent = { method: 'POST', body: JSON.stringify(body) };
  return (await (await service.api('/api/v1/sessions/searches', sent)).json()) as FoundSessions;
}

const agentsOf = ({ data }: FoundSessions) => data.map(({ agent_name }) => agent_name);

describe('POST /api/v1/sessions/searches (decision 0108)', () => {
  it.each([
    ['as written', { value: '212-555-0123' }],
    ['with its country', { value: '+1 (212) 555-0123', kind: 'PHONE' }],
    ['as said', { value: 'two one two, five five five, oh one two three' }],
  ])('finds the calls in which a value got a token, %s, newest first', async (_, body) => {
    const found = await search(body);
    expect(agentsOf(found)).toEqual(['nurse line', 'front desk', 'front desk']);
    expect(found).toMatchObject({ total: 3, next_cursor: null });
  });

  it('goes on page by page', async () => {
    const value = phone;
    const first = await search({ value, limit: 2 });
    const rest = await search({ value, limit: 2, cursor: first.next_cursor });
    const ids = [...first.data, ...rest.data].map(({ id }) => id);
    expect(ids).toEqual((await search({ value })).data.map(({ id }) => id));
    expect(rest).toMatchObject({ total: 3, data: [{}], next_cursor: null });
  });

  it('finds no call by another kind, nor by a part of a value', async () => {
    expect((await search({ value: phone, kind: 'SSN' })).total).toBe(0);
    expect((await search({ value: '555 0123' })).total).toBe(0);
  });

  it('says since when calls can be found', async () => {
    const { searchable_since: since } = await search({ value: phone });
    expect(Date.parse(since)).toBeGreaterThan(Date.now() - 600_000);
    expect(Date.parse(since)).toBeLessThan(Date.now() + 60_000);
  });

  it('refuses what names no kind, without repeating the value', async () => {
    const sent = { method: 'POST', body: JSON.stringify({ value: phone, kind: 'PHONES' }) };
    const refused = await service.api('/api/v1/sessions/searches', sent);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('is not a kind that can be masked');
  });

  it('still finds them after a new masking key, and is journalled without the value', async () => {
    await service.close({ keepData: true });
    service = await startService({ ...keys, SVC_KEY_K_NEW: key() });
    expect(agentsOf(await search({ value: phone, kind: 'PHONE' }))).toHaveLength(3);
    const searches = (await service.records()).filter(({ kind }) => kind === 'values_searched');
    expect(searches.at(-1)).toMatchObject({
      store: 'calls',
      entity_kind: 'PHONE',
      calls_found: 3,
      actor: expect.stringMatching(/^usr_/),
    });
    expect(JSON.stringify(searches)).not.toMatch(/212.?555.?0123/);
  });
});

describe('GET /api/v1/sessions?q=', () => {
  it('finds a call by the id that the platform gave it, at any agent or at one', async () => {
    const list = async (query: string) =>
      (await (await service.api(`/api/v1/sessions?${query}`)).json()) as FoundSessions;
    expect(agentsOf(await list('q=c-3'))).toEqual(['nurse line']);
    expect(agentsOf(await list(`q=c-3&agent_id=${agents['aead']}`))).toEqual(['nurse line']);
    expect((await list(`q=c-3&agent_id=${agents['vault']}`)).total).toBe(0);
    expect((await list('q=c-9')).total).toBe(0);
  });
});
