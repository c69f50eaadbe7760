import type { FastifyRequest } from 'fastify';

/** Longer ids are refused the grouping, not the request: no platform sends one. */
const maxCallIdLength = 256;

/**
 * The platform's id of the call a request belongs to, '' when it names none (design D29): `call.id`,
 * else `call.callId`, else header `X-Voice-Call-Id`, else `metadata.call_id`. A signature covers the
 * body alone, so a signed request names its call there: its header is not read, and nobody can replay
 * the body into another call (design D36).
 */
export function externalCallId(
  body: Readonly<Record<string, unknown>>,
  headers: FastifyRequest['headers'],
): string {
  const signed = headers['x-voice-signature'] !== undefined;
  const candidates = [
    fieldOf(body['call'], 'id'),
    fieldOf(body['call'], 'callId'),
    signed ? undefined : headers['x-voice-call-id'],
    fieldOf(body['metadata'], 'call_id'),
  ];
  const id = candidates.find(
    (value) => typeof value === 'string' && value !== '' && value.length <= maxCallIdLength,
  );
  return typeof id === 'string' ? id : '';
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[field]
    : undefined;
}
