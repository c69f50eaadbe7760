import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Fault } from '../../server/domain/fault.ts';
import { platforms, type SocketPhone, type SocketPlatform } from '../support/function-calls.ts';
import { chatIngress } from '../support/ingresses/chat.ts';
import type { Heard, Ingress } from '../support/ingresses/ingress.ts';
import { responsesIngresses } from '../support/ingresses/responses.ts';
import { retellIngress, twilioIngress } from '../support/ingresses/sockets.ts';
import { type ProxyKit, startProxy } from '../support/proxy-kit.ts';
import { echo, type Script } from '../support/scripted-upstream.ts';
import { webhookSecret } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { contentOf } from '../support/sse-kit.ts';

const english = 'I am having trouble, please hold for the desk.';
const spanish = 'Tengo un problema, espere por favor.';
const words = { en: english, es: spanish };
const desk = '+1 202 555 0111';
const said = 'Hello, please call me back tomorrow on 202 555 0143, thank you';

let proxy: ProxyKit;
beforeAll(async () => {
  proxy = await startProxy({ SVC_UPSTREAM_FIRST_BYTE_MS: '500', SVC_UPSTREAM_STALL_MS: '500' });
});
afterAll(() => proxy?.close());
beforeEach(() => {
  proxy.upstream.script = refusing;
});

const refusing: Script = (_seen, response) => {
  response.writeHead(503).end('{}');
};
const failures: readonly (readonly [string, Script])[] = [
  ['refuses', refusing],
  ['hangs up', (_seen, response) => void response.destroy()],
  ['is silent', () => undefined],
  [
    'gives an empty reply',
    ({ body }, response) => {
      const type = body.stream === true ? 'text/event-stream' : 'application/json';
      response.writeHead(200, { 'content-type': type }).end();
    },
  ],
];

async function converse(agentId: string, ingress: Ingress, stream: boolean): Promise<Heard> {
  const made = await proxy.service.api(`/api/v1/agents/${agentId}/tokens`, { method: 'POST' });
  const { token } = (await made.json()) as { token: { secret: string } };
  const target = {
    url: proxy.service.url,
    agentId,
    token: token.secret,
    baseURL: proxy.service.proxyBase(agentId),
    fetch: signedFetch(webhookSecret),
  };
  return ingress.converse(target, said, { stream, tools: false, result: '' });
}

async function callOf(platform: SocketPlatform, agentId: string): Promise<SocketPhone> {
  const made = await proxy.service.api(`/api/v1/agents/${agentId}/tokens`, { method: 'POST' });
  const { token } = (await made.json()) as { token: { secret: string } };
  return platform.call(`${proxy.service.url}/proxy/${agentId}`, token.secret, randomUUID());
}

const ended = (agentId: string) => proxy.records(agentId, 'response_completed');
const asked = (agentId: string, content: string, more: object = {}) =>
  proxy.post(agentId, { messages: [{ role: 'user', content }], ...more });

describe('an agent with a sentence for failures', () => {
  const ways = [chatIngress, ...responsesIngresses].flatMap((ingress) =>
    [false, true].map((stream) => ({ ingress, stream, name: ingress.name })),
  );

  it.each(ways)('is heard over $name, streamed: $stream', async ({ ingress, stream }) => {
    const agent = await proxy.agent({ failure_message: { words, over_http: true } });
    expect(await converse(agent, ingress, stream)).toEqual({ text: english });
    await expect
      .poll(() => ended(agent))
      .toMatchObject([
        {
          status: 'error',
          reason: 'upstream_error',
          upstream_status: 503,
          failure_message: 'en',
        },
      ]);
  });

  it.each([retellIngress, twilioIngress])(
    'is heard over the $name, whatever it says of HTTP',
    async (ingress) => {
      const agent = await proxy.agent({ failure_message: { words } });
      expect(await converse(agent, ingress, true)).toEqual({ text: english, ends: false });
      await expect.poll(() => ended(agent)).toMatchObject([{ failure_message: 'en' }]);
    },
  );

  const transferTo = (...numbers: readonly string[]) => ({
    type: 'function',
    function: {
      name: 'transfer_call',
      parameters: { type: 'object', properties: { number: { type: 'string', enum: numbers } } },
    },
  });

  it.each(platforms)(
    'of a call of $name is followed by a transfer to the desk',
    async (platform) => {
      const agent = await proxy.agent({
        failure_message: { words, transfer: true },
        tools: [transferTo(desk)],
      });
      const { socket, say, answer } = await callOf(platform, agent);
      say(said);
      expect(await answer()).toBe(english);
      const all = await socket.until((got) =>
        JSON.stringify(got).includes(desk) ? JSON.stringify(got) : undefined,
      );
      expect(all).toMatch(/"transfer_number":|transfer_call/);
      await socket.hangUp();
      await expect
        .poll(() => ended(agent))
        .toMatchObject([
          { status: 'error', failure_message: 'en', failure_function: 'transfer_call' },
        ]);
      expect(JSON.stringify(await ended(agent))).not.toMatch(/555[ -]?0111/);
    },
  );

  it.each([
    ['lists two numbers', { transfer: true }, [transferTo(desk, '+1 202 555 0112')]],
    ['is none of the agent', { transfer: true }, []],
    ['is not asked for', {}, [transferTo(desk)]],
  ])('is followed by nothing where a transfer %s', async (_, more, tools) => {
    const agent = await proxy.agent({ failure_message: { words, ...more }, tools });
    const [retell] = platforms;
    const { socket, say, answer } = await callOf(retell, agent);
    say(said);
    expect(await answer()).toBe(english);
    await socket.hangUp();
    expect(JSON.stringify(socket.got)).not.toContain('transfer_number');
    await expect.poll(async () => (await ended(agent)).length).toBe(1);
    expect((await ended(agent))[0]).not.toHaveProperty('failure_function');
  });

  it.each(failures)('is heard where the provider %s', async (_, script) => {
    proxy.upstream.script = script;
    const agent = await proxy.agent({ failure_message: { words, over_http: true } });
    expect(contentOf(await (await asked(agent, said, { stream: true })).text())).toBe(english);
    expect(await proxy.ask(agent, [{ role: 'user', content: said }])).toBe(english);
  });

  it('is heard in the language of the caller', async () => {
    const agent = await proxy.agent({ failure_message: { words, over_http: true } });
    const messages = [
      { role: 'user', content: 'Buenos días, quisiera cambiar mi cita con la doctora, por favor.' },
      { role: 'assistant', content: '¿Para qué día?' },
      { role: 'user', content: 'Mañana.' },
    ];
    expect(await proxy.ask(agent, messages)).toBe(spanish);
    const only = await proxy.agent({
      failure_message: { words: { es: spanish }, over_http: true },
    });
    expect(await proxy.ask(only, [{ role: 'user', content: said }])).toBe(spanish);
  });

  it('is on record with its call, and its words are the reply in the transcript', async () => {
    const agent = await proxy.agent({ failure_message: { words, over_http: true } });
    await proxy.ask(agent, [{ role: 'user', content: said }]);
    await expect.poll(async () => (await ended(agent)).length).toBe(1);
    const [session] = await proxy.sessions(agent);
    const answer = await proxy.service.api(
      `/api/v1/sessions/${session?.id}/transcript?side=public`,
    );
    expect(await answer.json()).toMatchObject({
      transcript: {
        turns: [
          { completed: { status: 'error', reason: 'upstream_error', failure_message: 'en' } },
        ],
      },
    });
  });

  it('is silent over HTTP unless it says so, so that the platform can ask another model', async () => {
    const agent = await proxy.agent({ failure_message: { words } });
    expect((await asked(agent, said)).status).toBe(502);
    await expect.poll(() => ended(agent)).toMatchObject([{ status: 'error' }]);
    expect((await ended(agent))[0]).not.toHaveProperty('failure_message');
  });

  it('is silent where this service refuses: nothing hides that a turn was not protected', async () => {
    const agent = await proxy.agent({ failure_message: { words, over_http: true } });
    proxy.upstream.script = echo;
    const append = vi.spyOn(proxy.service.app.journal, 'append');
    append.mockRejectedValueOnce(new Fault('AuditUnavailable', 'as the test wants'));
    const refused = await asked(agent, said);
    append.mockRestore();
    expect(refused.status).toBe(503);
    expect(await refused.text()).not.toContain(english);
  });

  it('is silent behind words of a reply that breaks off', async () => {
    proxy.upstream.script = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const choices = [{ index: 0, delta: { content: 'One moment. ' }, finish_reason: null }];
      response.write(`data: ${JSON.stringify({ choices })}\n\n`, () => response.destroy());
    };
    const agent = await proxy.agent({ failure_message: { words, over_http: true } });
    const text = await (await asked(agent, said, { stream: true })).text();
    expect(text).toContain('One moment.');
    expect(text).not.toContain(english);
  });

  it('can be changed and taken away', async () => {
    const agent = await proxy.agent({ failure_message: { words, over_http: true } });
    const path = `/api/v1/agents/${agent}`;
    const of = async () => {
      const answer = (await (await proxy.service.api(path)).json()) as { agent: object };
      return answer.agent;
    };
    expect(await of()).toMatchObject({ failure_message: { words, over_http: true } });
    const patch = (failure_message: unknown) =>
      proxy.service.api(path, { method: 'PATCH', body: JSON.stringify({ failure_message }) });
    expect((await patch({ words: {} })).status).toBe(422);
    expect((await patch(null)).status).toBe(200);
    expect(await of()).toMatchObject({ failure_message: null });
    expect((await asked(agent, said)).status).toBe(502);
  });
});
