import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpointOf } from '../../../../server/adapters/upstream-http/endpoint.ts';
import { Secret } from '../../../../server/domain/secret.ts';
import { removeFolder } from '../../../support/remove-folder.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = `${privateKey.export({ type: 'pkcs8', format: 'pem' })}`;

let folder: string;
let server: Server;
let origin: string;
let account: string;
const asked: string[] = [];
let answer: string | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-google-'));
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const isMachine = request.headers['metadata-flavor'] === 'Google';
    asked.push(isMachine ? `${request.url}` : Buffer.concat(chunks).toString());
    response.writeHead(answer === undefined ? 400 : 200).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  account = JSON.stringify({
    type: 'service_account',
    project_id: 'clinic',
    private_key_id: 'key1',
    private_key: pem,
    client_email: 'voice@clinic.iam.gserviceaccount.com',
    token_uri: `${origin}/token`,
  });
  await writeFile(join(folder, 'key.json'), account);
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await removeFolder(folder);
});
beforeEach(() => {
  asked.length = 0;
  answer = '{"access_token":"ya29.of-this-test","expires_in":3599,"token_type":"Bearer"}';
});

const vertex =
  'https://us-east1-aiplatform.googleapis.com/v1/projects/clinic/locations/us-east1/publishers/google';

function endpointWith(key: string | null, env: Readonly<Record<string, string>> = {}) {
  const apiKey = key === null ? null : new Secret(key);
  const provider = { kind: 'gemini' as const, baseUrl: vertex, model: 'gemini-3-flash' };
  return endpointOf({ ...provider, apiKey, apiVersion: '' }, { HOME: folder, ...env });
}

const headersOf = async ({ headers, url }: ReturnType<typeof endpointOf>) =>
  headers({ url: url(false), bodySha256: '' });

/** The assertion in a request for a token. */
function assertionIn(form: string | undefined) {
  const fields = new URLSearchParams(form);
  const [head = '', claims = '', signature = ''] = (fields.get('assertion') ?? '').split('.');
  const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  );
  return {
    grant: fields.get('grant_type'),
    head: decoded(head),
    claims: decoded(claims),
    isSigned,
  };
}

const bearer = { authorization: 'Bearer ya29.of-this-test' };

describe('a request to Vertex AI', () => {
  it('has a token for a signed assertion of the account, and asks for it once', async () => {
    const endpoint = endpointWith(account);
    expect(await Promise.all([headersOf(endpoint), headersOf(endpoint)])).toEqual([bearer, bearer]);
    expect(await headersOf(endpoint)).toEqual(bearer);
    expect(asked).toHaveLength(1);
    const own = assertionIn(asked[0]);
    const { iat, exp, aud, ...claims } = own.claims;
    expect(own).toMatchObject({
      grant: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      head: { alg: 'RS256', typ: 'JWT', kid: 'key1' },
      isSigned: true,
    });
    expect(claims).toEqual({
      iss: 'voice@clinic.iam.gserviceaccount.com',
      scope: 'https://www.googleapis.com/auth/cloud-platform',
    });
    expect([aud, exp - iat]).toEqual([`${origin}/token`, 3_600]);
  });

  it('takes the key file of the machine, or the service account of the machine', async () => {
    const file = join(folder, 'key.json');
    const byFile = endpointWith(null, { GOOGLE_APPLICATION_CREDENTIALS: file });
    expect(await headersOf(byFile)).toEqual(bearer);
    const host = new URL(origin).host;
    expect(await headersOf(endpointWith(null, { GCE_METADATA_HOST: host }))).toEqual(bearer);
    expect(asked[1]).toBe('/computeMetadata/v1/instance/service-accounts/default/token');
  });

  it('asks anew where the provider refused the token', async () => {
    const endpoint = endpointWith(account);
    await headersOf(endpoint);
    endpoint.refused?.();
    await headersOf(endpoint);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['Google refuses the account', () => endpointWith(account)],
    [
      'the key file is missing',
      () => endpointWith(null, { GOOGLE_APPLICATION_CREDENTIALS: join(folder, 'none') }),
    ],
  ])('has no token where %s', async (_, endpoint) => {
    answer = undefined;
    await expect(headersOf(endpoint())).rejects.toMatchObject({ code: 'upstream_error' });
  });

  it('has a plain key as it is', async () => {
    expect(await headersOf(endpointWith('AIza-of-this-test'))).toEqual({
      'x-goog-api-key': 'AIza-of-this-test',
    });
  });

  it('goes to the address of its model, whole or streamed', () => {
    const { url, test } = endpointWith(account);
    expect([url(false), url(true), test.url]).toEqual([
      `${vertex}/models/gemini-3-flash:generateContent`,
      `${vertex}/models/gemini-3-flash:streamGenerateContent?alt=sse`,
      `${vertex}/models/gemini-3-flash:countTokens`,
    ]);
  });
});
