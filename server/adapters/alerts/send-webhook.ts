import { request } from 'undici';
import type { AlertChannel } from '../../domain/settings/alert.ts';
import { type AlertContent, AlertNotSent } from '../../ports/receivers/alert-sender.ts';
import { webhookHeaders } from '../system/sign-webhook.ts';

const answerMs = 10_000;

/** A POST that is signed as Standard Webhooks says. No redirects; any status from 200 to 299 takes it. */
export async function sendWebhook(
  { id, json }: AlertContent,
  { url, secret }: Extract<AlertChannel, { readonly kind: 'webhook' }>,
  nowMs: number,
): Promise<void> {
  const answer = await request(url, {
    method: 'POST',
    body: json,
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
    signal: AbortSignal.timeout(answerMs),
    headers: webhookHeaders({ id, secret, json }, nowMs),
  }).catch((cause: unknown) => {
    throw new AlertNotSent('the webhook cannot be reached', { cause });
  });
  await answer.body.dump({ limit: 64 * 1024 }).catch(() => undefined);
  if (answer.statusCode < 200 || answer.statusCode > 299) {
    throw new AlertNotSent(`the webhook answered with status ${answer.statusCode}`);
  }
}
