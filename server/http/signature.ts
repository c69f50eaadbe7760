import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../domain/secret.ts';
import { parseSignature, type SignatureClaim } from './signature-header.ts';

/** A request as it came in: header names in lower case, body bytes untouched. */
export interface SignedRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

export type SignatureVerdict =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: 'no_secret' | 'missing' | 'malformed' | 'stale' | 'mismatch';
    };

const toleranceMs = 300_000;
const whsecPrefix = 'whsec_';

/**
 * Checks `X-Voice-Signature` over the raw bytes of a request (design D36): HMAC-SHA256 with any of
 * `secrets`, the current and the previous one. `nowMs` is milliseconds since the epoch; timestamped
 * shapes hold for 300 s either way. With no secret nothing is accepted.
 */
export function verifySignature(
  request: SignedRequest,
  secrets: readonly Secret<string>[],
  nowMs: number,
): SignatureVerdict {
  const keys = secrets.map((secret) => secret.reveal()).filter((key) => key !== '');
  if (keys.length === 0) return { ok: false, reason: 'no_secret' };
  const parsed = parseSignature(request.headers);
  if (!parsed.ok) return parsed;
  const fresh = parsed.claims.filter((claim) => isFresh(claim, nowMs));
  if (fresh.length === 0) return { ok: false, reason: 'stale' };
  const held = keys.flatMap((key) => fresh.map((claim) => holds(claim, key, request.body)));
  return held.includes(true) ? { ok: true } : { ok: false, reason: 'mismatch' };
}

function isFresh(claim: SignatureClaim, nowMs: number): boolean {
  return claim.timestampMs === null || Math.abs(nowMs - claim.timestampMs) <= toleranceMs;
}

function holds(claim: SignatureClaim, key: string, body: Uint8Array): boolean {
  const expected = createHmac('sha256', keyBytes(claim, key))
    .update(claim.before)
    .update(body)
    .update(claim.after)
    .digest();
  return timingSafeEqual(expected, claim.digest);
}

/** Standard Webhooks writes its secrets `whsec_` + base64 of the key; every other shape uses the text. */
function keyBytes(claim: SignatureClaim, key: string): Buffer {
  return claim.shape === 'webhook' && key.startsWith(whsecPrefix)
    ? Buffer.from(key.slice(whsecPrefix.length), 'base64')
    : Buffer.from(key, 'utf8');
}
