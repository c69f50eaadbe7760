import { beforeAll, describe, expect, it } from 'vitest';
import { type SharedProxy, sharedProxy } from '../support/proxy-kit.ts';
import { webhookSecret } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';

let service: SharedProxy['service'];
let agent: string;
beforeAll(async () => {
  ({ service } = await sharedProxy());
  agent = await service.createAgent({ name: 'clinic', upstream: 'stub' });
});

interface Refusal {
  readonly error: { readonly code: string; readonly details: readonly { readonly path: string }[] };
}

async function refusalOf(response: Response): Promise<readonly unknown[]> {
  const { error } = (await response.json()) as Refusal;
  return [response.status, error.code, error.details.map(({ path }) => path)];
}

const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const ids: Readonly<Record<string, string>> = {
  agent_id: `agt_${ulid}`,
  session_id: `sess_${ulid}`,
  event_id: `evt_${ulid}`,
};

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
  /** Of the signature of a chat. */
  readonly secret?: string;
}

const get = (path: string): Sent => ({ method: 'GET', path: `/api/v1/${path}` });
const post = (path: string, body: unknown): Sent => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
});
const agents = (body: object = {}): Sent => post('/api/v1/agents', body);
const chat = (body: unknown): Sent => ({ ...post('', body), secret: webhookSecret });

async function answerTo({ method, path, body, type = 'application/json', secret }: Sent) {
  const init = { method, ...(body && { body, headers: { 'content-type': type } }) };
  const response = await (secret === undefined
    ? service.api(path, init)
    : signedFetch(secret)(`${service.proxyBase(agent)}/chat/completions`, init));
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return [response.status, error.code, error.message];
}

describe('an unknown query parameter is refused by its name (spec, Errors: validation_failed)', () => {
  it('by every operation behind the sign-in', async () => {
    const document = (await (await service.api('/api/v1/openapi.json')).json()) as {
      paths: Record<string, Record<string, { security?: unknown }>>;
    };
    const reads = Object.entries(document.paths).filter(
      ([, { get }]) => get !== undefined && get.security === undefined,
    );
    expect(reads.length).toBeGreaterThan(20);
    const answers = await Promise.all(
      reads.map(async ([path]) => {
        const address = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
        return [path, await refusalOf(await service.api(`${address}?min_redaction=5`))];
      }),
    );
    const refusal = [422, 'validation_failed', ['min_redaction']];
    expect(answers).toEqual(reads.map(([path]) => [path, refusal]));
  });

  it('by one that changes something, and that takes none', async () => {
    const answer = await service.api(`/api/v1/agents/${agent}?force=yes`, { method: 'DELETE' });
    expect(await refusalOf(answer)).toEqual([422, 'validation_failed', ['force']]);
    expect((await service.api(`/api/v1/agents/${agent}`)).status).toBe(200);
  });

  it('a refused parameter is answered with those that the endpoint takes', async () => {
    const answer = await service.api('/api/v1/agents?q=zz');
    expect(await answer.text()).toContain('which takes limit, cursor, name');
  });

  it('without a name that may be somebody’s', async () => {
    const answer = await service.api('/api/v1/agents?2125550143=1');
    expect(await answer.text()).not.toContain('2125550143');
    expect(answer.status).toBe(422);
  });

  it('unknown parameters are accepted where platforms, balancers and issuers add some', async () => {
    const post = (path: string, body: object) =>
      signedFetch(webhookSecret)(`${service.url}${path}?trace=a`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const messages = [{ role: 'user', content: 'hello' }];
    const answers = await Promise.all([
      post(`/proxy/${agent}/v1/chat/completions`, { messages }),
      post(`/voice/webhook/${agent}`, { message: { type: 'assistant-request' } }),
      fetch(`${service.url}/health?probe=a`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const callback = await fetch(
      `${service.url}/api/v1/auth/idp/callback?code=a&iss=b&session_state=c`,
      {
        redirect: 'manual',
      },
    );
    expect(callback.status).not.toBe(422);
  });
});

const invalid = 'the request is not valid:';

/** Inputs that people tried, with status, code and the message that their clients show. */
const badInputs: readonly (readonly [
  what: string,
  sent: Sent,
  status: number,
  code: string,
  message: string,
])[] = [
  [
    'no name',
    agents({ upstream: 'stub' }),
    422,
    'validation_failed',
    `${invalid} name is required`,
  ],
  [
    'a name of 65',
    agents({ name: 'n'.repeat(65), upstream: 'stub' }),
    422,
    'validation_failed',
    `${invalid} name must have at most 64 characters`,
  ],
  [
    'a number as name',
    agents({ name: 7, upstream: 'stub' }),
    422,
    'validation_failed',
    `${invalid} name must be text`,
  ],
  [
    'a name in use',
    agents({ name: 'clinic', upstream: 'stub' }),
    409,
    'name_taken',
    'An agent with this name exists.',
  ],
  [
    'no upstream',
    agents({ name: 'a' }),
    422,
    'validation_failed',
    `${invalid} upstream is required`,
  ],
  [
    'an unknown field',
    agents({ name: 'a', upstream: 'stub', masking: 'off' }),
    422,
    'validation_failed',
    `${invalid} masking is not a field of this request`,
  ],
  [
    'a trailing comma',
    { ...agents(), body: '{"name":"a",}' },
    422,
    'validation_failed',
    'the request body is not valid JSON',
  ],
  [
    'no content type',
    { ...agents({}), type: 'text/plain' },
    415,
    'validation_failed',
    'send the body as application/json, without Content-Encoding',
  ],
  [
    'both policies',
    agents({ name: 'a', upstream: 'stub', policy_name: 'p', policy_yaml: 'y' }),
    422,
    'validation_failed',
    `${invalid} policy_yaml cannot be given together with policy_name`,
  ],
  [
    'broken YAML',
    agents({ name: 'a', upstream: 'stub', policy_yaml: 'a: [b\nc: d' }),
    422,
    'policy_yaml_invalid',
    'the policy is not valid: line 2: the indentation is wrong: lines of one list or map must start in the same column',
  ],
  [
    'another scheme',
    agents({ name: 'a', upstream: 'stub', tokenization: 'synthetic' }),
    422,
    'validation_failed',
    `${invalid} tokenization must be one of vault-deterministic, reversible-aead`,
  ],
  [
    'an unknown policy',
    agents({ name: 'a', upstream: 'stub', policy_name: 'none' }),
    422,
    'unknown_policy',
    'there is no policy with this name',
  ],
  [
    'an unknown upstream',
    agents({ name: 'a', upstream: 'none' }),
    422,
    'unknown_upstream',
    'upstream is not a configured provider',
  ],
  [
    'a page of 500',
    get('sessions?limit=500'),
    422,
    'validation_failed',
    `${invalid} limit must be at most 100`,
  ],
  [
    'two limits',
    get('agents?limit=5&limit=7'),
    422,
    'validation_failed',
    `${invalid} limit is given more than once`,
  ],
  [
    'yesterday',
    get('sessions?since=yesterday'),
    422,
    'validation_failed',
    `${invalid} since must be a duration such as 24h or 7d, or an ISO 8601 UTC time`,
  ],
  [
    'a foreign cursor',
    get('sessions?cursor=abc'),
    422,
    'validation_failed',
    `${invalid} cursor is not a cursor of this list`,
  ],
  [
    'a mistyped parameter',
    get('sessions?sinse=1h'),
    422,
    'validation_failed',
    `${invalid} sinse is not a parameter of this endpoint, which takes limit, cursor, since, from, until, q, agent_id, kind, exposure, status, state, reviewed, min_redactions, sort; did you mean since?`,
  ],
  [
    'a negative count',
    get('sessions?min_redactions=-5'),
    422,
    'validation_failed',
    `${invalid} min_redactions must be at least 0`,
  ],
  [
    'a count of ten digits',
    get('sessions?min_redactions=1000000000'),
    422,
    'validation_failed',
    `${invalid} min_redactions must be at most 999999999`,
  ],
  [
    'an unknown format',
    get(`sessions/${ids['session_id']}/report?format=docx`),
    422,
    'validation_failed',
    `${invalid} format must be one of json, pdf`,
  ],
  [
    'a wrong method',
    { ...get('agents'), method: 'PUT' },
    405,
    'method_not_allowed',
    'this path takes GET, HEAD, POST only',
  ],
  [
    'a chat without messages',
    chat({}),
    422,
    'validation_failed',
    `${invalid} messages is required`,
  ],
  ['a list as chat', chat([]), 422, 'validation_failed', `${invalid} it must be an object`],
  ['a text as chat', chat('hi'), 422, 'validation_failed', `${invalid} it must be an object`],
  [
    'an image',
    chat({
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'u' } }] }],
    }),
    422,
    'validation_failed',
    `${invalid} messages.0.content must be text or a list of text parts: images, audio and files are refused, because they cannot be masked`,
  ],
  [
    'two choices',
    chat({ n: 2, messages: [{ role: 'user', content: 'hi' }] }),
    422,
    'validation_failed',
    `${invalid} n must be 1: a call has one reply`,
  ],
  [
    'a wrong secret',
    { ...chat({}), secret: 'another' },
    401,
    'unauthenticated',
    'signature mismatch: check the shared secret, and sign the raw body',
  ],
];

describe('a bad input is refused in plain words, all in the first line of the answer', () => {
  it.each(badInputs)('%s', async (_what, sent, ...expected) => {
    expect(await answerTo(sent)).toEqual(expected);
  });

  it('and a wrong method is told which methods there are', async () => {
    const { headers } = await service.api('/api/v1/agents', { method: 'PUT' });
    expect(headers.get('allow')).toBe('GET, HEAD, POST');
  });
});
