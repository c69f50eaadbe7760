import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsMigrations } from '../../server/adapters/sqlcipher/calls/calls.ts';
import { openDatabase } from '../../server/adapters/sqlcipher/engine/connection.ts';
import { deriveFileKey } from '../../server/adapters/system/key-derivation.ts';
import { loadOrCreateKeys } from '../../server/adapters/system/load-keys.ts';
import { dataFiles } from '../../server/config/data-files.ts';
import type { FoundTexts } from '../../server/contract/sessions.ts';
import { defaultPolicyYaml } from '../../server/policy/index.ts';
import { eventually } from '../support/eventually.ts';
import { user } from '../support/proxy-kit.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type Service, startService } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { startFixture } from '../unit/http/support.ts';

const keeping = defaultPolicyYaml.replace('log_payloads: false', 'log_payloads: true');
const forgetting = defaultPolicyYaml.replace('log_payloads: false', 'keep: nothing');

let dataDir: string;
let service: Service;
const agents: Record<string, string> = {};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-texts-'));
  service = await startService({ SVC_DATA_DIR: dataDir });
  const upstream = 'stub';
  agents['desk'] = await service.createAgent({ name: 'front desk', upstream });
  const both = { name: 'nurse line', upstream, policy_yaml: keeping };
  agents['both'] = await service.createAgent(both);
  const none = { name: 'billing', upstream, policy_yaml: forgetting };
  agents['none'] = await service.createAgent(none);
  await say('desk', 'c-1', 'I want to refill my INSULIN, call 202-555-0143');
  await say('desk', 'c-2', 'Insulín? No, the refill is for a Größe of 40 units');
  await say('both', 'c-3', 'refill please, call 202-555-0143');
  await say('none', 'c-4', 'refill the insulin');
  await say('desk', 'c-5', 'an appointment, please');
  await eventually(async () =>
    expect((await service.records()).filter(({ kind }) => kind === 'session_sealed')).toHaveLength(
      5,
    ),
  );
});
afterAll(async () => {
  await service?.close({ keepData: true });
  await removeFolder(dataDir);
});

async function say(agent: string, id: string, text: string): Promise<void> {
  const post = (url: string, body: object) =>
    signedFetch(service.secret)(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const messages = [{ role: 'system', content: 'You are courteous.' }, user(text)];
  const url = `${service.proxyBase(agents[agent] ?? '')}/chat/completions`;
  expect((await post(url, { model: 'm', call: { id }, messages })).status).toBe(200);
  const message = { type: 'end-of-call-report', call: { id } };
  const ended = await post(`${service.url}/voice/webhook/${agents[agent]}`, { message });
  expect(ended.status).toBe(200);
}

const ask = (body: object) =>
  service.api('/api/v1/sessions/text-searches', { method: 'POST', body: JSON.stringify(body) });

async function search(text: string, filters: object = {}): Promise<FoundTexts> {
  return (await (await ask({ text, ...filters })).json()) as FoundTexts;
}

const found = async (text: string, filters?: object) =>
  (await search(text, filters)).data.map(({ agent_name, turn_count }) => {
    expect(turn_count).toBe(1);
    return agent_name;
  });

/** The words that the database still holds. */
async function listedWords(): Promise<readonly unknown[]> {
  const keys = await loadOrCreateKeys({ dataDir, env: {} });
  if (!keys.ok) throw new Error('no keys');
  const key = deriveFileKey(keys.value.database, 'calls').reveal();
  const db = openDatabase({ file: dataFiles(dataDir).calls, key, migrations: callsMigrations });
  db.exec('CREATE VIRTUAL TABLE temp.listed USING fts5vocab (main, said, row)');
  const listed = db.prepare('SELECT term FROM temp.listed').pluck().all();
  db.close();
  return listed;
}

describe('POST /api/v1/sessions/text-searches (decision 0174)', () => {
  it.each([
    ['in any case', 'insulin', 2],
    ['in any order, all of them', 'insulin refill', 2],
    ['without accents', 'grosse INSULIN', 1],
    ['with and without accents', 'Größe insulín', 1],
    ['and numbers', '40 units', 1],
    ['of the model', 'you said refill', 3],
    ['that follow each other, in quotation marks', '"refill my insulin"', 1],
    ['that follow each other, in those of a telephone', '“the refill” units', 1],
    ['that do not follow each other', '"insulin refill"', 0],
    ['of two people, as no phrase', '"0143 you said"', 0],
    ['by their beginning', 'insul* appointment', 0],
    ['by the beginnings of two', 'insul* refi*', 2],
    ['by the beginning of the last one of a phrase', '"my insul*"', 1],
  ])('finds calls by words, %s', async (_, text, count) => {
    expect(await search(text)).toMatchObject({ total: count, unread_calls: 0 });
  });

  it('combines words with the filters, the order and the pages of the list', async () => {
    expect(await found('refill')).toEqual(['nurse line', 'front desk', 'front desk']);
    expect(await found('refill', { sort: 'started_at', limit: 1 })).toEqual(['front desk']);
    expect(await found('refill', { agent_id: agents['both'] })).toEqual(['nurse line']);
    expect(await found('refill', { kind: 'PHONE', min_redactions: 1 })).toHaveLength(2);
    expect(await found('refill', { until: '2020-01-01T00:00:00Z' })).toEqual([]);
    const first = await search('refill', { limit: 2 });
    const rest = await search('refill', { limit: 2, cursor: first.next_cursor });
    expect(rest).toMatchObject({ total: 3, data: [{}], next_cursor: null });
  });

  it('finds no call by a value, its placeholder, the instructions or the beginning of a word', async () => {
    for (const text of ['0143', 'phone', 'PHONE_01', 'courteous', 'insul'])
      expect((await search(text)).total, text).toBe(0);
  });

  it('finds no call whose policy keeps no texts', async () => {
    expect(await found('insulin')).not.toContain('billing');
  });

  it('refuses what has no word, and unknown filters', async () => {
    for (const body of [{}, { text: '?!' }, { text: '"" *' }, { text: 'refill', colour: 'red' }])
      expect((await ask(body)).status).toBe(422);
    const tooShort = await ask({ text: 'in*' });
    expect([tooShort.status, await tooShort.text()]).toEqual([
      422,
      expect.stringMatching(/3 letters/),
    ]);
  });

  it('is journalled without the words', async () => {
    await search('appointment');
    const searches = (await service.records()).filter(({ kind }) => kind === 'values_searched');
    expect(searches.at(-1)).toMatchObject({
      store: 'texts',
      calls_found: 1,
      actor: expect.stringMatching(/^usr_/),
    });
    expect(JSON.stringify(searches)).not.toContain('appointment');
  });

  it('finds a call no more once its texts are erased, unless a hold keeps them', async () => {
    const [call] = (await search('appointment')).data;
    const hold = (method: string) =>
      service.api(`/api/v1/admin/legal-hold?session_id=${call?.id}`, { method });
    const erase = () => service.api(`/api/v1/sessions/${call?.id}/payloads`, { method: 'DELETE' });
    await hold('PUT');
    expect((await erase()).status).toBe(403);
    expect((await search('appointment')).total).toBe(1);
    await hold('DELETE');
    expect((await erase()).status).toBe(204);
    expect(await search('appointment')).toMatchObject({ total: 0, unread_calls: 0 });
  });

  it('holds no erased word and no value in its database, and goes on after a restart', async () => {
    const { cookie } = service;
    await service.close({ keepData: true });
    const listed = await listedWords();
    expect(listed).toEqual(expect.arrayContaining(['refill', 'insulin', 'grosse']));
    for (const word of ['appointment', 'courteous', '0143', 'phone'])
      expect(listed, word).not.toContain(word);
    service = await startService({ SVC_DATA_DIR: dataDir }, { cookie });
    expect(await found('refill')).toHaveLength(3);
  });
});

describe('where the order of words is unknown (decision 0202)', () => {
  it('words in quotation marks are looked for by themselves, which is said, and beginnings are refused', async () => {
    const wordIndexing = {
      inOrder: false,
      catchUp: async () => undefined,
      missing: async () => 0,
      change: async (_id: unknown, change: () => Promise<void>) => change(),
    };
    const fixture = await startFixture({ wordIndexing });
    const nurse = await fixture.signIn('nurse@example.com');
    const asked = async (text: string) => {
      const response = await nurse.post('/api/v1/sessions/text-searches', { text });
      return response.json();
    };
    expect(await asked('"new inhaler"')).toMatchObject({ word_by_word: true });
    expect(await asked('new inhaler')).toMatchObject({ word_by_word: false });
    expect(await asked('inhal*')).toMatchObject({ error: { details: [{ path: 'text' }] } });
    await fixture.app.close();
  });
});
