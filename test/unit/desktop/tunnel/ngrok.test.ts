import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeListener, startListener } from '../../../support/desktop/ingress.ts';
import { type Puppet, type Puppets, startPuppets } from '../../../support/desktop/puppets.ts';
import { openKit, type TunnelKit } from '../../../support/desktop/tunnel-kit.ts';

const authtoken = '2abcdefghijklmnopqrstuvwxyz0_1234567890abcdef';
const publicUrl = 'https://few-calls.example.com';

let ingress: FakeListener;
let puppets: Puppets;
let kit: TunnelKit;

beforeEach(async () => {
  ingress = await startListener('ingress');
  puppets = await startPuppets({ name: 'ngrok', version: ['version', 'ngrok version 3.39.8'] });
  kit = await openKit({
    ingressUrl: ingress.url,
    settings: { tunnelProvider: 'ngrok' },
    secrets: { ngrokAuthtoken: authtoken },
    environment: { PATH: puppets.folder, NGROK_AUTHTOKEN: 'of somebody else' },
    fetch: (input, init) => fetch(String(input).replace(publicUrl, ingress.url), init),
  });
  await kit.tunnel.start();
});
afterEach(async () => {
  await kit.close();
  await puppets.close();
  await ingress.close();
});

function log(puppet: Puppet, entry: object): void {
  puppet.tell({ print: JSON.stringify({ lvl: 'info', t: '2026-01-05T08:00:00Z', ...entry }) });
}

const session = { msg: 'client session established', obj: 'tunnels.session' };
const started = { msg: 'started tunnel', obj: 'tunnels', name: 'calls', url: publicUrl };

describe('a tunnel of ngrok', () => {
  it('keeps no request and shows none: its inspector is off', async () => {
    const { files } = await puppets.nth(0);
    expect(JSON.parse(files[0]?.text ?? '')).toEqual({
      version: 3,
      agent: {
        authtoken,
        web_addr: false,
        inspect_db_size: -1,
        remote_management: false,
        update_check: false,
        console_ui: false,
        log: 'stdout',
        log_format: 'json',
        log_level: 'info',
      },
      endpoints: [{ name: 'calls', upstream: { url: ingress.url } }],
    });
  });

  it('gets its authtoken in a file that its user alone reads, and nowhere else', async () => {
    const { argv, env, files } = await puppets.nth(0);
    expect(files).toMatchObject([{ path: `${kit.folder}/ngrok.yml`, mode: 0o600 }]);
    expect(argv).toEqual(['start', '--config', `${kit.folder}/ngrok.yml`, 'calls']);
    expect(env).not.toHaveProperty('NGROK_AUTHTOKEN');
    expect(JSON.stringify(env)).not.toContain(authtoken);
  });

  it('is up when ngrok has started it, at the address that ngrok tells', async () => {
    const puppet = await puppets.nth(0);
    log(puppet, session);
    log(puppet, started);
    await kit.until('up');
    await expect.poll(() => kit.tunnel.state()).toMatchObject({ publicUrl, detail: null });
  });

  it('is down while the session is lost, and up again with it', async () => {
    const puppet = await puppets.nth(0);
    log(puppet, started);
    await kit.until('up');
    log(puppet, { lvl: 'eror', msg: 'session closed, starting reconnect loop', err: 'EOF' });
    await kit.until('down');
    log(puppet, session);
    expect((await kit.until('up')).restarts).toBe(0);
  });

  it('asks for the address that is set', async () => {
    await puppets.nth(0);
    kit.settings.tunnelPublicUrl = publicUrl;
    await kit.tunnel.restart();
    const { files } = await puppets.nth(1);
    expect(files[0]?.text).toContain(`"url": "${publicUrl}"`);
  });

  it('fails for good when ngrok does not know the authtoken, and does not repeat it', async () => {
    const puppet = await puppets.nth(0);
    log(puppet, {
      lvl: 'eror',
      msg: 'failed to reconnect session',
      err: `authentication failed: ${authtoken} is not an authtoken.\nERR_NGROK_105\r\n`,
    });
    const { detail } = await kit.until('failed');
    expect(detail).toBe(
      'ngrok does not take the authtoken (ERR_NGROK_105). Copy it again from the ngrok dashboard (ngrokAuthtoken).',
    );
    await puppet.gone;
  });
});

describe('what a tool writes is shown without secrets', () => {
  it('also when nobody knows what it means', async () => {
    const puppet = await puppets.nth(0);
    puppet.tell({ complain: `panic: config authtoken=${authtoken} at 0x1` });
    puppet.tell({ exit: 2 });
    expect((await kit.until('down')).detail).toMatch(
      /ngrok ended \(exit 2\)\. It last wrote: panic: config authtoken=\[secret\] at 0x1$/,
    );
    expect(JSON.stringify(kit.told)).not.toContain(authtoken);
  });
});
