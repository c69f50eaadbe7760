import { createHash, timingSafeEqual } from 'node:crypto';
import type { BearerToken } from '../../domain/agent.ts';
import type { Ids } from '../../ports/ids.ts';

const secretPrefix = 'svct_';
const secretBytes = 32;
const secretPattern = /^svct_[A-Za-z0-9_-]{43}$/;

/** A fresh secret of 256 random bits; the prefix lets scanners find one that lies about. */
export function newBearerSecret(ids: Ids): string {
  return secretPrefix + Buffer.from(ids.randomBytes(secretBytes)).toString('base64url');
}

/** What is kept of a secret: hex SHA-256. */
export function bearerHash(secret: string): string {
  return sha256(secret).toString('hex');
}

/** The secret in `Authorization: Bearer …`; undefined when the header holds none of ours. */
export function bearerSecretOf(authorization: string | undefined): string | undefined {
  const [, secret] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  return secret !== undefined && secretPattern.test(secret) ? secret : undefined;
}

/** The token whose secret this is; the secret is compared with all of them, in constant time. */
export function findBearerToken(
  tokens: readonly BearerToken[],
  secret: string,
): BearerToken | undefined {
  const digest = sha256(secret);
  return tokens.filter(({ hash }) => timingSafeEqual(Buffer.from(hash, 'hex'), digest)).at(0);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
