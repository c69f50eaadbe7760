import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Secret } from '../../domain/secret.ts';
import {
  type SignatureResult,
  type SignatureRules,
  type SignedRequest,
  verifySignature,
} from './signature.ts';

type Headers = FastifyRequest['headers'];

const ownHeader = 'x-voice-signature';
/** Holds the secret itself and no signature: it proves the sender and not the body. */
const secretHeader = 'x-vapi-secret';

/**
 * The header in which a request is signed, of ours and those that the operator accepts besides
 * (`SVC_SIGNATURE_HEADERS`); undefined for a request that is not signed. Ours wins.
 */
export function signatureHeaderOf(
  headers: Headers,
  accepted: readonly string[] = [],
): string | undefined {
  return [ownHeader, ...accepted].find((name) => headers[name] !== undefined);
}

/** Checks what the header claims (decision 0097); `header` is of `signatureHeaderOf`. */
export function verifyHeader(
  request: SignedRequest,
  header: string | undefined,
  rules: SignatureRules,
): SignatureResult {
  return header === secretHeader
    ? verifySecret(request.headers[header], rules)
    : verifySignature(request, { ...rules, header: header ?? ownHeader });
}

function verifySecret(
  given: SignedRequest['headers'][string],
  { secrets, requireTimestamp = false }: SignatureRules,
): SignatureResult {
  if (requireTimestamp) return { ok: false, reason: 'untimed' };
  if (typeof given !== 'string' || given === '') return { ok: false, reason: 'malformed' };
  const held = secrets
    .filter((secret) => secret.reveal() !== '')
    .map((secret) => timingSafeEqual(digestOf(secret), digestOf(given)));
  return held.includes(true) ? { ok: true } : { ok: false, reason: 'mismatch' };
}

/** Of equal length for all texts, so that the comparison tells nothing of the length. */
function digestOf(text: string | Secret<string>): Buffer {
  return createHash('sha256')
    .update(typeof text === 'string' ? text : text.reveal())
    .digest();
}
