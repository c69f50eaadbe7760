import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import { rawRequest } from '../support/raw-request.ts';
import { echo } from '../support/scripted-upstream.ts';

const previous = 'the secret before';
const body = Buffer.from(JSON.stringify({ messages: [user('call 202-555-0143')] }));

let proxy: ProxyKit;
let agent: string;
let other: string;
let ports: { readonly main: number; readonly tunnel: number };
beforeAll(async () => {
  const port = await freePort();
  proxy = await startProxy({
    SVC_VOICE_WEBHOOK_SECRET_PREVIOUS: previous,
    SVC_INGRESS_PORT: String(port),
  });
  await proxy.service.app.ingress?.listen({ host: '127.0.0.1', port });
  ports = { main: Number(new URL(proxy.service.url).port), tunnel: port };
  agent = await proxy.agent();
  other = await proxy.agent();
});
afterAll(async () => {
  await proxy?.service.app.ingress?.close();
  await proxy?.close();
});

const mac = (parts: readonly (string | Buffer)[], key = proxy.service.secret) =>
  parts.reduce((sum, part) => sum.update(part), createHmac('sha256', key)).digest('hex');
const nowSeconds = (offset = 0) => String(Math.floor(Date.now() / 1000) + offset);
const timed = (at: string) => `t=${at},v1=${mac([`${at}.`, body])}`;

/** Status, and whether anything reached the provider or the journal because of it. */
async function fate(headers: Record<string, string>, sent: Buffer = body, to = agent) {
  const [seen, { length }] = [proxy.upstream.seen.length, await proxy.service.records()];
  const { status, text } = await rawRequest(proxy.service.url, {
    method: 'POST',
    path: `/proxy/${to}/v1/chat/completions`,
    headers: { 'content-type': 'application/json', ...headers },
    body: sent,
  });
  const traces = [
    proxy.upstream.seen.length - seen,
    (await proxy.service.records()).length - length,
  ];
  return { status, traces, text: text.replace(/req_\w+/, 'req_*') };
}

describe('a request not signed with the secret goes nowhere (design D36)', () => {
  const cases: readonly [string, () => Record<string, string>, Buffer?][] = [
    ['no signature', () => ({})],
    ['the cookie of an admin', () => ({ cookie: proxy.service.cookie })],
    ['the key of the provider', () => ({ authorization: 'Bearer upstream-key' })],
    ['another secret', () => ({ 'x-voice-signature': mac([body], 'guess') })],
    [
      'the signature of another body',
      () => ({ 'x-voice-signature': mac([body]) }),
      Buffer.from(String(body).replace('0143', '0144')),
    ],
    [
      'the same JSON in other bytes',
      () => ({ 'x-voice-signature': mac([body]) }),
      Buffer.from(`${body} `),
    ],
    ['a signature of six minutes ago', () => ({ 'x-voice-signature': timed(nowSeconds(-360)) })],
    ['a signature for later', () => ({ 'x-voice-signature': timed(nowSeconds(360)) })],
    [
      'an old signature under a new time',
      () => ({
        'x-voice-signature': timed(nowSeconds(-360)).replace(/^t=\d+/, `t=${nowSeconds()}`),
      }),
    ],
    [
      'an old signature with a fresh timestamp header',
      () => ({
        'x-voice-signature': timed(nowSeconds(-360)),
        'x-timestamp': nowSeconds(),
      }),
    ],
    [
      'an untimed signature given a time',
      () => ({ 'x-voice-signature': mac([body]), 'x-timestamp': nowSeconds() }),
    ],
    ['another method of signing', () => ({ 'x-voice-signature': `sha1=${mac([body])}` })],
    ['nine at once', () => ({ 'x-voice-signature': `${'0'.repeat(64)},`.repeat(8) + mac([body]) })],
  ];

  it.each(cases)('%s', async (_what, headers, sent) => {
    const known = await fate(headers(), sent);
    expect([known.status, known.traces]).toEqual([401, [0, 0]]);
    // Nor does the answer tell whether there is such an agent.
    const unknown = await fate(headers(), sent, 'agt_01ARZ3NDEKTSV4RRFFQ69G5FAV');
    expect(unknown).toEqual(known);
  });

  it.each<[string, () => Record<string, string>]>([
    ['has neither X-Voice-Signature nor a bearer token', () => ({})],
    ['has no Bearer before the token', () => ({ authorization: `svct_${'A'.repeat(43)}` })],
    ['begins with svct_', () => ({ authorization: 'Bearer unused' })],
    ['without quotes', () => ({ authorization: `Bearer "svct_${'A'.repeat(43)}"` })],
    [
      'does not belong to this agent, or was revoked',
      () => ({ authorization: `Bearer svct_${'A'.repeat(43)}` }),
    ],
    ['is in an unknown form', () => ({ 'x-voice-signature': 'sha1=00' })],
    ['300 seconds off', () => ({ 'x-voice-signature': timed(nowSeconds(-360)) })],
    ['signature mismatch', () => ({ 'x-voice-signature': mac([body], 'guess') })],
  ])('a refusal of an unsigned request says what to mend: %s', async (message, headers) => {
    expect((await fate(headers())).text).toContain(message);
  });

  it('a signature says nothing of the agent: sent to another, it serves that one alone', async () => {
    const headers = { 'x-voice-signature': timed(nowSeconds()) };
    for (const to of [agent, other]) expect((await fate(headers, body, to)).status).toBe(200);
    for (const { raw } of proxy.upstream.seen.slice(-2)) expect(raw).not.toContain('0143');
    const turns = async (id: string) => (await proxy.records(id, 'egress_scanned')).length;
    expect([await turns(agent), await turns(other)]).toEqual([1, 1]);
  });

  it('a signed body replayed with the call id of another in the header stays out of that call', async () => {
    const call = { call: { id: 'victim' } };
    await proxy.ask(agent, [user('call 202-555-0143')], call);
    const [token = ''] = /TOK1\.PHONE\.\w+\.\w+/.exec(proxy.sent()) ?? [];
    const captured = Buffer.from(
      JSON.stringify({ messages: [user(`what is ${token}`)], metadata: { call_id: 'own' } }),
    );
    const sign = { 'x-voice-signature': mac([captured]) };
    const replayed = await fate({ ...sign, 'x-voice-call-id': 'victim' }, captured);
    expect(replayed.status).toBe(200);
    expect(replayed.text).toContain('[REDACTED:PHONE]');
    const webhook = `/voice/webhook/${agent}`;
    const end = Buffer.from(JSON.stringify({ message: { type: 'end-of-call-report' } }));
    await rawRequest(proxy.service.url, {
      method: 'POST',
      path: webhook,
      headers: {
        'content-type': 'application/json',
        'x-voice-signature': mac([end]),
        'x-voice-call-id': 'victim',
      },
      body: end,
    });
    // The call goes on.
    await proxy.ask(agent, [user('and now')], call);
    const sessions = await proxy.sessions(agent);
    expect(sessions.map(({ turn_count }) => turn_count)).toContain(2);
    expect(sessions.every(({ ended }) => !ended)).toBe(true);
  });

  it('the previous secret holds for as long as it is named, and not a day longer', async () => {
    const headers = { 'x-voice-signature': mac([body], previous) };
    expect((await fate(headers)).status).toBe(200);
    const after = await startProxy();
    const { status } = await rawRequest(after.service.url, {
      method: 'POST',
      path: `/proxy/${await after.agent()}/v1/chat/completions`,
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    expect([status, after.upstream.seen.length]).toEqual([401, 0]);
    await after.close();
  });

  it('where SVC_REQUIRE_TIMESTAMP is set, a signature without a time holds no longer', async () => {
    const strict = await startProxy({ SVC_REQUIRE_TIMESTAMP: '1' });
    const to = `/proxy/${await strict.agent()}/v1/chat/completions`;
    const ask = (signature: string) =>
      rawRequest(strict.service.url, {
        method: 'POST',
        path: to,
        headers: { 'content-type': 'application/json', 'x-voice-signature': signature },
        body,
      });
    const untimed = await ask(mac([body]));
    expect([untimed.status, strict.upstream.seen.length]).toEqual([401, 0]);
    expect(untimed.text).toContain('SVC_REQUIRE_TIMESTAMP');
    expect((await ask(timed(nowSeconds()))).status).toBe(200);
    await strict.close();
  });

  it('where SVC_REQUIRE_CALL_ID is set, a turn that names no call is refused, and the refusal says how to name one', async () => {
    const strict = await startProxy({ SVC_REQUIRE_CALL_ID: '1' });
    const to = await strict.agent();
    const refused = await strict.post(to, { messages: [user('hello')] });
    const { error } = (await refused.json()) as { error: { code: string; details: object[] } };
    expect([refused.status, error.code]).toEqual([422, 'validation_failed']);
    expect(error.details).toMatchObject([
      { path: 'call.id', message: expect.stringMatching(/X-Voice-Call-Id/) },
    ]);
    const unfilled = { messages: [user('hello')], call: { id: '{{call.id}}' } };
    expect((await strict.post(to, unfilled)).status).toBe(422);
    expect(strict.upstream.seen).toEqual([]);
    for (const named of [{ call: { id: 'c' } }, { metadata: { call_id: 'c' } }])
      expect(await strict.ask(to, [user('hello')], named)).toBe('I heard: hello');
    expect(await strict.sessions(to)).toMatchObject([{ turn_count: 2 }]);
    await strict.close();
  });

  it.each([
    '{{call.id}}',
    '$CALL_ID',
    '{conversation.id}',
    '<%= id %>',
    'YOUR_CALL_ID',
    'undefined',
    'None',
    '[object Object]',
    ' ',
  ])('callers whose platform sends %j in place of an id are calls of their own', async (id) => {
    const to = await proxy.agent();
    await proxy.ask(to, [user('call 202-555-0143')], { call: { id } });
    const [token = ''] = /TOK1\.PHONE\.\w+\.\w+/.exec(proxy.sent()) ?? [];
    proxy.upstream.script = (_seen, response) => {
      const message = { role: 'assistant', content: `It is ${token}.` };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
    };
    const heard = await proxy.ask(to, [user('hello')], { call: { id } });
    proxy.upstream.script = echo;
    expect(heard).toBe('It is [REDACTED:PHONE].');
    expect(await proxy.sessions(to)).toHaveLength(2);
  });

  it.each([
    '{3F2504E0-4F89-11D3-9A0C-0305E82C3301}',
    '<3848276298@atlanta.example.com>',
    'звонок',
    'session',
  ])('an id in a form of its own names a call: %j', async (id) => {
    const to = await proxy.agent();
    for (const words of ['hello', 'again']) await proxy.ask(to, [user(words)], { call: { id } });
    expect(await proxy.sessions(to)).toMatchObject([{ turn_count: 2 }]);
  });

  it('a bearer token of one agent opens no other', async () => {
    const made = await proxy.service.api(`/api/v1/agents/${agent}/tokens`, {
      method: 'POST',
      body: JSON.stringify({ name: 'mine' }),
    });
    const secret = /"(?:secret|token|value)":"([^"]+)"/.exec(await made.text())?.[1] ?? '';
    const headers = { authorization: `Bearer ${secret}` };
    expect((await fate(headers)).status).toBe(200);
    expect((await fate(headers, body, other)).status).toBe(401);
    expect((await fate({ ...headers, 'x-voice-signature': 'none' })).status).toBe(401);
  });
});

describe.each(['main', 'tunnel'] as const)(
  'a head that is made to be read in two ways is not read at all: %s listener',
  (listener) => {
    /** What comes back for these bytes until the service closes, and the statuses in it. */
    async function statusesOf(head: readonly string[], payload = ''): Promise<readonly string[]> {
      const socket = connect(ports[listener], '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk) => {
        answer += String(chunk);
      });
      socket.on('error', () => undefined);
      socket.write(`${head.join('\r\n')}\r\n\r\n${payload}`);
      await once(socket, 'close');
      return [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status);
    }
    const post = () => `POST /proxy/${agent}/v1/chat/completions HTTP/1.1`;
    const base = ['Host: 127.0.0.1', 'Connection: close', 'Content-Type: application/json'];
    const hidden = 'GET /api/v1/agents HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

    it.each<[string, readonly string[], string]>([
      ['two lengths', ['Content-Length: 2', 'Content-Length: 3'], '{} '],
      [
        'a length and chunks',
        ['Content-Length: 5', 'Transfer-Encoding: chunked'],
        `0\r\n\r\n${hidden}`,
      ],
      ['chunks under another name', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${hidden}`],
      ['chunks and then something', ['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${hidden}`],
      ['a length in hexadecimal', ['Content-Length: 0x2'], '{}'],
      ['a negative length', ['Content-Length: -1'], '{}'],
      ['a space before the colon', ['Content-Length : 2'], '{}'],
      ['NUL in a value', ['X-Voice-Signature: a\0b', 'Content-Length: 2'], '{}'],
      ['a chunk whose size is none', ['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'],
      ['a header without a name', [': nameless', 'Content-Length: 2'], '{}'],
      ['a line that ends without a carriage return', ['X-A: 1\nContent-Length: 2'], '{}'],
      ['a carriage return alone', ['X-A: 1\rContent-Length: 2'], '{}'],
      ['a length twice', ['Content-Length: 2', 'Content-Length: 2'], '{}'],
      ['a list of lengths', ['Content-Length: 2, 2'], '{}'],
      [
        'a chunk that says more than its size',
        ['Transfer-Encoding: chunked'],
        `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
      ],
      ['a head beyond 16 KiB', [`X-A: ${'a'.repeat(17_000)}`, 'Content-Length: 2'], '{}'],
    ])('%s', async (_what, headers, payload) => {
      const seen = proxy.upstream.seen.length;
      const statuses = await statusesOf([post(), ...base, ...headers], payload);
      expect(statuses).toHaveLength(1);
      expect(Number(statuses[0])).toBeGreaterThanOrEqual(400);
      expect(Number(statuses[0])).toBeLessThan(500);
      expect(proxy.upstream.seen).toHaveLength(seen);
    });

    it('requests that follow on one connection each need a credential of their own', async () => {
      const token = await proxy.service.api(`/api/v1/agents/${agent}/tokens`, { method: 'POST' });
      const { secret } = ((await token.json()) as { token: { secret: string } }).token;
      const one = (to: string, ...headers: readonly string[]) =>
        [
          `POST /proxy/${to}/v1/chat/completions HTTP/1.1`,
          'Host: 127.0.0.1',
          'Content-Type: application/json',
          `Content-Length: ${body.length}`,
          ...headers,
          '',
          String(body),
        ].join('\r\n');
      const good = `X-Voice-Signature: ${mac([body])}`;
      const seen = proxy.upstream.seen.length;
      const requests = [
        one(agent, good),
        one(other, `Authorization: Bearer ${secret}`),
        one(other),
        one(agent, `Authorization: Bearer ${secret}`),
        one(agent, 'Connection: close'),
      ];
      const [head = '', ...others] = requests.join('').split('\r\n\r\n');
      expect(await statusesOf([head], others.join('\r\n\r\n'))).toEqual([
        '200',
        '401',
        '401',
        '200',
        '401',
      ]);
      expect(proxy.upstream.seen).toHaveLength(seen + 2);
    });

    it.each<[string, readonly string[]]>([
      ['a good signature and nonsense', ['X-Voice-Signature: GOOD', 'X-Voice-Signature: nonsense']],
      ['a folded line', ['X-Voice-Signature:', ' nonsense', ' GOOD x']],
      ['two times', ['X-Voice-Signature: GOOD', 'X-Timestamp: 1', 'X-Timestamp: 2']],
    ])('a request with more than one signature is refused: %s', async (_what, headers) => {
      const good = headers.map((line) => line.replace('GOOD', mac([body])));
      const sent = [post(), ...base, `Content-Length: ${body.length}`, ...good];
      expect(await statusesOf(sent, String(body))).toEqual([expect.stringMatching(/^40[01]$/)]);
    });
  },
);
