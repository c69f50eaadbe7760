import { once } from 'node:events';
import type { Vapi } from '@vapi-ai/server-sdk';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { AgentConnection } from '../../server/contract/agent-connection.ts';
import { codesOf } from '../support/platform-pages.ts';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';

let proxy: ProxyKit;
beforeAll(async () => {
  proxy = await startProxy({ SVC_INGRESS_PORT: '1' });
});
afterAll(async () => {
  await proxy?.service.app.ingress?.close();
  await proxy?.close();
});

interface Client {
  readonly agentId: string;
  readonly tokenId: string;
  readonly secret: string;
}

async function newClient(): Promise<Client> {
  const agentId = await proxy.agent();
  return { agentId, ...(await newToken(agentId)) };
}

async function newToken(agentId: string): Promise<Omit<Client, 'agentId'>> {
  const made = await proxy.service.api(`/api/v1/agents/${agentId}/tokens`, { method: 'POST' });
  const { token } = (await made.json()) as { token: { id: string; secret: string } };
  return { tokenId: token.id, secret: token.secret };
}

const endpointOf = (agentId: string) => `${proxy.service.url}/proxy/${agentId}/oauth/token`;

/** A client of the library, which reads the answers as RFC 6749 says. */
function libraryClient({ agentId, secret }: Client, authentication = oauth.ClientSecretPost) {
  const metadata = { issuer: proxy.service.url, token_endpoint: endpointOf(agentId) };
  const client = new oauth.Configuration(metadata, agentId, undefined, authentication(secret));
  oauth.allowInsecureRequests(client);
  return client;
}

async function shortLived(client: Client): Promise<string> {
  return (await oauth.clientCredentialsGrant(libraryClient(client))).access_token;
}

const send = (agentId: string, fields: string, headers: Record<string, string> = {}) =>
  fetch(endpointOf(agentId), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: fields,
  });

const complete = (agentId: string, token: string, headers: Record<string, string> = {}) =>
  fetch(`${proxy.service.proxyBase(agentId)}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body: JSON.stringify({ messages: [user('hello')] }),
  });

async function refusal(response: Response): Promise<readonly unknown[]> {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return [response.status, error.code, error.message];
}

describe('a platform that speaks OAuth 2.0 exchanges its bearer token for one of an hour (decision 0186)', () => {
  it.each([
    ['in the form', oauth.ClientSecretPost],
    ['by HTTP Basic', oauth.ClientSecretBasic],
  ])('%s, with a client of the protocol', async (_, authentication) => {
    const client = await newClient();
    const answer = await oauth.clientCredentialsGrant(libraryClient(client, authentication));
    expect([answer.token_type, answer.expires_in]).toEqual(['bearer', 3600]);
    expect((await complete(client.agentId, answer.access_token)).status).toBe(200);
    const hang = await fetch(`${proxy.service.url}/voice/webhook/${client.agentId}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${answer.access_token}`,
      },
      body: JSON.stringify({ message: { type: 'hang' } }),
    });
    expect(hang.status).toBe(200);
  });

  it('with the credential of Vapi’s page', async () => {
    const { agentId, secret } = await newClient();
    const completionsUrl = `${proxy.service.proxyBase(agentId)}/chat/completions`;
    const codes = codesOf('vapi', { completionsUrl, webhookUrl: '', token: secret });
    const [, , code = ''] = codes;
    const credential = JSON.parse(code) as Vapi.CreateCustomLlmCredentialDto;
    const { url = '', clientId = '', clientSecret = '' } = credential.authenticationPlan ?? {};
    const metadata = { issuer: proxy.service.url, token_endpoint: url };
    const client = new oauth.Configuration(metadata, clientId, clientSecret);
    oauth.allowInsecureRequests(client);
    const answer = await oauth.clientCredentialsGrant(client);
    expect((await complete(agentId, answer.access_token)).status).toBe(200);
  });

  it('and keeps none of both in a cache', async () => {
    const { agentId, secret } = await newClient();
    const answer = await send(
      agentId,
      `grant_type=client_credentials&client_id=${agentId}&client_secret=${secret}`,
    );
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it('through the tunnel', async () => {
    const { agentId, secret } = await newClient();
    const answer = await proxy.service.app.ingress?.inject({
      method: 'POST',
      url: `/proxy/${agentId}/oauth/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      payload: `grant_type=client_credentials&client_id=${agentId}&client_secret=${secret}`,
    });
    expect(answer?.statusCode).toBe(200);
  });

  it('a call goes on with the next token: both are the same credential (decision 0145)', async () => {
    const client = await newClient();
    const later = Date.now() + 1_000;
    const first = await shortLived(client);
    const now = vi.spyOn(Date, 'now').mockImplementation(() => later);
    const second = await shortLived(client).finally(() => now.mockRestore());
    expect(second).not.toBe(first);
    for (const token of [first, client.secret, second])
      await complete(client.agentId, token, { 'x-voice-call-id': 'c-1' });
    await expect
      .poll(async () => (await proxy.sessions(client.agentId)).map((one) => one.turn_count))
      .toEqual([3]);
  });
});

describe('a short-lived token opens no more than its bearer token', () => {
  it('it ends at once when the bearer token is revoked, though the agent has another one', async () => {
    const client = await newClient();
    await newToken(client.agentId);
    const token = await shortLived(client);
    const path = `/api/v1/agents/${client.agentId}/tokens/${client.tokenId}`;
    expect((await proxy.service.api(path, { method: 'DELETE' })).status).toBe(204);
    expect(await refusal(await complete(client.agentId, token))).toEqual([
      401,
      'unauthenticated',
      'the bearer token does not belong to this agent, or was revoked',
    ]);
    await expect(shortLived(client)).rejects.toMatchObject({ error: 'invalid_client' });
  });

  it('it ends after an hour and five minutes, and the refusal says so', async () => {
    const client = await newClient();
    const token = await shortLived(client);
    const made = Date.now();
    const at = async (minutes: number) => {
      const now = vi.spyOn(Date, 'now').mockImplementation(() => made + minutes * 60_000);
      return complete(client.agentId, token).finally(() => now.mockRestore());
    };
    expect((await at(64)).status).toBe(200);
    expect(await refusal(await at(66))).toEqual([
      401,
      'unauthenticated',
      'the short-lived token has expired: ask for the next one',
    ]);
  });

  it('it opens no other agent, also not with another end or a proof of its own', async () => {
    const [client, other] = [await newClient(), await newClient()];
    const token = await shortLived(client);
    const [prefix, end = '', proof = ''] = token.split('_');
    const longer = (Number.parseInt(end, 36) + 86_400).toString(36);
    for (const [agentId, forged] of [
      [other.agentId, token],
      [client.agentId, `${prefix}_${longer}_${proof}`],
      [client.agentId, `${prefix}_${end}_${'A'.repeat(43)}`],
    ] as const)
      expect((await complete(agentId, forged)).status).toBe(401);
  });

  it('it is no secret of a client, and opens no socket', async () => {
    const client = await newClient();
    const token = await shortLived(client);
    await expect(shortLived({ ...client, secret: token })).rejects.toMatchObject({
      error: 'invalid_client',
    });
    const url = proxy.service.url.replace('http', 'ws');
    const socket = new WebSocket(`${url}/proxy/${client.agentId}/retell/${token}/c-1`);
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(401);
    response.destroy();
  });
});

describe('what a client does wrong has the errors of RFC 6749, 5.2', () => {
  const fields = ({ agentId, secret }: Client, changed: Record<string, string> = {}) =>
    `${new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: agentId,
      client_secret: secret,
      ...changed,
    })}`;
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  });

  it.each<[string, number, string, (client: Client) => Promise<Response>]>([
    [
      'a wrong secret',
      400,
      'invalid_client',
      (client) => send(client.agentId, fields(client, { client_secret: 'hush' })),
    ],
    [
      'the id of something else',
      400,
      'invalid_client',
      (client) => send(client.agentId, fields(client, { client_id: 'vapi' })),
    ],
    [
      'an agent that does not exist',
      400,
      'invalid_client',
      (client) =>
        send(
          'agt_01JA0000000000000000000000',
          fields(client, { client_id: 'agt_01JA0000000000000000000000' }),
        ),
    ],
    [
      'no secret',
      400,
      'invalid_client',
      ({ agentId }) => send(agentId, 'grant_type=client_credentials'),
    ],
    [
      'no body',
      400,
      'invalid_client',
      ({ agentId }) => fetch(endpointOf(agentId), { method: 'POST' }),
    ],
    [
      'a wrong secret by HTTP Basic',
      401,
      'invalid_client',
      ({ agentId }) => send(agentId, 'grant_type=client_credentials', basic(agentId, 'hush')),
    ],
    [
      'a bearer token in place of HTTP Basic',
      401,
      'invalid_client',
      ({ agentId, secret }) =>
        send(agentId, 'grant_type=client_credentials', { authorization: `Bearer ${secret}` }),
    ],
    [
      'the secret in both places',
      400,
      'invalid_request',
      (client) => send(client.agentId, fields(client), basic(client.agentId, client.secret)),
    ],
    [
      'a field twice',
      400,
      'invalid_request',
      (client) => send(client.agentId, `${fields(client)}&grant_type=client_credentials`),
    ],
    [
      'no grant type',
      400,
      'invalid_request',
      (client) => send(client.agentId, fields(client, { grant_type: '' })),
    ],
    [
      'another grant type',
      400,
      'unsupported_grant_type',
      (client) => send(client.agentId, fields(client, { grant_type: 'password' })),
    ],
    [
      'a scope',
      400,
      'invalid_scope',
      (client) => send(client.agentId, fields(client, { scope: 'a' })),
    ],
  ])('%s', async (_, status, error, request) => {
    const client = await newClient();
    const response = await request(client);
    const text = await response.text();
    expect([response.status, JSON.parse(text).error]).toEqual([status, error]);
    expect(JSON.parse(text).error_description).toMatch(/\w/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('www-authenticate')).toBe(
      status === 401 ? 'Basic realm="agent"' : null,
    );
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    expect(text).not.toMatch(/svct_|hush/);
  });

  it('anything else has the errors of this service', async () => {
    const { agentId } = await newClient();
    const json = await send(agentId, '{}', { 'content-type': 'application/json' });
    expect((await refusal(json)).slice(0, 2)).toEqual([415, 'validation_failed']);
    const long = await send(agentId, `client_secret=${'a'.repeat(8_192)}`);
    expect((await refusal(long)).slice(0, 2)).toEqual([413, 'validation_failed']);
    const get = await fetch(endpointOf(agentId));
    expect((await refusal(get)).slice(0, 2)).toEqual([405, 'method_not_allowed']);
  });

  it('the Connect tab names the refusal, and takes a token for no request of the model', async () => {
    const client = await newClient();
    const connection = async () =>
      (
        await proxy.service.api(`/api/v1/agents/${client.agentId}/connection`)
      ).json() as Promise<AgentConnection>;
    await send(client.agentId, fields(client, { client_secret: 'hush' }));
    expect(await connection()).toMatchObject({
      heard: null,
      refused: { code: 'unauthenticated', path: '/oauth/token' },
    });
    await shortLived(client);
    expect((await connection()).heard).toBeNull();
  });
});
