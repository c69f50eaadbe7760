import type { AlertChannel } from '../../../server/domain/settings/alert.ts';
import {
  type AlertContent,
  AlertNotSent,
  type AlertSender,
} from '../../../server/ports/receivers/alert-sender.ts';

/** Keeps what it was given to send; refuses it while `refuses` says why. */
export function memoryAlertSender() {
  const sender = {
    sent: [] as { readonly content: AlertContent; readonly channel: AlertChannel }[],
    refuses: undefined as string | undefined,
    send: async (content, channel) => {
      if (sender.refuses !== undefined) throw new AlertNotSent(sender.refuses);
      sender.sent.push({ content, channel });
    },
  } satisfies AlertSender & { sent: unknown; refuses: unknown };
  return sender;
}
