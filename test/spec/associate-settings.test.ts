import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testConnection } from '../../server/adapters/upstream-http/test-connection.ts';
import type { ProviderTarget } from '../../server/config/upstreams.ts';
import { Secret } from '../../server/domain/secret.ts';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';

const path = '/api/v1/settings/business-associates';
const fromFile = {
  name: 'Hosting',
  role: 'hosting' as const,
  upstreams: [],
  agreement: 'unknown' as const,
};
const voice = {
  name: 'Example Voice',
  role: 'voice_platform',
  upstreams: [],
  agreement: 'signed',
  signed_on: '2026-01-31',
  expires_on: '2027-01-31',
};
const key = 'sk-not-a-real-key-of-anybody';

let fixture: Fixture;
const away: ProviderTarget = {
  kind: 'openai' as const,
  baseUrl: 'http://127.0.0.1:1',
  model: 'm',
  apiKey: new Secret(key),
  apiVersion: '2024-10-21',
};

let owner: Browser;
let provider: Server;
let answer: { readonly status: number; readonly body: object };
let kind: ProviderTarget['kind'] = 'openai';
let asked: IncomingMessage | undefined;

beforeAll(async () => {
  provider = createServer((request, response) => {
    asked = request;
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  fixture = await startFixture({
    associatesFile: [fromFile],
    testUpstream: () =>
      testConnection({ ...away, kind, baseUrl: `http://127.0.0.1:${port}/v1` }, {}),
  });
  owner = await fixture.signIn('owner');
});
afterAll(async () => {
  await fixture.app.close();
  await new Promise((resolve) => provider.close(resolve));
});
beforeEach(() => {
  fixture.journal.drafts.length = 0;
});

const put = (data: readonly object[]) => owner.send('PUT', path, { payload: { data } });

describe('business associates', () => {
  it('are those of the file, until a list is saved, and again when it is dropped', async () => {
    expect((await owner.get(path)).json()).toEqual({ data: [fromFile], source: 'file' });
    expect((await put([voice])).json()).toEqual({ data: [voice], source: 'portal' });
    expect((await put([])).json()).toEqual({ data: [], source: 'portal' });
    expect((await owner.send('DELETE', path)).json()).toMatchObject({ source: 'file' });
    expect(fixture.journal.drafts.map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ settings: 'business_associates', fields: ['list'] }),
      expect.objectContaining({ fields: ['list'] }),
      expect.objectContaining({ fields: ['file'] }),
    ]);
  });

  it('are not replaced by a list that was made from another than the one that counts', async () => {
    const replace = (replaces: readonly object[], data: readonly object[]) =>
      owner.send('PUT', path, { payload: { data, replaces } });
    expect((await replace([fromFile], [fromFile, voice])).statusCode).toBe(200);
    const refused = await replace([fromFile], []);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().error.details).toMatchObject([{ path: 'replaces' }]);
    expect((await replace([fromFile, voice], [voice])).json()).toMatchObject({ data: [voice] });
    expect(fixture.journal.drafts).toHaveLength(2);
    await owner.send('DELETE', path);
  });

  it('are for admins', async () => {
    const nurse = await fixture.signIn('nurse@example.com');
    expect((await nurse.get(path)).statusCode).toBe(403);
  });

  it.each([{ agreement: 'none' }, { expires_on: 'tomorrow' }, { name: '' }, { role: 'friend' }])(
    'refuse %j',
    async (change) => {
      expect((await put([{ ...voice, ...change }])).statusCode).toBe(422);
    },
  );
});

describe('a test of a provider', () => {
  const test = async (status: number, body: object = {}) => {
    answer = { status, body };
    const payload = { upstream: 'provider:model-small' };
    return (await owner.send('POST', '/api/v1/upstreams/test', { payload })).json();
  };

  it('says that the provider takes the key, and how fast it answers', async () => {
    expect(await test(200, { data: [] })).toMatchObject({
      upstream: 'provider:model-small',
      reachable: true,
      accepted: true,
      status: 200,
      latency_ms: expect.any(Number),
    });
  });

  it.each([
    ['openai', '/v1/models', 'authorization', `Bearer ${key}`],
    ['responses', '/v1/models', 'authorization', `Bearer ${key}`],
    ['anthropic', '/v1/models', 'x-api-key', key],
    ['azure', '/v1/openai/models?api-version=2024-10-21', 'api-key', key],
    ['gemini', '/v1/models', 'x-goog-api-key', key],
    ['bedrock', '/v1/model/m/converse', 'authorization', `Bearer ${key}`],
  ] as const)('asks a provider of kind %s in its own way', async (own, url, header, value) => {
    kind = own;
    expect(await test(200)).toMatchObject({ accepted: true });
    expect(asked?.url).toBe(url);
    expect(asked?.headers[header]).toBe(value);
    kind = 'openai';
  });

  it('asks a provider that lists no models for nothing, and takes its refusal for a yes to the key', async () => {
    kind = 'bedrock';
    expect(await test(400, { message: 'no messages' })).toMatchObject({ accepted: true });
    expect(asked?.method).toBe('POST');
    expect(await test(403, { message: 'The security token is invalid.' })).toMatchObject({
      accepted: false,
      answer: 'The security token is invalid.',
    });
    kind = 'openai';
    expect(await test(400)).toMatchObject({ accepted: false });
  });

  it('says that the machine has no credential', async () => {
    const provider = { ...away, kind: 'bedrock' as const, apiKey: null };
    const env = {
      AWS_PROFILE: 'nobody',
      AWS_CONFIG_FILE: '/none',
      AWS_SHARED_CREDENTIALS_FILE: '/none',
    };
    expect(await testConnection(provider, env)).toMatchObject({
      reachable: false,
      message: expect.stringContaining('no credential'),
    });
  });

  it('says what the provider answered, without the key or a part of it', async () => {
    const message = `Incorrect API key: ${key}. Also ${key.slice(3, 12)}… and sk-n****body.`;
    const refused = await test(401, { error: { message } });
    expect(refused).toMatchObject({ reachable: true, accepted: false, status: 401 });
    expect(refused.answer).toBe('Incorrect API key: [hidden] Also [hidden] and [hidden]');
  });

  it.each([
    [404, true],
    [429, true],
    [500, false],
  ])('understands status %i', async (status, accepted) => {
    expect(await test(status)).toMatchObject({ reachable: true, accepted, status });
  });

  it('refuses an upstream that is not configured', async () => {
    const payload = { upstream: 'elsewhere' };
    const refused = await owner.send('POST', '/api/v1/upstreams/test', { payload });
    expect(refused.json().error.code).toBe('unknown_upstream');
  });

  it('says that a provider is away', async () => {
    expect(await testConnection(away, {})).toMatchObject({
      reachable: false,
      accepted: false,
    });
  });
});
