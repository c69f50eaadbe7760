import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { sendMail } from '../../../../server/adapters/alerts/send-mail.ts';
import type { MailServer } from '../../../../server/domain/settings/alert.ts';
import { fixtureCertificate, fixtureKey } from '../../../support/tls-fixture.ts';

const content = { id: 'alr_1', subject: 'a leak was found', text: 'A leak was found.\n', json: '' };
const to = ['privacy@clinic.example.com', 'it@clinic.example.com'];
let server: SMTPServer | undefined;
let got: { to: string[]; mail: string; secure: boolean }[];

afterEach(async () => {
  tls.setDefaultCACertificates(tls.getCACertificates('bundled'));
  await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));
  server = undefined;
});

async function listen(options: SMTPServerOptions = {}): Promise<MailServer> {
  got = [];
  server = new SMTPServer({
    key: fixtureKey,
    cert: fixtureCertificate,
    authOptional: true,
    ...options,
    onAuth: ({ username, password }, _session, done) =>
      username === 'alerts' && password === 'right'
        ? done(null, { user: username })
        : done(new Error('no')),
    onData: async (stream, session, done) => {
      const receivers = session.envelope.rcptTo.map(({ address }) => address);
      got.push({ to: receivers, mail: await text(stream), secure: session.secure });
      done();
    },
  });
  server.on('error', () => undefined);
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const listening = server?.listen(0, '127.0.0.1', () =>
      resolve(listening?.address() as AddressInfo),
    );
  });
  const from = 'alerts@clinic.example.com';
  return { host: '127.0.0.1', port, security: 'starttls', user: '', password: '', from };
}

const trustFixture = () => tls.setDefaultCACertificates([fixtureCertificate]);

describe('mail', () => {
  it('can bring a file', async () => {
    const mailServer = await listen();
    const file = { name: 'report 2026-11-01.pdf', bytes: Buffer.from('%PDF-1.7 invented') };
    await sendMail({ ...content, file }, to, { ...mailServer, security: 'none' });
    expect(got[0]?.mail).toContain('report 2026-11-01.pdf');
    expect(got[0]?.mail).toContain(file.bytes.toString('base64'));
  });

  it.each(['starttls', 'tls'] as const)(
    'is one message to all, encrypted with %s',
    async (security) => {
      const mailServer = await listen({ secure: security === 'tls' });
      trustFixture();
      await sendMail(content, to, { ...mailServer, security, user: 'alerts', password: 'right' });
      expect(got).toMatchObject([{ to, secure: true }]);
      expect(got[0]?.mail).toContain('Subject: a leak was found');
      expect(got[0]?.mail).toContain('Message-ID: <alr_1@clinic.example.com>');
    },
  );

  it('needs no encryption on this machine', async () => {
    const mailServer = await listen();
    await sendMail(content, to, { ...mailServer, security: 'none' });
    expect(got).toMatchObject([{ secure: false }]);
  });

  it('never goes to another machine without TLS', async () => {
    const mailServer = await listen();
    const other = { ...mailServer, host: 'mail.example.com', security: 'none' as const };
    await expect(sendMail(content, to, other)).rejects.toThrow('needs TLS');
  });

  it('is not sent to a server whose certificate nobody vouches for', async () => {
    const mailServer = await listen();
    await expect(sendMail(content, to, mailServer)).rejects.toThrow(/certificate|TLS/);
    expect(got).toEqual([]);
  });

  it('is not sent to a server that offers no TLS', async () => {
    const mailServer = await listen({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
    trustFixture();
    await expect(sendMail(content, to, mailServer)).rejects.toThrow('offers no TLS');
    expect(got).toEqual([]);
  });

  it('says that the password is wrong, without repeating it', async () => {
    const mailServer = { ...(await listen()), user: 'alerts', password: 'wrong-password' };
    trustFixture();
    const refused = await sendMail(content, to, mailServer).catch((error: Error) => error.message);
    expect(refused).toContain('refused the user name or password');
    expect(refused).not.toContain('wrong-password');
  });

  it('says that the server is away, or that none is set', async () => {
    const mailServer = await listen();
    const away = { ...mailServer, port: 1 };
    await expect(sendMail(content, to, away)).rejects.toThrow('mail server');
    await expect(sendMail(content, to, null)).rejects.toThrow('no mail server is set');
  });
});
