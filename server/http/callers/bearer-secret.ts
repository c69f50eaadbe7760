import { createHash, timingSafeEqual } from 'node:crypto';
import type { BearerToken } from '../../domain/agent.ts';
import type { Ids } from '../../ports/ids.ts';
import { isShortLivedToken } from './short-lived-token.ts';

const secretPrefix = 'svct_';
const secretBytes = 32;
const secretPattern = /^svct_[A-Za-z0-9_-]{43}$/;

/** A new secret of 256 random bits. Secret scanners find it by its prefix. */
export function newBearerSecret(ids: Ids): string {
  return secretPrefix + Buffer.from(ids.randomBytes(secretBytes)).toString('base64url');
}

/** The kept form of a secret: hex SHA-256. */
export function bearerHash(secret: string): string {
  return sha256(secret).toString('hex');
}

/** The secret in `Authorization: Bearer …`, also that of a short-lived token; undefined without one of our form. */
export function bearerSecretOf(authorization: string | undefined): string | undefined {
  const [, secret] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  if (secret === undefined) return undefined;
  return secretPattern.test(secret) || isShortLivedToken(secret) ? secret : undefined;
}

/** The token with this secret. Compares with all tokens, in constant time. */
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
