import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  awsKeyIn,
  machineCredentials,
} from '../../../../server/adapters/upstream-http/credentials/aws-credentials.ts';
import { removeFolder } from '../../../support/remove-folder.ts';

const lent = {
  AccessKeyId: 'ASIAROLE',
  SecretAccessKey: 'secret-of-the-role',
  Token: 'token-of-the-role',
  Expiration: '2099-01-01T00:00:00Z',
};

let folder: string;
let server: Server;
let origin: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-aws-'));
  // The role of a container, and that of a machine, which wants a token first.
  server = createServer(({ url, method, headers }, response) => {
    const isMachine = headers['x-aws-ec2-metadata-token'] === 'token-of-imds';
    const roles = '/latest/meta-data/iam/security-credentials/';
    const answers: Readonly<Record<string, string | false>> = {
      '/container': headers.authorization === 'token-of-the-pod' && JSON.stringify(lent),
      '/latest/api/token': method === 'PUT' && 'token-of-imds',
      [roles]: isMachine && 'clinic-role',
      [`${roles}clinic-role`]: isMachine && JSON.stringify({ ...lent, Code: 'Success' }),
    };
    const answer = answers[url ?? ''] || undefined;
    response.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeFile(
    join(folder, 'credentials'),
    `[default]
aws_access_key_id = AKIADEFAULT
aws_secret_access_key = secret+of/default=

# Of a program that writes it anew each hour.
[clinic]
aws_access_key_id=ASIACLINIC
aws_secret_access_key=secret-of-clinic
aws_session_token=token==
`,
  );
  const answer = JSON.stringify({ Version: 1, ...lent, SessionToken: lent.Token });
  await writeFile(join(folder, 'answer.json'), answer);
  await writeFile(
    join(folder, 'config'),
    `[default]
region = us-west-2
[profile run]
credential_process = cat "${join(folder, 'answer.json')}"
[profile bare]
region = us-west-2
`,
  );
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await removeFolder(folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const files = () => ({
  AWS_SHARED_CREDENTIALS_FILE: join(folder, 'credentials'),
  AWS_CONFIG_FILE: join(folder, 'config'),
});
const noFiles = () => ({
  AWS_SHARED_CREDENTIALS_FILE: join(folder, 'none'),
  AWS_CONFIG_FILE: join(folder, 'none'),
});

async function found(env: Readonly<Record<string, string>>) {
  const { value, expiresMs } = await machineCredentials(env);
  return {
    accessKeyId: value.keyId,
    secretAccessKey: value.secret.reveal(),
    sessionToken: value.sessionToken?.reveal(),
    expiresMs,
  };
}

describe('credentials of this machine are those that the SDK of AWS takes', () => {
  it.each([
    ['of the environment', () => ({ AWS_ACCESS_KEY_ID: 'AKIAENV', AWS_SECRET_ACCESS_KEY: 's' })],
    [
      'of the environment, for a time',
      () => ({
        AWS_ACCESS_KEY_ID: 'ASIAENV',
        AWS_SECRET_ACCESS_KEY: 's',
        AWS_SESSION_TOKEN: 't',
      }),
    ],
    ['of the default profile', files],
    ['of a named profile', () => ({ ...files(), AWS_PROFILE: 'clinic' })],
    ['of a program that a profile names', () => ({ ...files(), AWS_PROFILE: 'run' })],
    [
      'of the role of a container',
      () => ({
        ...noFiles(),
        AWS_CONTAINER_CREDENTIALS_FULL_URI: `${origin}/container`,
        AWS_CONTAINER_AUTHORIZATION_TOKEN: 'token-of-the-pod',
      }),
    ],
    [
      'of the role of a machine',
      () => ({ ...noFiles(), AWS_EC2_METADATA_SERVICE_ENDPOINT: origin }),
    ],
  ])('%s', async (_, envOf) => {
    const env: Readonly<Record<string, string>> = envOf();
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const client = new BedrockRuntimeClient({ region: 'us-east-1' });
    const { accessKeyId, secretAccessKey, sessionToken, expiration } =
      await client.config.credentials();
    expect(await found(env)).toEqual({
      accessKeyId,
      secretAccessKey,
      sessionToken,
      expiresMs: expiration?.getTime(),
    });
  });

  it.each([
    ['nothing is set', () => ({ ...noFiles(), AWS_EC2_METADATA_DISABLED: 'true' })],
    ['the named profile has no keys', () => ({ ...files(), AWS_PROFILE: 'bare' })],
    [
      'the source refuses',
      () => ({ ...noFiles(), AWS_CONTAINER_CREDENTIALS_FULL_URI: `${origin}/container` }),
    ],
  ])('are missing where %s', async (_, env) => {
    await expect(machineCredentials(env())).rejects.toMatchObject({ code: 'upstream_error' });
  });
});

describe('one setting holds a whole key of AWS', () => {
  it('with or without a session token; anything else is an API key of Bedrock', () => {
    expect(awsKeyIn('AKIA:secret')).toMatchObject({ keyId: 'AKIA', sessionToken: undefined });
    expect(awsKeyIn('ASIA:secret:token')?.sessionToken?.reveal()).toBe('token');
    for (const text of ['bedrock-api-key-abc=', 'AKIA:', ':secret', 'a:b:c:d'])
      expect(awsKeyIn(text)).toBeUndefined();
  });
});
