import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../domain/secret.ts';

/** One signature a request claims: `digest` over `before ‖ body ‖ after`. */
export interface SignatureClaim {
  readonly shape: 'body' | 'timestamp-header' | 't-v' | 'v-d' | 'webhook';
  /** 32 bytes. */
  readonly digest: Uint8Array;
  readonly before: string;
  readonly after: string;
  /** Milliseconds since the epoch; null for shapes without a time. */
  readonly timestampMs: number | null;
}

export type ParsedSignature =
  | { readonly ok: true; readonly claims: readonly SignatureClaim[] }
  | { readonly ok: false; readonly reason: 'missing' | 'malformed' };

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const maxSignatures = 8;
const maxSignatureHeaderLength = 2048;
const timestampHeaders = ['x-voice-timestamp', 'x-timestamp', 'webhook-timestamp'];
const malformedSignature = { ok: false, reason: 'malformed' } as const;

/**
 * Reads every signature in a header, such as `X-Voice-Signature` (design D36):
 *
 * - `<digest>` or `sha256=<digest>` over the body, or over `<timestamp>.<body>` when a timestamp
 *   header is present;
 * - `t=<time>,v1=<digest>` (also `v0`) over `<time>.<body>`;
 * - `v=<ms>,d=<digest>` over `<body><ms>`;
 * - `v1,<digest>` list over `<webhook-id>.<webhook-timestamp>.<body>`.
 *
 * A digest is hex, base64 or base64url of 32 bytes. With a timestamp anywhere, the body-only shape does
 * not count: otherwise an attacker could replay a timed signature as an untimed one. More than 8
 * signatures, or any unknown part, makes the whole header malformed.
 */
export function parseSignature(headers: Headers, name: string): ParsedSignature {
  const header = singleHeader(headers, name);
  if (header === undefined || header === '') return { ok: false, reason: 'missing' };
  if (header.length > maxSignatureHeaderLength) return malformedSignature;
  const fields = readFields(header);
  if (fields === undefined || fields.signatures.length > maxSignatures) return malformedSignature;
  const claims = fields.signatures.map((signature) => toClaim(signature, fields, headers));
  const whole = claims.filter((claim) => claim !== undefined);
  return whole.length > 0 && whole.length === claims.length
    ? { ok: true, claims: whole }
    : malformedSignature;
}

type SignatureField = 'plain' | 'sha256' | 'v0' | 'v1' | 'd' | 'webhook' | 't' | 'v';

interface SignatureDigest {
  readonly name: SignatureField;
  readonly digest: Uint8Array;
}

interface SignatureFields {
  readonly signatures: readonly SignatureDigest[];
  readonly t: string | undefined;
  readonly v: string | undefined;
}

/** Splits the header into signatures and times; undefined for an unknown part. */
function readFields(header: string): SignatureFields | undefined {
  const pieces = header
    .replace(/(^|[\s,])v1,/g, '$1webhook=')
    .split(/[\s,]+/)
    .filter((piece) => piece !== '')
    .map(readPiece);
  const times = pieces.filter(({ name }) => name === 't' || name === 'v');
  const signatures = pieces
    .filter((piece) => !times.includes(piece))
    .map(({ name, value }) => ({ name, digest: decodeDigest(value) }));
  const whole = signatures.filter(
    (signature): signature is SignatureDigest => signature.digest !== null,
  );
  if (times.length > 1 || whole.length !== signatures.length) return undefined;
  const [time] = times;
  return {
    signatures: whole,
    t: time?.name === 't' ? time.value : undefined,
    v: time?.name === 'v' ? time.value : undefined,
  };
}

function readPiece(piece: string): { name: SignatureField; value: string } {
  const [, name, value] = /^(sha256|v0|v1|webhook|t|v|d)=(.+)$/.exec(piece) ?? [];
  return value === undefined
    ? { name: 'plain', value: piece }
    : { name: name as SignatureField, value };
}

function toClaim(
  { name, digest }: SignatureDigest,
  fields: SignatureFields,
  headers: Headers,
): SignatureClaim | undefined {
  if (name === 'v0' || name === 'v1') {
    return fields.t === undefined
      ? undefined
      : timedClaim('t-v', digest, fields.t, `${fields.t}.`, '');
  }
  if (name === 'd') {
    return fields.v === undefined ? undefined : timedClaim('v-d', digest, fields.v, '', fields.v);
  }
  if (name === 'webhook') {
    const id = singleHeader(headers, 'webhook-id');
    const time = singleHeader(headers, 'webhook-timestamp');
    if (id === undefined || time === undefined) return undefined;
    return timedClaim('webhook', digest, time, `${id}.${time}.`, '');
  }
  return plainClaim(digest, fields, headers);
}

function plainClaim(
  digest: Uint8Array,
  fields: SignatureFields,
  headers: Headers,
): SignatureClaim | undefined {
  const time = fields.t ?? fields.v ?? timestampOf(headers);
  return time === undefined
    ? { shape: 'body', digest, before: '', after: '', timestampMs: null }
    : timedClaim('timestamp-header', digest, time, `${time}.`, '');
}

/** The signature covers the timestamp exactly as the header writes it. */
function timedClaim(
  shape: SignatureClaim['shape'],
  digest: Uint8Array,
  time: string,
  before: string,
  after: string,
): SignatureClaim | undefined {
  if (!/^\d{9,14}$/.test(time)) return undefined;
  const value = Number(time);
  return { shape, digest, before, after, timestampMs: time.length > 11 ? value : value * 1000 };
}

function timestampOf(headers: Headers): string | undefined {
  const present = timestampHeaders.filter((name) => headers[name] !== undefined);
  const [name] = present;
  if (name === undefined) return undefined;
  return present.length === 1 ? (singleHeader(headers, name) ?? '') : '';
}

function decodeDigest(text: string): Uint8Array | null {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 ? bytes : null;
}

/** A header's value. Node joins repeated headers with a comma. */
function singleHeader(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.join(', ');
}

/** A request as it arrived: header names in lower case, body bytes untouched. */
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

/** The secrets and the time to check signatures with. */
export interface SignatureRules {
  /** The current secret, then the previous one. */
  readonly secrets: readonly Secret<string>[];
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** Refuses shapes without a time. */
  readonly requireTimestamp?: boolean;
  /** The header with the signature, in lower case. */
  readonly header?: string;
}

/**
 * Checks the signature over the raw bytes of a request (design D36): HMAC-SHA256 with any of the
 * secrets. A timestamp may be 300 s off. Without a secret every request fails.
 */
export function verifySignature(
  request: SignedRequest,
  { secrets, nowMs, requireTimestamp = false, header = 'x-voice-signature' }: SignatureRules,
): SignatureResult {
  const usable = secrets.filter((secret) => secret.reveal() !== '');
  if (usable.length === 0) return { ok: false, reason: 'no_secret' };
  const parsed = parseSignature(request.headers, header);
  if (!parsed.ok) return parsed;
  const timed = parsed.claims.filter(
    ({ timestampMs }) => !requireTimestamp || timestampMs !== null,
  );
  if (timed.length === 0) return { ok: false, reason: 'untimed' };
  const fresh = timed.filter((claim) => isFresh(claim, nowMs));
  if (fresh.length === 0) return { ok: false, reason: 'stale' };
  const texts = claimsByText(fresh);
  const held = usable.flatMap((secret) =>
    texts.map((claims) => holds(claims, keyOf(claims[0], secret), request.body)),
  );
  return held.includes(true) ? { ok: true } : { ok: false, reason: 'mismatch' };
}

type ClaimsOfText = readonly [SignatureClaim, ...SignatureClaim[]];

/** Claims that cover the same bytes by the same key, together: a body is hashed once for all of them. */
export function claimsByText(claims: readonly SignatureClaim[]): readonly ClaimsOfText[] {
  const texts = new Map<string, [SignatureClaim, ...SignatureClaim[]]>();
  for (const claim of claims) {
    const text = [claim.shape, claim.before, claim.after].join('\0');
    const known = texts.get(text);
    if (known === undefined) texts.set(text, [claim]);
    else known.push(claim);
  }
  return [...texts.values()];
}

function isFresh(claim: SignatureClaim, nowMs: number): boolean {
  return claim.timestampMs === null || Math.abs(nowMs - claim.timestampMs) <= toleranceMs;
}

/** Whether one of the claims over a text holds. */
function holds(claims: ClaimsOfText, key: KeyObject, body: Uint8Array): boolean {
  const [{ before, after }] = claims;
  const expected = createHmac('sha256', key).update(before).update(body).update(after).digest();
  return claims.map(({ digest }) => timingSafeEqual(expected, digest)).includes(true);
}

/** Kept because a key object hashes several times faster than its text. */
const keysBySecret = new WeakMap<Secret<string>, Map<string, KeyObject>>();

function keyOf({ shape }: SignatureClaim, secret: Secret<string>): KeyObject {
  const keys = keysBySecret.get(secret) ?? new Map<string, KeyObject>();
  keysBySecret.set(secret, keys);
  const key = keys.get(shape) ?? createSecretKey(keyBytes(shape, secret.reveal()));
  keys.set(shape, key);
  return key;
}

/** Standard Webhooks writes secrets as `whsec_` and base64 of the key. Other shapes use the text. */
function keyBytes(shape: SignatureClaim['shape'], secret: string): Buffer {
  return shape === 'webhook' && secret.startsWith(whsecPrefix)
    ? Buffer.from(secret.slice(whsecPrefix.length), 'base64')
    : Buffer.from(secret, 'utf8');
}
