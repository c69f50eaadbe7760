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
 * Reads every signature in `X-Voice-Signature` (design D36):
 *
 * - `<digest>` or `sha256=<digest>` over the body, or over `<timestamp>.<body>` when a timestamp
 *   header is present;
 * - `t=<time>,v1=<digest>` (also `v0`) over `<time>.<body>`;
 * - `v=<ms>,d=<digest>` over `<body><ms>`;
 * - `v1,<digest>` list over `<webhook-id>.<webhook-timestamp>.<body>`.
 *
 * A digest is hex, base64 or base64url of 32 bytes. As soon as a timestamp is present anywhere, the
 * body-only shape is not read at all, so that a timed signature can't be replayed as an untimed
 * one. More than 8 signatures, or anything not understood, refuses the whole header.
 */
export function parseSignature(headers: Headers): ParsedSignature {
  const header = singleHeader(headers, 'x-voice-signature');
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

/** Splits the header into signatures and times; undefined when any piece is not understood. */
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
  const whole = signatures.filter((signature): signature is SignatureDigest => signature.digest !== null);
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
  return value === undefined ? { name: 'plain', value: piece } : { name: name as SignatureField, value };
}

function toClaim(
  { name, digest }: SignatureDigest,
  fields: SignatureFields,
  headers: Headers,
): SignatureClaim | undefined {
  if (name === 'v0' || name === 'v1') {
    return fields.t === undefined ? undefined : timedClaim('t-v', digest, fields.t, `${fields.t}.`, '');
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

/** The signed text of a timestamp is the header's, character for character. */
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

/** A header's value when it was sent once; Node joins repeated ones with a comma. */
function singleHeader(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.join(', ');
}
