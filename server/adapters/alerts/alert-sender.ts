import type { AlertChannel } from '../../domain/settings/alert.ts';
import {
  type AlertContent,
  AlertNotSent,
  type AlertSender,
} from '../../ports/receivers/alert-sender.ts';
import type { FunctionCaller } from '../../ports/receivers/function-caller.ts';
import { sendMail } from './send-mail.ts';

/** Mail through the clinic's own mail server, and signed webhooks. */
export function alertSender(caller: Pick<FunctionCaller, 'call'>): AlertSender {
  return {
    send: (content, channel, mailServer) =>
      channel.kind === 'email'
        ? sendMail(content, channel.to, mailServer)
        : sendWebhook(content, channel, caller),
  };
}

const answerMs = 10_000;

/** One POST under the rules of functions (decision 0168). Any status from 200 to 299 takes it. */
export async function sendWebhook(
  { id, json }: AlertContent,
  { url, secret }: Extract<AlertChannel, { readonly kind: 'webhook' }>,
  caller: Pick<FunctionCaller, 'call'>,
): Promise<void> {
  const request = { url, timeoutMs: answerMs, repeatable: false, id, secret, json };
  const { outcome, status } = await caller.call(request, new AbortController().signal);
  switch (outcome) {
    case 'done':
    case 'too_large':
    case 'unreadable':
      return;
    case 'refused':
    case 'failed':
    case 'redirected':
      throw new AlertNotSent(`the webhook answered with status ${status}`);
    case 'address_not_allowed':
      throw new AlertNotSent('the address of the webhook leads where no request may go');
    case 'bad_certificate':
      throw new AlertNotSent('the certificate of the webhook is not valid');
    default:
      throw new AlertNotSent('the webhook cannot be reached');
  }
}
