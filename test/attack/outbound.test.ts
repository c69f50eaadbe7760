import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { echo } from '../support/scripted-upstream.ts';

let proxy: SharedProxy;
let agent: string;
let trap: Server;
let trapUrl: string;
/** Whatever was asked of a host that the service has no business with. */
const caught: string[] = [];

beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
  trap = createServer((request, response) => {
    caught.push(request.url ?? '');
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(trap, 'listening');
  trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
});
afterAll(async () => {
  trap?.closeAllConnections();
  trap?.close();
});

describe('the service calls its provider and no other host (design D46)', () => {
  it.each([301, 302, 303, 307, 308])(
    'a redirect with status %i is not followed',
    async (status) => {
      proxy.upstream.script = (_seen, response) => {
        response.writeHead(status, { location: `${trapUrl}/redirected` });
        response.end();
      };
      const response = await proxy.post(agent, { messages: [user('hello')] });
      expect([response.status, response.headers.get('location')]).toEqual([502, null]);
      expect(caught).toEqual([]);
    },
  );

  it('nothing in a request names another one', async () => {
    proxy.upstream.script = echo;
    const url = `${trapUrl}/named`;
    const extra = {
      model: url,
      base_url: url,
      api_base: url,
      url,
      server: { url },
      metadata: { url },
      tools: [{ type: 'function', function: { name: 'f', parameters: {} }, server: { url } }],
    };
    const response = await proxy.post(
      agent,
      { messages: [user('hello')], ...extra },
      { headers: { 'x-forwarded-host': new URL(url).host, 'x-upstream': url } },
    );
    expect(response.status).toBe(200);
    expect(JSON.parse(proxy.sent()).model).toBe('scripted');
    expect(caught).toEqual([]);
  });

  it('headers of the caller do not reach the provider', async () => {
    const headers = { authorization: 'Bearer mine', cookie: 'a=b', 'x-secret': 'mine' };
    await proxy.post(agent, { messages: [user('hello')] }, { headers });
    const sent = proxy.upstream.seen.at(-1)?.headers ?? {};
    expect([sent.authorization, sent.cookie, sent['x-secret']]).toEqual([
      'Bearer upstream-key',
      undefined,
      undefined,
    ]);
  });

  it('an agent cannot be given one', async () => {
    for (const upstream of [
      trapUrl,
      'http://169.254.169.254/',
      'provider:model-small@evil',
      'file:///etc/passwd',
    ]) {
      const response = await proxy.service.api('/api/v1/agents', {
        method: 'POST',
        body: JSON.stringify({ name: `n${upstream.length}`, upstream }),
      });
      expect(response.status).toBe(422);
    }
    const more = await proxy.service.api('/api/v1/agents', {
      method: 'POST',
      body: JSON.stringify({
        name: 'n',
        upstream: 'stub',
        base_url: trapUrl,
        webhook_url: trapUrl,
      }),
    });
    expect(more.status).toBe(422);
  });

  it('a webhook names servers, and none is asked', async () => {
    const server = { url: `${trapUrl}/server` };
    const call = {
      id: 'w-1',
      serverUrl: server.url,
      monitor: { controlUrl: server.url, listenUrl: server.url },
    };
    for (const type of [
      'assistant-request',
      'status-update',
      'tool-calls',
      'end-of-call-report',
      'transfer-destination-request',
    ]) {
      const response = await proxy.tell(agent, {
        type,
        call,
        server,
        assistant: { server, model: { url: server.url } },
        toolCallList: [{ id: 't', name: 'f', function: { name: 'f' }, server }],
        recordingUrl: server.url,
      });
      const text = await response.text();
      expect([response.status, text.includes(trapUrl)]).toEqual([200, false]);
    }
    expect(caught).toEqual([]);
  });

  it('the reply to an assistant-request names no host of the request', async () => {
    const response = await proxy.post(
      agent,
      { message: { type: 'assistant-request', call: { id: 'w-2' } } },
      {
        path: `/../../voice/webhook/${agent}`,
        headers: { 'x-forwarded-host': 'evil.example.com' },
      },
    );
    expect(await response.text()).not.toContain('evil.example.com');
  });
});
