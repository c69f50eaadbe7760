/** A report on its way to people by e-mail. */
export interface ReportMail {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly file: { readonly name: string; readonly bytes: Uint8Array };
}

/** Hands a report to the clinic's mail server. Rejects with `AlertNotSent` where that did not take it. It never retries. */
export interface ReportMailer {
  send(mail: ReportMail, to: readonly string[]): Promise<void>;
}
