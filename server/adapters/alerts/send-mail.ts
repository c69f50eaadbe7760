import { createTransport } from 'nodemailer';
import type { MailServer } from '../../domain/settings/alert.ts';
import { type AlertContent, AlertNotSent } from '../../ports/receivers/alert-sender.ts';
import type { ReportMail } from '../../ports/receivers/report-mailer.ts';
import { isLoopbackHost } from '../../shared/loopback.ts';

/** Longest wait for each answer of the mail server, in milliseconds. */
const answerMs = 20_000;

type Mail = Pick<AlertContent, 'id' | 'subject' | 'text'> & Partial<Pick<ReportMail, 'file'>>;

/** One mail to all receivers. TLS with a valid certificate, except to this machine. */
export async function sendMail(
  { id, subject, text, file }: Mail,
  to: readonly string[],
  server: MailServer | null,
): Promise<void> {
  if (server === null) throw new AlertNotSent('no mail server is set');
  const { host, port, security, user, password, from } = server;
  if (security === 'none' && !isLoopbackHost(host)) {
    throw new AlertNotSent('mail to another machine needs TLS');
  }
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ...(security === 'none' ? { ignoreTLS: true } : {}),
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const messageId = `<${id}@${from.split('@').at(-1)}>`;
    const attachments =
      file === undefined ? [] : [{ filename: file.name, content: Buffer.from(file.bytes) }];
    await transport.sendMail({ from, to: [...to], subject, text, messageId, attachments });
  } catch (error) {
    throw new AlertNotSent(reasonOf(error), { cause: error });
  } finally {
    transport.close();
  }
}

/** Never the library's own text: it quotes what the server answered. */
function reasonOf(error: unknown): string {
  const { code = '', responseCode } = error as { code?: string; responseCode?: number };
  const answered = responseCode === undefined ? '' : ` (answer ${responseCode})`;
  switch (code) {
    case 'EAUTH':
      return `the mail server refused the user name or password${answered}`;
    case 'EENVELOPE':
      return `the mail server refused the sender or a receiver${answered}`;
    case 'ETLS':
      return 'the mail server offers no TLS';
    case 'EDNS':
    case 'ECONNECTION':
    case 'ETIMEDOUT':
      return 'the mail server cannot be reached';
    case 'ESOCKET':
      return 'no connection to the mail server: check address, port, TLS and its certificate';
    default:
      return `the mail server did not take the message${answered}`;
  }
}
