import { sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { Secret } from '../../../domain/secret.ts';
import { parseJson } from '../../../shared/json.ts';
import type { Environment } from './aws-credentials.ts';
import { fetchText, type Lent, noCredential } from './renewed.ts';

type LentToken = Lent<Secret<string>>;

/** What Google's console writes into the key file of a service account. */
const accountSchema = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
});

export type ServiceAccount = z.output<typeof accountSchema>;

/** The service account in the JSON text of a key file; undefined for any other text. */
export function serviceAccountIn(text: string): ServiceAccount | undefined {
  const account = accountSchema.safeParse(parseJson(text));
  return account.success ? account.data : undefined;
}

/**
 * An access token of this machine, from where Google's own programs look: a key file, or the service account of the
 * machine. Rejects where there is none.
 */
export async function machineToken(env: Environment): Promise<LentToken> {
  const named = env['GOOGLE_APPLICATION_CREDENTIALS'];
  const usual = join(
    env['HOME'] ?? homedir(),
    '.config/gcloud/application_default_credentials.json',
  );
  const text = await readFile(named ?? usual, 'utf8').catch(() => undefined);
  const account = text === undefined ? undefined : serviceAccountIn(text);
  if (account !== undefined) return accountToken(account);
  if (named !== undefined || text !== undefined)
    throw noCredential('the key file is not that of a service account');
  const host = env['GCE_METADATA_HOST'] ?? 'metadata.google.internal';
  const url = `http://${host}/computeMetadata/v1/instance/service-accounts/default/token`;
  return lentIn(await fetchText(url, { headers: { 'metadata-flavor': 'Google' } }));
}

const scope = 'https://www.googleapis.com/auth/cloud-platform';
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const hourSeconds = 3_600;

/** An access token for a signed assertion of the account (RFC 7523). */
export async function accountToken(account: ServiceAccount): Promise<LentToken> {
  const now = Math.floor(Date.now() / 1_000);
  const { client_email: iss, token_uri: aud, private_key, private_key_id: kid } = account;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss, scope, aud, iat: now, exp: now + hourSeconds };
  const unsigned = `${part({ alg: 'RS256', typ: 'JWT', kid })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(unsigned), private_key).toString('base64url');
  const body = new URLSearchParams({ grant_type: grant, assertion: `${unsigned}.${signature}` });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return lentIn(await fetchText(aud, { method: 'POST', headers, body: `${body}` }));
}

const lentSchema = z.object({ access_token: z.string().min(1), expires_in: z.number() });

function lentIn(text: string): LentToken {
  const lent = lentSchema.safeParse(parseJson(text));
  if (!lent.success) throw noCredential();
  const { access_token, expires_in } = lent.data;
  return { value: new Secret(access_token), expiresMs: Date.now() + expires_in * 1_000 };
}
