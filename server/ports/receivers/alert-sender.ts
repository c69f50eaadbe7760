import type { AlertChannel, MailServer } from '../../domain/settings/alert.ts';

/** A message in words and as data; both say the same. */
export interface AlertContent {
  /** The same at each attempt, so that a receiver can tell a repetition. */
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  /** JSON of the webhook's body. */
  readonly json: string;
}

/**
 * Hands an alert to a mail server or to a webhook. Rejects with `AlertNotSent` when the receiver did not take
 * it. It never retries.
 */
export interface AlertSender {
  send(content: AlertContent, channel: AlertChannel, mailServer: MailServer | null): Promise<void>;
}

/** Why an alert was not sent, in words for a person, without a secret. */
export class AlertNotSent extends Error {
  override readonly name = 'AlertNotSent';
}
