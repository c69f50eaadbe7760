/** Longer ids are refused the grouping, not the request: no platform sends one. */
const maxLength = 256;

/**
 * The platform's id of the call a request belongs to, '' when it names none (design D29): `call.id`,
 * else `call.callId`, else header `X-Voice-Call-Id`, else `metadata.call_id`.
 */
export function externalCallId(body: Readonly<Record<string, unknown>>, header: unknown): string {
  const candidates = [
    fieldOf(body['call'], 'id'),
    fieldOf(body['call'], 'callId'),
    header,
    fieldOf(body['metadata'], 'call_id'),
  ];
  const id = candidates.find(
    (value) => typeof value === 'string' && value !== '' && value.length <= maxLength,
  );
  return typeof id === 'string' ? id : '';
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[field]
    : undefined;
}
