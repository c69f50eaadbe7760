import { once } from 'node:events';
import OpenAI from 'openai';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { AgentConnection } from '../../server/contract/agent-connection.ts';
import { newReaderAgent, type ReaderAgent } from '../support/platform-pages.ts';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';

let proxy: SharedProxy;
let agent: ReaderAgent;
beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await newReaderAgent(proxy);
});

const connectionOf = async (id = agent.id): Promise<AgentConnection> =>
  (await proxy.service.api(`/api/v1/agents/${id}/connection`)).json() as Promise<AgentConnection>;

/** Sends what a platform might send; resolves with what the service then says of the agent. */
async function connectionAfter(
  path: string,
  {
    headers = {},
    method = 'POST',
    body = '{"messages":[{"role":"user","content":"hi"}]}',
  }: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly method?: string;
    readonly body?: string | null;
  } = {},
) {
  const response = await fetch(`${proxy.service.url}${path.replace('AGENT', agent.id)}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Scripted/1.2 (202-555-0143)',
      ...headers,
    },
    body,
  });
  await response.text();
  return connectionOf();
}

const withToken = () => ({ authorization: `Bearer ${agent.token}` });

describe('GET /api/v1/agents/{agent_id}/connection', () => {
  it('knows nothing of an agent that nobody has called', async () => {
    const fresh = await proxy.agent();
    expect(await connectionOf(fresh)).toEqual({
      since: expect.any(String),
      heard: null,
      refused: null,
    });
  });

  const completions = '/v1/chat/completions';
  it.each([
    ['without a credential', `/proxy/AGENT${completions}`, {}, 'unauthenticated', completions],
    [
      'with a wrong token',
      '/voice/webhook/AGENT',
      { headers: { authorization: `Bearer svct_${'A'.repeat(43)}` } },
      'unauthenticated',
      '',
    ],
    [
      'at a path without /v1',
      '/proxy/AGENT/chat/completions',
      {},
      'not_found',
      '/chat/completions',
    ],
    ['at a path of another kind', '/proxy/AGENT/v1/hush-202-555-0143', {}, 'not_found', '/v1'],
    [
      'that is compressed',
      `/proxy/AGENT${completions}`,
      { headers: { 'content-encoding': 'gzip' } },
      'validation_failed',
      completions,
    ],
  ] as const)(
    'says that a request %s was refused, and why',
    async (_, path, request, code, known) => {
      const { refused } = await connectionAfter(path, request);
      expect(refused).toMatchObject({ client: 'Scripted', code, path: known });
      expect(refused?.message).toMatch(/\w/);
      expect(JSON.stringify(refused)).not.toMatch(/555[- ]?0143|svct_|hush/);
    },
  );

  it('says which client was heard last, also when its request failed', async () => {
    const { heard } = await connectionAfter('/proxy/AGENT/v1/chat/completions', {
      headers: withToken(),
    });
    expect(heard).toMatchObject({
      client: 'Scripted',
      ingress: 'proxy',
      code: null,
      message: null,
    });
    const failed = await connectionAfter('/proxy/AGENT/v1/chat/completions', {
      headers: withToken(),
      body: '{"messages":[]}',
    });
    expect(failed.heard).toMatchObject({ code: 'validation_failed' });
    const told = await connectionAfter('/voice/webhook/AGENT', {
      headers: withToken(),
      body: '{"message":{"type":"hang"}}',
    });
    expect(told.heard).toMatchObject({ ingress: 'voice/webhook', path: '', code: null });
  });

  it('hears a platform that connects by WebSocket, and keeps nothing of its address', async () => {
    const url = proxy.service.url.replace('http', 'ws');
    const socket = new WebSocket(`${url}/proxy/${agent.id}/retell/${agent.token}/call-1`);
    await once(socket, 'open');
    socket.close();
    const { heard } = await connectionOf();
    expect(heard).toMatchObject({ ingress: 'proxy', path: '/retell', code: null });
    expect(JSON.stringify(heard)).not.toMatch(/svct_|call-1/);
  });

  it('names a real SDK that streams', async () => {
    const client = new OpenAI({ baseURL: proxy.service.proxyBase(agent.id), apiKey: agent.token });
    const stream = await client.chat.completions.create({
      model: 'm',
      stream: true,
      messages: [user('hello') as OpenAI.ChatCompletionUserMessageParam],
    });
    for await (const _ of stream);
    const { heard } = await connectionOf();
    expect(heard).toMatchObject({ client: 'OpenAI/JS', path: completions, code: null });
  });

  it('is 404 for an agent that does not exist', async () => {
    const response = await proxy.service.api(
      '/api/v1/agents/agt_01JA0000000000000000000000/connection',
    );
    expect(response.status).toBe(404);
  });
});
