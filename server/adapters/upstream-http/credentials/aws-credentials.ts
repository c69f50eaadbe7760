import { exec } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { Secret } from '../../../domain/secret.ts';
import { parseJson } from '../../../shared/json.ts';
import type { AwsCredentials } from './aws-signature.ts';
import { fetchText, type Lent, noCredential } from './renewed.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type Found = Lent<AwsCredentials>;

/** `ID:SECRET` or `ID:SECRET:SESSION_TOKEN`, as one setting holds it; undefined for any other text. */
export function awsKeyIn(text: string): AwsCredentials | undefined {
  const [keyId = '', secret = '', sessionToken, ...more] = text.split(':');
  const isKey = keyId !== '' && secret !== '' && more.length === 0;
  return isKey ? credentialsOf(keyId, secret, sessionToken) : undefined;
}

function credentialsOf(keyId: string, secret: string, token: string | undefined): AwsCredentials {
  return {
    keyId,
    secret: new Secret(secret),
    sessionToken: token === undefined || token === '' ? undefined : new Secret(token),
  };
}

/**
 * The credentials of this machine, from where AWS's own programs look for them: the environment, a profile, the
 * role of the container, the role of the machine. Rejects with Fault `upstream_error` where none has any.
 */
export async function machineCredentials(env: Environment): Promise<Found> {
  const id = env['AWS_ACCESS_KEY_ID'] ?? '';
  const secret = env['AWS_SECRET_ACCESS_KEY'] ?? '';
  if (id !== '' && secret !== '')
    return { value: credentialsOf(id, secret, env['AWS_SESSION_TOKEN']) };
  const found = (await ofProfile(env)) ?? (await ofContainer(env)) ?? (await ofMachine(env));
  if (found === undefined) throw noCredential('no key, profile or role of AWS is set');
  return found;
}

async function ofProfile(env: Environment): Promise<Found | undefined> {
  const folder = join(env['HOME'] ?? homedir(), '.aws');
  const [keys, settings] = await Promise.all([
    textOf(env['AWS_SHARED_CREDENTIALS_FILE'] ?? join(folder, 'credentials')),
    textOf(env['AWS_CONFIG_FILE'] ?? join(folder, 'config')),
  ]);
  const name = env['AWS_PROFILE'] ?? 'default';
  const profile = new Map([
    ...sectionOf(settings, name === 'default' ? name : `profile ${name}`),
    ...sectionOf(keys, name),
  ]);
  const id = profile.get('aws_access_key_id');
  const secret = profile.get('aws_secret_access_key');
  if (id !== undefined && secret !== undefined)
    return { value: credentialsOf(id, secret, profile.get('aws_session_token')) };
  const command = profile.get('credential_process');
  if (command !== undefined) return ofProcess(command);
  if (env['AWS_PROFILE'] === undefined) return undefined;
  throw noCredential('the profile of AWS has no keys and no credential_process');
}

function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** The settings of one section of an AWS configuration file. */
function sectionOf(text: string, name: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    section = /^\[\s*(.*?)\s*\]/.exec(line)?.[1] ?? section;
    const [, key = '', value = ''] = /^([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (section === name && key !== '') settings.set(key, value);
  }
  return settings;
}

const processMs = 10_000;

async function ofProcess(command: string): Promise<Found> {
  const { stdout } = await promisify(exec)(command, { timeout: processMs, windowsHide: true });
  return lentIn(stdout);
}

/** The role of a task in ECS or of a pod in EKS. */
async function ofContainer(env: Environment): Promise<Found | undefined> {
  const path = env['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'];
  const url =
    path === undefined ? env['AWS_CONTAINER_CREDENTIALS_FULL_URI'] : `http://169.254.170.2${path}`;
  if (url === undefined) return undefined;
  const file = env['AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE'];
  const given = env['AWS_CONTAINER_AUTHORIZATION_TOKEN'];
  const token = file === undefined ? given : (await readFile(file, 'utf8')).trim();
  const headers = token === undefined ? {} : { authorization: token };
  return lentIn(await fetchText(url, { headers }));
}

/** The role of a machine in EC2. */
async function ofMachine(env: Environment): Promise<Found | undefined> {
  if (env['AWS_EC2_METADATA_DISABLED'] === 'true') return undefined;
  const host = env['AWS_EC2_METADATA_SERVICE_ENDPOINT'] ?? 'http://169.254.169.254';
  const latest = `${host.replace(/\/$/, '')}/latest`;
  const token = await fetchText(`${latest}/api/token`, {
    method: 'PUT',
    headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '60' },
  }).catch(() => undefined);
  if (token === undefined) return undefined;
  const headers = { 'x-aws-ec2-metadata-token': token };
  const roles = `${latest}/meta-data/iam/security-credentials/`;
  const [role = ''] = (await fetchText(roles, { headers })).split('\n');
  return lentIn(await fetchText(`${roles}${role}`, { headers }));
}

const lentSchema = z.object({
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  SessionToken: z.string().optional(),
  Token: z.string().optional(),
  Expiration: z.iso.datetime({ offset: true }).optional(),
});

/** What programs and roles answer. */
function lentIn(text: string): Found {
  const lent = lentSchema.safeParse(parseJson(text));
  if (!lent.success) throw noCredential();
  const { AccessKeyId, SecretAccessKey, SessionToken, Token, Expiration } = lent.data;
  return {
    value: credentialsOf(AccessKeyId, SecretAccessKey, SessionToken ?? Token),
    expiresMs: Expiration === undefined ? undefined : Date.parse(Expiration),
  };
}
