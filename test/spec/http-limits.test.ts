import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIngress } from '../../server/http/build-http.ts';
import { timeLimits } from '../../server/http/server/create-server.ts';
import type { Routes } from '../../server/http/server/deps.ts';
import { routesOf } from '../support/openapi/registered-routes.ts';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';
import { rule } from './rule-book/index.ts';

const quick = { ...timeLimits, headers: 60, request: 120, silence: 300, check: 20 };

/** Stands for the routes of voice platforms. */
const calls: Routes = async (scope) => {
  scope.post('/proxy/:agent_id/v1/chat/completions', async () => ({}));
  scope.get('/proxy/:agent_id/v1/models', async () => ({}));
  scope.post('/voice/webhook/:agent_id', async () => ({}));
};

let fixture: Fixture;
let nurse: Browser;
let url: string;

beforeAll(async () => {
  fixture = await startFixture({ proxy: calls });
  nurse = await fixture.signIn('nurse@example.com');
  url = await fixture.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => fixture.app.close());

/** `METHOD /path` of every route. */
const namesOf = (app: FastifyInstance): readonly string[] =>
  routesOf(app).map(({ method, url: path }) => `${method} ${path}`);

/** Sends bytes and nothing more; what came back until the service closed the connection. */
async function answerTo(bytes: string, server = url): Promise<string> {
  const socket = connect(Number(new URL(server).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

function read(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [, status = ''] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
  const [, requestId = ''] = /^x-request-id: (\S+)$/im.exec(head.replaceAll('\r', '')) ?? [];
  const { error } = (body === '' ? {} : JSON.parse(body)) as {
    error?: { code: string; request_id: string };
  };
  return { status: Number(status), requestId, error };
}

const closing = 'Host: 127.0.0.1\r\nConnection: close\r\n\r\n';

describe('a request that is no request of this service is refused in the envelope (design D34, D43)', () => {
  it.each<[string, string, number, string]>([
    ['no HTTP', 'HELLO\r\n\r\n', 400, 'validation_failed'],
    ['an unknown method', `FOO /health HTTP/1.1\r\n${closing}`, 400, 'validation_failed'],
    ['no Host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'validation_failed'],
    [
      'two Hosts',
      `GET /health HTTP/1.1\r\nHost: elsewhere.example.com\r\n${closing}`,
      400,
      'validation_failed',
    ],
    [
      'two Hosts in HTTP/1.0',
      `GET /health HTTP/1.0\r\nHost: a\r\n${closing}`,
      400,
      'validation_failed',
    ],
    ['a request for a tunnel', `CONNECT x:1 HTTP/1.1\r\n${closing}`, 400, 'validation_failed'],
    [
      'a length of two kinds',
      `POST /api/v1/agents HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n${closing}`,
      400,
      'validation_failed',
    ],
    [
      'an expectation',
      `GET /health HTTP/1.1\r\nExpect: magic\r\n${closing}`,
      417,
      'validation_failed',
    ],
    [
      'headers over 16 KiB',
      `GET /health HTTP/1.1\r\nX-Long: ${'a'.repeat(17_000)}\r\n${closing}`,
      431,
      'validation_failed',
    ],
    [
      'an address over 16 KiB',
      `GET /${'a'.repeat(17_000)} HTTP/1.1\r\n${closing}`,
      431,
      'validation_failed',
    ],
    ['a broken escape', `GET /%zz HTTP/1.1\r\n${closing}`, 422, 'validation_failed'],
    ['half a character', `GET /x/%E0%A4%A HTTP/1.1\r\n${closing}`, 422, 'validation_failed'],
    ['an unknown path', `GET /nowhere HTTP/1.1\r\n${closing}`, 404, 'not_found'],
    ['a method of WebDAV', `PROPFIND /health HTTP/1.1\r\n${closing}`, 405, 'method_not_allowed'],
    ['a trace', `TRACE /health HTTP/1.1\r\n${closing}`, 405, 'method_not_allowed'],
    ['a preflight', `OPTIONS /api/v1/me HTTP/1.1\r\n${closing}`, 405, 'method_not_allowed'],
    ['a question about all', `OPTIONS * HTTP/1.1\r\n${closing}`, 404, 'not_found'],
  ])('%s', async (_case, bytes, status, code) => {
    const answer = await answerTo(bytes);
    const { error, requestId, ...rest } = read(answer);
    expect([rest.status, error?.code]).toEqual([status, code]);
    expect(requestId).toMatch(/^req_[0-9A-Z]{26}$/);
    expect(error?.request_id).toBe(requestId);
    expect(answer).not.toMatch(/access-control-allow/i);
  });

  it('an id of any length is looked for, and not found', async () => {
    const response = await nurse.get(`/api/v1/agents/agt_${'0'.repeat(3000)}`);
    expect([response.statusCode, response.json().error.code]).toEqual([404, 'agent_not_found']);
  });

  it('HEAD is GET without the body, and needs the same cookie', async () => {
    const head = (headers: Record<string, string>) =>
      fixture.app.inject({
        method: 'HEAD',
        url: '/api/v1/me',
        headers: { host: '127.0.0.1', ...headers },
      });
    const stranger = await head({});
    expect([stranger.statusCode, stranger.body]).toEqual([401, '']);
    const known = await head({ cookie: nurse.jar.header('/') });
    expect([known.statusCode, known.body]).toEqual([200, '']);
  });
});

describe(rule('Limits 6'), () => {
  let hasty: Awaited<ReturnType<typeof buildIngress>>;
  let hastyUrl: string;
  beforeAll(async () => {
    hasty = await buildIngress(fixture.deps, quick);
    hastyUrl = await hasty.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => hasty.close());

  it.each([
    ['in its headers', 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: a'],
    [
      'in its body',
      'POST /voice/webhook/agt_x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"',
    ],
  ])('%s: 408 in the envelope, and the connection ends', async (_where, bytes) => {
    const { status, error, requestId } = read(await answerTo(bytes, hastyUrl));
    expect([status, error?.code]).toEqual([408, 'validation_failed']);
    expect(error?.request_id).toBe(requestId);
  });

  it('the server closes a connection that sends nothing', async () => {
    expect(await answerTo('', hastyUrl)).toMatch(/^$|^HTTP\/1\.1 408 /);
  });

  it('the service announces when it will close an idle connection, and closes it later than that', async () => {
    const brief = { ...timeLimits, keepAlive: 20 };
    const [prompt, graceful] = await Promise.all(
      [0, 60_000].map(async (grace) => {
        const app = await buildIngress(fixture.deps, { ...brief, grace });
        const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
        const socket = connect({ port, host: '127.0.0.1' });
        const closed = once(socket, 'close');
        const answer = () => once(socket, 'data').then(([data]) => String(data));
        socket.write('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
        return { app, socket, closed, answer, first: await answer() };
      }),
    );
    expect(graceful?.first).toMatch(/^keep-alive: timeout=\d/im);
    await prompt?.closed;
    graceful?.socket.write('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    expect(await graceful?.answer()).toMatch(/^HTTP\/1\.1 200 /);
    graceful?.socket.destroy();
    await Promise.all([prompt?.app.close(), graceful?.app.close()]);
  });

  it('10 s for headers, 30 s for all of a request, 120 s of silence', async () => {
    const own = await startFixture();
    const { headersTimeout, requestTimeout, timeout } = own.app.server;
    expect({ headersTimeout, requestTimeout, timeout }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      timeout: 120_000,
    });
  });
});

describe('the ingress listener serves calls and health and no other route (design D41)', () => {
  let everywhere: readonly string[];
  let tunnel: readonly string[];
  beforeAll(async () => {
    everywhere = namesOf(fixture.app);
    tunnel = namesOf(await buildIngress(fixture.deps));
  });

  it('of all routes of the service it has these', () => {
    expect(tunnel.toSorted()).toEqual([
      'GET /health',
      'GET /proxy/:agent_id/v1/models',
      'HEAD /health',
      'HEAD /proxy/:agent_id/v1/models',
      'POST /proxy/:agent_id/v1/chat/completions',
      'POST /voice/webhook/:agent_id',
    ]);
    expect(everywhere).toEqual(expect.arrayContaining([...tunnel]));
  });

  it('every other one is 404 there, to the best cookie, and not here', async () => {
    const ingress = await buildIngress(fixture.deps);
    const others = everywhere.filter((route) => !tunnel.includes(route));
    expect(others.length).toBeGreaterThan(20);
    for (const route of others) {
      const [method = '', pattern = ''] = route.split(' ');
      const url = pattern.replace(/:\w+/g, 'x').replace('*', 'x');
      const headers = { host: '127.0.0.1', cookie: nurse.jar.header('/') };
      const there = await ingress.inject({ method: method as 'GET', url, headers });
      expect([route, there.statusCode]).toEqual([route, 404]);
    }
  });
});

describe('every route of management wants its own host and origin, calls do not (design D41)', () => {
  it('walks all routes', async () => {
    const everywhere = namesOf(fixture.app);
    const open = /^\w+ \/(health|proxy|voice\/webhook)\b/;
    for (const route of everywhere) {
      const [method = 'GET', pattern = ''] = route.split(' ');
      const url = pattern.replace(/:\w+/g, 'x').replace('*', 'x');
      const rebound = await fixture.app.inject({
        method: method as 'GET',
        url,
        headers: { host: 'rebound.example.com' },
      });
      const forged = await fixture.app.inject({
        method: method as 'GET',
        url,
        headers: { host: '127.0.0.1:8787', origin: 'https://other.example.com' },
      });
      const changes = !/^(GET|HEAD|OPTIONS)$/.test(method);
      const refused = [rebound.statusCode === 403, forged.statusCode === 403];
      expect([route, ...refused]).toEqual([route, !open.test(route), !open.test(route) && changes]);
    }
  });
});
