import { createHmac } from 'node:crypto';

export interface WebhookMessage {
  /** The same at each attempt, so that a receiver can tell a repetition. */
  readonly id: string;
  /** `whsec_` and base64. */
  readonly secret: string;
  readonly json: string;
}

/** The headers of a POST of JSON that is signed as Standard Webhooks says. */
export function webhookHeaders(
  { id, secret, json }: WebhookMessage,
  nowMs: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${json}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
