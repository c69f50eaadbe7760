import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../domain/secret.ts';
import { parseSignature, type SignatureClaim } from './signature-header.ts';

/** A request as it came in: header names in lower case, body bytes untouched. */
export interface SignedRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

export type SignatureResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: 'no_secret' | 'missing' | 'malformed' | 'untimed' | 'stale' | 'mismatch';
    };

const toleranceMs = 300_000;
const whsecPrefix = 'whsec_';

/** What signatures are checked against. */
export interface SignatureRules {
  /** The current secret, then the previous one. */
  readonly secrets: readonly Secret<string>[];
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** Refuses shapes without a time. */
  readonly requireTimestamp?: boolean;
}

/**
 * Checks `X-Voice-Signature` over the raw bytes of a request (design D36): HMAC-SHA256 with any of the
 * secrets. Timestamped shapes hold for 300 s either way. With no secret nothing is accepted.
 */
export function verifySignature(
  request: SignedRequest,
  { secrets, nowMs, requireTimestamp = false }: SignatureRules,
): SignatureResult {
  const usable = secrets.filter((secret) => secret.reveal() !== '');
  if (usable.length === 0) return { ok: false, reason: 'no_secret' };
  const parsed = parseSignature(request.headers);
  if (!parsed.ok) return parsed;
  const timed = parsed.claims.filter(
    ({ timestampMs }) => !requireTimestamp || timestampMs !== null,
  );
  if (timed.length === 0) return { ok: false, reason: 'untimed' };
  const fresh = timed.filter((claim) => isFresh(claim, nowMs));
  if (fresh.length === 0) return { ok: false, reason: 'stale' };
  const held = usable.flatMap((secret) =>
    fresh.map((claim) => digestMatches(claim, keyOf(claim, secret), request.body)),
  );
  return held.includes(true) ? { ok: true } : { ok: false, reason: 'mismatch' };
}

function isFresh(claim: SignatureClaim, nowMs: number): boolean {
  return claim.timestampMs === null || Math.abs(nowMs - claim.timestampMs) <= toleranceMs;
}

function digestMatches(claim: SignatureClaim, key: KeyObject, body: Uint8Array): boolean {
  const expected = createHmac('sha256', key)
    .update(claim.before)
    .update(body)
    .update(claim.after)
    .digest();
  return timingSafeEqual(expected, claim.digest);
}

/** Key objects hash several times faster than the text they are made of. */
const keysBySecret = new WeakMap<Secret<string>, Map<string, KeyObject>>();

function keyOf({ shape }: SignatureClaim, secret: Secret<string>): KeyObject {
  const keys = keysBySecret.get(secret) ?? new Map<string, KeyObject>();
  keysBySecret.set(secret, keys);
  const key = keys.get(shape) ?? createSecretKey(keyBytes(shape, secret.reveal()));
  keys.set(shape, key);
  return key;
}

/** Standard Webhooks writes its secrets `whsec_` + base64 of the key; every other shape uses the text. */
function keyBytes(shape: SignatureClaim['shape'], secret: string): Buffer {
  return shape === 'webhook' && secret.startsWith(whsecPrefix)
    ? Buffer.from(secret.slice(whsecPrefix.length), 'base64')
    : Buffer.from(secret, 'utf8');
}
