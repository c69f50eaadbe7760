import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService, webhookSecret } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';

let service: Service;
let agent: string;
beforeAll(async () => {
  service = await startService();
  agent = await service.createAgent({ name: 'clinic', upstream: 'stub' });
});
afterAll(() => service?.close());

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
