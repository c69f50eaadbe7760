import type { AlertSender } from '../../ports/receivers/alert-sender.ts';
import type { FunctionCaller } from '../../ports/receivers/function-caller.ts';
import { sendMail } from './send-mail.ts';
import { sendWebhook } from './send-webhook.ts';

/** Mail through the clinic's own mail server, and signed webhooks. */
export function alertSender(caller: Pick<FunctionCaller, 'call'>): AlertSender {
  return {
    send: (content, channel, mailServer) =>
      channel.kind === 'email'
        ? sendMail(content, channel.to, mailServer)
        : sendWebhook(content, channel, caller),
  };
}
