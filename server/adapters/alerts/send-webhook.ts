import { createHmac } from 'node:crypto';
import { request } from 'undici';
import type { AlertChannel } from '../../domain/settings/alert.ts';
import { type AlertContent, AlertNotSent } from '../../ports/alert-sender.ts';

const answerMs = 10_000;

/** A POST that is signed as Standard Webhooks says. No redirects; any status from 200 to 299 takes it. */
export async function sendWebhook(
  { id, json }: AlertContent,
  { url, secret }: Extract<AlertChannel, { readonly kind: 'webhook' }>,
  nowMs: number,
): Promise<void> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const answer = await request(url, {
    method: 'POST',
    body: json,
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
    signal: AbortSignal.timeout(answerMs),
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature(secret, `${id}.${timestamp}.${json}`)}`,
    },
  }).catch((cause: unknown) => {
    throw new AlertNotSent('the webhook cannot be reached', { cause });
  });
  await answer.body.dump({ limit: 64 * 1024 }).catch(() => undefined);
  if (answer.statusCode < 200 || answer.statusCode > 299) {
    throw new AlertNotSent(`the webhook answered with status ${answer.statusCode}`);
  }
}

function signature(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(signed).digest('base64');
}
