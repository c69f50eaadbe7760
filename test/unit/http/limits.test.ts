import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../../server/domain/fault.ts';
import { Secret } from '../../../server/domain/secret.ts';
import { buildIngress } from '../../../server/http/build-http.ts';
import { verifySignature } from '../../../server/http/callers/signature.ts';
import type { Routes } from '../../../server/http/server/deps.ts';
import { checkRawBodies } from '../../../server/http/server/json-body.ts';
import { createLogger } from '../../../server/http/server/logger.ts';
import { type Browser, baseUrl, type Fixture, startFixture } from './support.ts';

const secret = 'a shared secret of this test';
const canary = 'jane roe 555-0142';
const sign = (body: string | Buffer) => ({
  'x-voice-signature': createHmac('sha256', secret).update(body).digest('hex'),
});

/** Stands for the proxy: checks the signature first, and gives back what it parsed. */
const signedRoutes: Routes = async (scope) => {
  checkRawBodies(scope, (request, body) => {
    const verdict = verifySignature(
      { headers: request.headers, body },
      { secrets: [new Secret(secret)], nowMs: Date.now() },
    );
    if (!verdict.ok) throw new Fault('unauthenticated', 'the signature does not hold');
  });
  scope.post('/proxy/:agent_id/v1/chat/completions', async ({ body }) => JSON.stringify(body));
  scope.post('/proxy/:agent_id/crash', async () => {
    throw new Error(canary);
  });
};

const lines: string[] = [];
const logger = createLogger(
  'trace',
  new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  }),
);

let fixture: Fixture;
let nurse: Browser;

beforeAll(async () => {
  fixture = await startFixture({
    logger,
    proxy: async (scope) => {
      await scope.register(signedRoutes);
    },
  });
  nurse = await fixture.signIn('nurse@example.com');
  await fixture.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => fixture.app.close());

const post = (
  url: string,
  payload: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => nurse.send('POST', url, { payload, headers });

const agents = '/api/v1/agents';
const chat = '/proxy/agt_x/v1/chat/completions';

describe('a body that cannot be taken (design D34, D43)', () => {
  const json = { 'content-type': 'application/json' };
  const deep = `${'['.repeat(70)}${']'.repeat(70)}`;
  it.each<[string, string | Buffer, Record<string, string>, number]>([
    ['malformed JSON', '{"name":', json, 422],
    ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), json, 422],
    ['a poisoned prototype', '{"__proto__":{"admin":true}}', json, 422],
    ['a poisoned constructor', '{"constructor":{"prototype":{}}}', json, 422],
    ['an array', '[]', json, 422],
    ['nesting 70 deep', deep, json, 422],
    ['over 1 MiB', `"${'x'.repeat(1024 * 1024)}"`, json, 413],
    ['text', 'name=x', { 'content-type': 'text/plain' }, 415],
    ['a form', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a type that is none', '{}', { 'content-type': '@' }, 415],
    ['gzip', '{}', { ...json, 'content-encoding': 'gzip' }, 415],
  ])('%s', async (_case, payload, headers, status) => {
    const management = await post(agents, payload, headers);
    expect([management.statusCode, management.json().error.code]).toEqual([
      status,
      'validation_failed',
    ]);
    if (_case === 'an array') return;
    const proxy = await post(chat, payload, { ...headers, ...sign(payload) });
    expect([proxy.statusCode, proxy.json().error.code]).toEqual([status, 'validation_failed']);
  });
});

describe('a signed route', () => {
  it('hands over the parsed body once the signature holds', async () => {
    const body = '{"messages":[{"role":"user","content":"h\u00e9llo"}]}';
    const response = await post(chat, body, { 'content-type': 'application/json', ...sign(body) });
    expect([response.statusCode, response.body]).toEqual([200, body]);
  });

  it.each([
    ['malformed JSON', '{', 'application/json'],
    ['another type', '{}', 'text/plain'],
    ['no body', '', 'application/json'],
  ])('says 401 before it says anything of %s', async (_case, payload, type) => {
    const response = await post(chat, payload, { 'content-type': type });
    expect([response.statusCode, response.json().error.code]).toEqual([401, 'unauthenticated']);
  });

  it('checks a request without body and type as well', async () => {
    expect((await nurse.send('POST', chat)).statusCode).toBe(401);
    expect((await nurse.send('POST', chat, { headers: sign('') })).statusCode).toBe(415);
  });

  it('needs no cookie, and no host or origin of this service', async () => {
    const headers = {
      host: 'clinic.tunnel.example.com',
      origin: 'https://voice.example.com',
      'content-type': 'application/json',
      ...sign('{}'),
    };
    expect(
      (await fixture.app.inject({ method: 'POST', url: chat, payload: '{}', headers })).statusCode,
    ).toBe(200);
  });
});

describe('every response', () => {
  it.each<['GET' | 'POST', string]>([
    ['GET', '/health'],
    ['GET', '/portal'],
    ['GET', '/nowhere'],
    ['GET', '/%zz'],
    ['POST', '/health'],
    ['GET', '/idp/nowhere'],
    ['GET', agents],
    ['POST', chat],
  ])('carries x-request-id, the one of the envelope: %s %s', async (method, path) => {
    const response = await fixture.app.inject({
      method,
      url: path,
      headers: { host: '127.0.0.1' },
    });
    expect(response.headers['x-request-id']).toMatch(/^req_[0-9A-Z]{26}$/);
    if (!response.body.startsWith('{"error"')) return;
    expect(response.json().error.request_id).toBe(response.headers['x-request-id']);
  });

  it('even to bytes that are no HTTP request', async () => {
    const address = fixture.app.server.address();
    const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.write(`HELLO ${canary}\r\n\r\n`);
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\r\nx-request-id: req_[0-9A-Z]{26}\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').error.code).toBe('validation_failed');
  });

  it.each<['GET' | 'POST', string]>([
    ['GET', '/nowhere'],
    ['GET', '/api/v1/nowhere'],
  ])('to an unknown route is 404 not_found: %s %s', async (method, path) => {
    const response = await nurse.send(method, path);
    expect([response.statusCode, response.json().error.code]).toEqual([404, 'not_found']);
  });

  it.each(['', '/chat/completions', '/v1/v1/chat/completions', '/v1/models'])(
    'to a wrong path of an agent says the base URL: %j',
    async (rest) => {
      const agentId = 'agt_01KAHZ0000000000000000AAAA';
      const response = await fixture.app.inject({
        method: 'POST',
        url: `/proxy/${agentId}${rest}`,
      });
      const { code, message } = response.json().error;
      expect([response.statusCode, code]).toEqual([404, 'not_found']);
      expect(message).toContain(`the base URL of this agent ends in /proxy/${agentId}/v1,`);
    },
  );

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['/retell', {}],
    ['/v1/retell/token/call-1', {}],
    ['/v1/twilio', { connection: 'upgrade', upgrade: 'websocket' }],
    ['/telnyx/token', {}],
    ['', { connection: 'upgrade', upgrade: 'WebSocket' }],
  ])('to a wrong path of a WebSocket says the right ones: %j', async (rest, headers) => {
    const url = '/proxy/agt_01KAHZ0000000000000000AAAA';
    const response = await fixture.app.inject({ url: `${url}${rest}`, headers });
    expect(response.statusCode).toBe(404);
    const { message } = response.json().error;
    expect(message).toContain(`Retell connects by WebSocket to ${url}/retell/TOKEN,`);
    expect(message).toContain(`to ${url}/twilio/TOKEN;`);
    expect(message).not.toContain('base URL');
  });

  it.each(['/v1/oauth/token', '/oauth', '/oauth/tokens'])(
    'to a wrong path for tokens of an agent says the right one: %j',
    async (rest) => {
      const url = '/proxy/agt_01KAHZ0000000000000000AAAA';
      const response = await fixture.app.inject({ method: 'POST', url: `${url}${rest}` });
      expect(response.statusCode).toBe(404);
      expect(response.json().error.message).toMatch(new RegExp(`are at ${url}/oauth/token$`));
    },
  );
});

describe('GET /health', () => {
  it('answers 200 ok, or 503 with the reasons', async () => {
    const well = await fixture.app.inject('/health');
    expect([well.statusCode, well.json()]).toEqual([200, { status: 'ok', version: '0.1.0' }]);
    const ill = await buildIngress({ ...fixture.deps, health: () => ['journal behind its head'] });
    const response = await ill.inject('/health');
    expect([response.statusCode, response.json()]).toEqual([
      503,
      { status: 'unavailable', version: '0.1.0', reasons: ['journal behind its head'] },
    ]);
  });
});

describe('management routes check where a request comes from (design D41)', () => {
  const from = (method: 'GET' | 'POST', headers: Record<string, string>) =>
    nurse.send(method, method === 'GET' ? agents : '/api/v1/audit/verify', { headers });

  it.each(['127.0.0.1:8787', '127.0.0.1', 'localhost:8787', 'LOCALHOST', '[::1]:8787'])(
    'Host %s is served',
    async (host) => {
      expect((await from('GET', { host })).statusCode).toBe(200);
    },
  );

  it.each(['rebound.example.com', '127.0.0.1.example.com', '192.0.2.7:8787', '127.0.0.1@x', 'x'])(
    'Host %j is refused',
    async (host) => {
      const response = await from('GET', { host });
      expect([response.statusCode, response.json().error.code]).toEqual([403, 'forbidden']);
    },
  );

  it.each<[string, Record<string, string>, number]>([
    ['no page', {}, 200],
    ['its own page', { origin: baseUrl, 'sec-fetch-site': 'same-origin' }, 200],
    ['its own page under another name', { host: 'localhost:1', origin: 'http://localhost:1' }, 200],
    ['the address bar', { 'sec-fetch-site': 'none' }, 200],
    ['another site', { origin: 'https://other.example.com' }, 403],
    ['another port', { origin: 'http://127.0.0.1:3000' }, 403],
    ['its own host without the TLS', { host: 'localhost:1', origin: 'https://localhost:1' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['a subdomain', { 'sec-fetch-site': 'same-site' }, 403],
    ['another site without Origin', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('a change from %s', async (_case, headers, status) => {
    expect((await from('POST', headers)).statusCode).toBe(status);
  });

  it('a base URL of its own is served, too', async () => {
    const own = await startFixture({ baseUrl: 'https://phi.example.com' });
    const status = async (host: string) =>
      (await own.app.inject({ url: '/portal', headers: { host } })).statusCode;
    expect([await status('phi.example.com'), await status('other.example.com')]).toEqual([
      200, 403,
    ]);
    await own.app.close();
  });
});

describe('logs (design D44)', () => {
  it('hold ids, route patterns, statuses and times, and nothing a caller wrote', async () => {
    lines.length = 0;
    const crash = '/proxy/agt_x/crash';
    const body = JSON.stringify({ messages: [canary] });
    const headers = { 'content-type': 'application/json', 'user-agent': canary, ...sign(body) };
    const failed = await post(crash, body, headers);
    expect(failed.json().error).toEqual({
      code: 'internal_error',
      message: 'the service failed to handle this request',
      request_id: expect.stringMatching(/^req_/),
    });
    await post(agents, JSON.stringify({ name: canary, [canary]: canary }));
    await post(agents, `{"name":"${canary}`);
    await nurse.get(`/api/v1/sessions?since=${encodeURIComponent(canary)}`);
    await nurse.get(`/nowhere/${encodeURIComponent(canary)}?q=${encodeURIComponent(canary)}`);
    const logged = lines.join('');
    expect(logged).not.toMatch(/jane|roe|555-?01/i);
    const entries = lines.map((line) => JSON.parse(line));
    expect(entries).toContainEqual(
      expect.objectContaining({
        msg: 'answered',
        request_id: failed.headers['x-request-id'],
        method: 'POST',
        route: '/proxy/:agent_id/crash',
        status: 500,
        ms: expect.any(Number),
      }),
    );
    expect(entries.find(({ msg }) => msg === 'refused').err).toMatchObject({
      class: 'Error',
      frames: expect.arrayContaining([expect.stringMatching(/^at /)]),
    });
  });
});
