import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import { signatureOf } from '../support/signed-fetch.ts';

let proxy: ProxyKit;
beforeAll(async () => {
  proxy = await startProxy({ SVC_INGRESS_PORT: '1' });
});
afterAll(async () => {
  await proxy?.service.app.ingress?.close();
  await proxy?.close();
});

interface Token {
  readonly id: string;
  readonly created_at: string;
  readonly name: string;
  readonly last_four: string;
  readonly secret: string;
}

const tokensOf = (agentId: string) => `/api/v1/agents/${agentId}/tokens`;
const createToken = async (agentId: string): Promise<Token> => {
  const response = await proxy.service.api(tokensOf(agentId), { method: 'POST' });
  expect(response.status).toBe(201);
  return ((await response.json()) as { token: Token }).token;
};
const revoke = (agentId: string, id: string) =>
  proxy.service.api(`${tokensOf(agentId)}/${id}`, { method: 'DELETE' });
const listed = async (agentId: string, query = '') =>
  (await (await proxy.service.api(tokensOf(agentId) + query)).json()) as {
    data: Token[];
    next_cursor: string | null;
  };

const chat = JSON.stringify({ messages: [user('hello')] });
const post = (path: string, body: string, headers: Record<string, string>) =>
  fetch(proxy.service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
const complete = (agentId: string, headers: Record<string, string>) =>
  post(`/proxy/${agentId}/v1/chat/completions`, chat, headers);
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const refusal = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return [response.status, error.code, error.message];
};

describe('the name of a bearer token (POST /api/v1/agents/{agent_id}/tokens)', () => {
  const make = (agentId: string, body?: object) =>
    proxy.service.api(tokensOf(agentId), {
      method: 'POST',
      ...(body && { body: JSON.stringify(body) }),
    });

  it('is shown as it was given, when the token is made and in the list', async () => {
    const agentId = await proxy.agent();
    for (const name of ['Front desk', 'LiveKit, production']) {
      const made = await make(agentId, { name });
      expect(await made.json()).toMatchObject({ token: { name } });
    }
    expect((await make(agentId)).status).toBe(201);
    const { data } = await listed(agentId);
    expect(data.map(({ name }) => name)).toEqual(['', 'LiveKit, production', 'Front desk']);
  });

  it('is 1 to 64 characters that do not control a terminal; no other field is taken', async () => {
    const agentId = await proxy.agent();
    const bodies = [{ name: ' ' }, { name: 'a'.repeat(65) }, { name: 'a\u0000b' }, { title: 'a' }];
    for (const body of bodies) expect((await make(agentId, body)).status).toBe(422);
    expect((await listed(agentId)).data).toEqual([]);
  });
});

describe('a bearer token lets a platform that cannot sign call one agent (design D36)', () => {
  it('on every route of that agent', async () => {
    const agentId = await proxy.agent();
    const headers = bearer((await createToken(agentId)).secret);
    expect((await complete(agentId, headers)).status).toBe(200);
    const twice = `/proxy/${agentId}/v1/chat/completions/chat/completions`;
    expect((await post(twice, chat, headers)).status).toBe(200);
    const models = await fetch(`${proxy.service.url}/proxy/${agentId}/v1/models`, { headers });
    expect(models.status).toBe(200);
    const hang = JSON.stringify({ message: { type: 'hang' } });
    expect((await post(`/voice/webhook/${agentId}`, hang, headers)).status).toBe(200);
  });

  it('as the API key of an OpenAI client, which needs nothing else', async () => {
    const agentId = await proxy.agent();
    const { secret } = await createToken(agentId);
    const client = new OpenAI({ apiKey: secret, baseURL: proxy.service.proxyBase(agentId) });
    const reply = await client.chat.completions.create({
      model: 'any',
      messages: [{ role: 'user', content: 'hello' }],
    });
    expect(reply.choices[0]?.message.content).toBe('I heard: hello');
  });

  it('a caller with a bearer token names the call in the header X-Voice-Call-Id', async () => {
    const agentId = await proxy.agent();
    const headers = bearer((await createToken(agentId)).secret);
    for (const call of ['c-1', 'c-1'])
      await complete(agentId, { ...headers, 'x-voice-call-id': call });
    await expect
      .poll(async () => (await proxy.sessions(agentId)).map(({ turn_count }) => turn_count))
      .toEqual([2]);
  });

  it('a bearer token works through the tunnel', async () => {
    const agentId = await proxy.agent();
    const { secret } = await createToken(agentId);
    const models = await proxy.service.app.ingress?.inject({
      url: `/proxy/${agentId}/v1/models`,
      headers: bearer(secret),
    });
    expect(models?.statusCode).toBe(200);
  });

  it('a bearer token of one agent gets the answer of an unknown agent at another', async () => {
    const [agentId, other] = [await proxy.agent(), await proxy.agent()];
    const { secret } = await createToken(agentId);
    await createToken(other);
    const refused = await refusal(await complete(other, bearer(secret)));
    expect(refused.slice(0, 2)).toEqual([401, 'unauthenticated']);
    for (const id of ['agt_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x', '%00']) {
      expect(await refusal(await complete(id, bearer(secret)))).toEqual(refused);
    }
  });

  it('before its body is parsed: nothing else is said to who has none', async () => {
    const agentId = await proxy.agent();
    await createToken(agentId);
    const path = `/proxy/${agentId}/v1/chat/completions`;
    const response = await post(path, 'not json', bearer(`svct_${'A'.repeat(43)}`));
    expect(response.status).toBe(401);
  });

  it.each<[string, (secret: string) => Record<string, string>]>([
    ['a shorter one', (secret) => bearer(secret.slice(0, -1))],
    ['one with another end', (secret) => bearer(`${secret.slice(0, -2)}__`)],
    ['one in upper case', (secret) => bearer(secret.toUpperCase())],
    ['an empty one', () => bearer('')],
    ['no scheme', (secret) => ({ authorization: secret })],
    ['another scheme', (secret) => ({ authorization: `Basic ${secret}` })],
    ['two', (secret) => ({ authorization: `Bearer ${secret}, Bearer ${secret}` })],
    ['another header', (secret) => ({ 'x-api-key': secret })],
  ])('not %s', async (_case, headers) => {
    const agentId = await proxy.agent();
    const { secret } = await createToken(agentId);
    expect((await complete(agentId, headers(secret))).status).toBe(401);
  });
});

describe('a signature rules where there is one (design D36)', () => {
  it('a wrong one is refused whatever token comes with it, an empty one too', async () => {
    const agentId = await proxy.agent();
    const headers = bearer((await createToken(agentId)).secret);
    for (const signature of ['0'.repeat(64), 'nonsense', '']) {
      const response = await complete(agentId, { ...headers, 'x-voice-signature': signature });
      expect(response.status).toBe(401);
    }
  });

  it('a right one holds whatever token comes with it', async () => {
    const agentId = await proxy.agent();
    const signature = signatureOf(proxy.service.secret, chat);
    const headers = { ...bearer('sk-none-of-ours'), 'x-voice-signature': signature };
    expect((await complete(agentId, headers)).status).toBe(200);
  });
});

describe('/api/v1/agents/{agent_id}/tokens', () => {
  it('shows the secret once, and afterwards its last four characters', async () => {
    const agentId = await proxy.agent();
    const { secret, ...shown } = await createToken(agentId);
    expect(secret).toMatch(/^svct_[A-Za-z0-9_-]{43}$/);
    expect(shown).toEqual({
      id: expect.stringMatching(/^btk_[0-9A-HJKMNP-TV-Z]{26}$/),
      created_at: expect.stringMatching(/Z$/),
      name: '',
      last_four: secret.slice(-4),
    });
    expect(await listed(agentId)).toEqual({ data: [shown], next_cursor: null });
  });

  it('lists newest first, in pages', async () => {
    const agentId = await proxy.agent();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await createToken(agentId)).id);
    const first = await listed(agentId, '?limit=2');
    const rest = await listed(agentId, `?limit=2&cursor=${first.next_cursor}`);
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids);
    expect(rest.next_cursor).toBeNull();
  });

  it('lets several live side by side, and revokes one at once', async () => {
    const agentId = await proxy.agent();
    const [old, fresh] = [await createToken(agentId), await createToken(agentId)];
    expect((await complete(agentId, bearer(old.secret))).status).toBe(200);
    expect((await revoke(agentId, old.id)).status).toBe(204);
    expect((await complete(agentId, bearer(old.secret))).status).toBe(401);
    expect((await complete(agentId, bearer(fresh.secret))).status).toBe(200);
    expect((await refusal(await revoke(agentId, old.id))).slice(0, 2)).toEqual([404, 'not_found']);
  });

  it('revokes only by way of the agent that the token is of', async () => {
    const [agentId, other] = [await proxy.agent(), await proxy.agent()];
    const { id, secret } = await createToken(agentId);
    expect((await revoke(other, id)).status).toBe(404);
    expect((await complete(agentId, bearer(secret))).status).toBe(200);
  });

  it('gives an agent ten at most', async () => {
    const agentId = await proxy.agent();
    for (let count = 0; count < 10; count += 1) await createToken(agentId);
    const response = await proxy.service.api(tokensOf(agentId), { method: 'POST' });
    expect((await refusal(response)).slice(0, 2)).toEqual([422, 'validation_failed']);
  });

  it('is 404 for an agent that does not exist', async () => {
    const unknown = 'agt_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    for (const init of [{}, { method: 'POST' }]) {
      const response = await proxy.service.api(tokensOf(unknown), init);
      expect((await refusal(response)).slice(0, 2)).toEqual([404, 'agent_not_found']);
    }
    expect((await revoke(unknown, 'btk_01ARZ3NDEKTSV4RRFFQ69G5FAV')).status).toBe(404);
  });

  it('puts both acts on record, as a change of the agent and without the token', async () => {
    const agentId = await proxy.agent();
    const { id, secret } = await createToken(agentId);
    await revoke(agentId, id);
    const records = await proxy.service.records();
    const acts = records.filter(
      ({ kind, agent_id }) => agent_id === agentId && kind === 'agent_updated',
    );
    expect(acts.map(({ fields }) => fields)).toEqual([['bearer_tokens'], ['bearer_tokens']]);
    expect(acts.map(({ actor }) => String(actor).slice(0, 4))).toEqual(['usr_', 'usr_']);
    expect(JSON.stringify(records)).not.toContain(secret.slice(5));
  });
});

describe('when its agent is deleted', () => {
  it('a token is refused like any unknown one', async () => {
    const agentId = await proxy.agent();
    const { secret } = await createToken(agentId);
    await proxy.service.api(`/api/v1/agents/${agentId}`, { method: 'DELETE' });
    expect((await complete(agentId, bearer(secret))).status).toBe(401);
    expect((await proxy.post(agentId, chat)).status).toBe(404);
  });
});
