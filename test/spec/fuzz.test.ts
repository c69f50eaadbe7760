import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OAuthError } from '../../server/contract/bearer-tokens.ts';
import { ErrorEnvelope } from '../../server/contract/errors.ts';
import type { OpenApi } from '../../server/http/openapi/document.ts';
import { eventually } from '../support/eventually.ts';
import { arbitraryRequest, type FuzzRequest } from '../support/openapi/arbitrary-requests.ts';
import { type Operation, operationsOf, referenced } from '../support/openapi/document-parts.ts';
import { type RawResponse, rawRequest } from '../support/raw-request.ts';
import { type Service, startService } from '../support/service.ts';
import { signIn } from '../support/sign-in.ts';

/** Requests per operation: enough to meet each kind of spoiling, and some seconds in all. */
const runs = 8;

let service: Service;
let document: OpenApi;
let known: Record<string, string>;
let cookies: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await startService({ SVC_DEV: '0' }, { cookie: 'svc_session=none' });
  const admin = await ownerCookie();
  document = await json(admin, '/api/v1/openapi.json');
  const { agent } = await json<{ agent: { id: string } }>(admin, '/api/v1/agents', {
    name: 'fuzzed',
    upstream: 'stub',
  });
  const body = Buffer.from(JSON.stringify({ messages: [{ role: 'user', content: 'hello' }] }));
  await rawRequest(service.url, {
    method: 'POST',
    path: `/proxy/${agent.id}/v1/chat/completions`,
    headers: { 'content-type': 'application/json', ...signature(body) },
    body,
  });
  const sessions = () => json<{ data: { id: string }[] }>(admin, '/api/v1/sessions');
  const session = await eventually(async () => {
    const [first] = (await sessions()).data;
    if (first === undefined) throw new Error('the session is not recorded yet');
    return first;
  });
  known = { agent_id: agent.id, session_id: session.id };
  const link = await json<{ sign_in_link: { url: string } }>(admin, '/api/v1/admin/sign-in-links', {
    login: 'nurse@example.com',
  });
  cookies = {
    admin,
    member: await signIn(service.url, link.sign_in_link.url),
    leaver: await ownerCookie(),
  };
});
afterAll(() => service?.close());

async function json<T = OpenApi>(cookie: string, path: string, body?: object): Promise<T> {
  const headers = { cookie, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return (await (await service.api(path, { ...sent, headers })).json()) as T;
}

/** The first user of an installation, an admin. */
function ownerCookie(): Promise<string> {
  return signIn(service.url, service.app.createSignInLink?.() ?? '');
}

function signature(body: Buffer): Record<string, string> {
  const digest = createHmac('sha256', service.secret).update(body).digest('hex');
  return { 'x-voice-signature': `sha256=${digest}` };
}

/** Who asks. No request signs out the administrator of the other tests. */
function callers({ doc }: Operation): readonly string[] {
  if (doc['operationId'] === 'signOut') return ['leaver', 'anonymous'];
  const signed = (doc['security'] as object[] | undefined)?.some((one) => 'signature' in one);
  return signed
    ? ['signed', 'signed', 'unsigned', 'token']
    : ['admin', 'admin', 'member', 'anonymous'];
}

function credentialsOf(caller: string, { body }: FuzzRequest): Record<string, string> {
  if (caller === 'signed') return signature(body);
  if (caller === 'unsigned') return { 'x-voice-signature': `sha256=${'0'.repeat(64)}` };
  if (caller === 'token') return { authorization: 'Bearer none' };
  const cookie = cookies[caller];
  return cookie === undefined ? { cookie: 'svc_session=none' } : { cookie };
}

function problemOf({ doc }: Operation, { status, headers, text }: RawResponse): string | undefined {
  if (!/^req_/.test(String(headers['x-request-id'] ?? ''))) return 'has no x-request-id';
  if (status >= 500) return `is a ${status}`;
  if (status < 400 || headers['content-type']?.startsWith('text/html') === true) return undefined;
  const { [status]: documented } = doc['responses'] as Record<number, unknown>;
  const form = referenced(documented).includes('OAuthError') ? OAuthError : ErrorEnvelope;
  return form.safeParse(JSON.parse(text)).success ? undefined : 'has no error of its form';
}

describe('whatever is sent to an operation of the document', () => {
  it('is answered without a fault of the service, and as the document says', async () => {
    // What deletes comes last, so that there is something to ask for.
    const operations = operationsOf(document).toSorted(
      (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
    );
    expect(operations.length).toBeGreaterThan(20);
    for (const operation of operations) {
      await fc.assert(
        fc.asyncProperty(
          arbitraryRequest(document, operation, known),
          fc.constantFrom(...callers(operation)),
          async (request, caller) => {
            const headers = { ...credentialsOf(caller, request), ...request.headers };
            const response = await rawRequest(service.url, { ...request, headers });
            expect([operation.doc['operationId'], problemOf(operation, response)]).toEqual([
              operation.doc['operationId'],
              undefined,
            ]);
          },
        ),
        { numRuns: runs },
      );
    }
  });

  it('leaves the service healthy and its journal whole', async () => {
    expect((await fetch(`${service.url}/health`)).status).toBe(200);
    const verified = await json(cookies['admin'] ?? '', '/api/v1/audit/verify', {});
    expect(verified).toMatchObject({ ok: true, message: 'chain ok' });
  });
});
