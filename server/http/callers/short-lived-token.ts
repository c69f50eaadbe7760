import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { BearerToken } from '../../domain/agent.ts';

/** How long a token lasts, in seconds: its client gets this number as `expires_in`. */
export const shortLivedSeconds = 3_600;
/** How much longer it is taken: a client asks for the next one when the hour is over, and clocks differ. */
const graceSeconds = 300;

const pattern = /^svca_([0-9a-z]{1,8})_([A-Za-z0-9_-]{43})$/;

export const isShortLivedToken = (secret: string): boolean => pattern.test(secret);

/**
 * A token that stands for a bearer token for an hour (RFC 6749, 4.4; decision 0186). It holds its end and a keyed hash
 * over that and the bearer token, so nothing keeps it, and it ends with the bearer token.
 */
export function newShortLivedToken(key: KeyObject, token: BearerToken, nowMs: number): string {
  const end = Math.floor(nowMs / 1_000) + shortLivedSeconds;
  return `svca_${end.toString(36)}_${proofOf(key, token, end).toString('base64url')}`;
}

/** What a short-lived token stands for: one of these bearer tokens, none of them, or one for which its time is over. */
export function behindShortLivedToken(
  key: KeyObject,
  tokens: readonly BearerToken[],
  secret: string,
  nowMs: number,
): BearerToken | 'expired' | undefined {
  const [, ending = '', proof = ''] = pattern.exec(secret) ?? [];
  const end = Number.parseInt(ending, 36);
  const sent = Buffer.from(proof, 'base64url');
  const found = tokens.find((token) => timingSafeEqual(proofOf(key, token, end), sent));
  return found !== undefined && end + graceSeconds < nowMs / 1_000 ? 'expired' : found;
}

function proofOf(key: KeyObject, { agentId, id, hash }: BearerToken, end: number): Buffer {
  return createHmac('sha256', key).update(`${agentId}\0${id}\0${hash}\0${end}`).digest();
}
