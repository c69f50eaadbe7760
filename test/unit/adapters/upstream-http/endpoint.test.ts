import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../../../server/adapters/upstream-http/endpoint.ts';
import { Secret } from '../../../../server/domain/secret.ts';
import { isSignedBy } from '../../../support/providers/aws.ts';

const sent = (url: string) => ({
  url,
  // Of the empty JSON object.
  bodySha256: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
});
const east = 'https://bedrock-runtime.us-east-2.amazonaws.com';

async function headersAt(baseUrl: string, model: string, key: string | null, env = {}) {
  const provider = { kind: 'bedrock' as const, baseUrl, model, apiVersion: '' };
  const endpoint = endpointOf({ ...provider, apiKey: key === null ? null : new Secret(key) }, env);
  const url = endpoint.url(true);
  return { url, headers: await endpoint.headers(sent(url)), test: endpoint.test };
}

describe('a request to Amazon Bedrock', () => {
  it.each([
    'anthropic.claude-sonnet-4-5-20250929-v1:0',
    'arn:aws:bedrock:us-east-2:123456789012:application-inference-profile/abc123',
  ])("is signed as AWS's own signer signs it, for the model %s", async (model) => {
    const keys = { accessKeyId: 'ASIATEST', secretAccessKey: 'a/b+c=', sessionToken: 't==' };
    const { url, headers } = await headersAt(east, model, 'ASIATEST:a/b+c=:t==');
    const { pathname, host } = new URL(url);
    expect(pathname).toMatch(/^\/model\/[^/:]+\/converse-stream$/);
    expect(headers['authorization']).toContain('/us-east-2/bedrock/aws4_request');
    const seen = {
      url: pathname,
      headers: { ...headers, host, 'content-type': 'application/json' },
      raw: '{}',
      body: { messages: [] },
    };
    expect(await isSignedBy(keys, seen)).toBe(true);
    expect(await isSignedBy({ ...keys, secretAccessKey: 'other' }, seen)).toBe(false);
    expect(await isSignedBy(keys, { ...seen, raw: '{ }' })).toBe(false);
  });

  it.each([
    [east, {}, 'us-east-2'],
    ['https://vpce-1a-2b.bedrock-runtime.eu-central-1.vpce.amazonaws.com', {}, 'eu-central-1'],
    ['https://bedrock-runtime.us-gov-west-1.amazonaws.com', {}, 'us-gov-west-1'],
    ['https://bedrock.clinic.example', { AWS_REGION: 'eu-west-3' }, 'eu-west-3'],
    ['https://bedrock.clinic.example', {}, 'us-east-1'],
  ])('at %s with %j is signed for %s', async (baseUrl, env, region) => {
    const { headers } = await headersAt(baseUrl, 'm', 'AKIATEST:secret', env);
    expect(headers['authorization']).toContain(`/${region}/bedrock/`);
  });

  it('takes an API key of Bedrock as it is, and else the credentials of the machine', async () => {
    const withKey = await headersAt(east, 'm', 'bedrock-api-key-abc=');
    expect(withKey.headers).toEqual({ authorization: 'Bearer bedrock-api-key-abc=' });
    const env = { AWS_ACCESS_KEY_ID: 'AKIAENV', AWS_SECRET_ACCESS_KEY: 's' };
    const { headers } = await headersAt(east, 'm', null, env);
    expect(headers['authorization']).toContain('Credential=AKIAENV/');
  });
});
