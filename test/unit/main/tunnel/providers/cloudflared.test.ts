import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TunnelTimes } from '../../../../../main/tunnel/tunnel-times.ts';
import { type FakeListener, startListener } from '../../../../support/desktop/ingress.ts';
import { type Puppet, type Puppets, startPuppets } from '../../../../support/desktop/puppets.ts';
import { openKit, type TunnelKit } from '../../../../support/desktop/tunnel-kit.ts';

const parts = { a: 'account', t: 'tunnel', s: 'c2VjcmV0IG9mIHRoZSB0dW5uZWw=' };
const token = Buffer.from(JSON.stringify(parts)).toString('base64');

let ingress: FakeListener;
let puppets: Puppets;
let kit: TunnelKit;

beforeEach(async () => {
  ingress = await startListener('ingress');
  puppets = await startPuppets({
    name: 'cloudflared',
    version: ['--version', 'cloudflared version 2026.8.2 (built 2026-08-14-1000 UTC)'],
  });
  await reopen();
});
afterEach(async () => {
  await kit.close();
  await puppets.close();
  await ingress.close();
});

async function reopen(times: Partial<TunnelTimes> = {}): Promise<void> {
  await kit?.close();
  kit = await openKit({
    ingressUrl: ingress.url,
    settings: { tunnelProvider: 'cloudflared' },
    secrets: { cloudflaredToken: token },
    environment: {
      PATH: puppets.folder,
      TUNNEL_TOKEN: 'of somebody else',
      SVC_MASTER_KEY: 'never to be seen',
    },
    times,
    // The public name leads to the listener, as Cloudflare would.
    fetch: (input, init) =>
      fetch(String(input).replace('https://calls.example.com', ingress.url), init),
  });
}

/** Sets up at Cloudflare what the tunnel gives out. */
function setUp(puppet: Puppet, services: readonly string[]): void {
  const rules = services.map((service, at) => ({
    hostname: at === services.length - 1 ? '' : 'calls.example.com',
    path: null,
    service,
    originRequest: {},
  }));
  const config = JSON.stringify({ version: 3, config: { ingress: rules, 'warp-routing': {} } });
  puppet.tell({ answer: { path: '/config', status: 200, body: config } });
}

async function connected(services = [ingress.url, 'http_status:404']): Promise<Puppet> {
  await kit.tunnel.start();
  const puppet = await puppets.nth(kit.tunnel.state().restarts);
  setUp(puppet, services);
  puppet.tell({ answer: { path: '/ready', status: 200, body: '{"status":200}' } });
  puppet.tell({ listen: Number(puppet.argv[puppet.argv.indexOf('--metrics') + 1]?.split(':')[1]) });
  return puppet;
}

describe('a tunnel of Cloudflare', () => {
  it('is up when cloudflared is ready, at the host name configured at Cloudflare', async () => {
    await connected();
    const { publicUrl, detail } = await kit.until('up');
    expect([publicUrl, detail]).toEqual(['https://calls.example.com', null]);
  });

  it('is down while cloudflared has no connection', async () => {
    const puppet = await connected();
    await kit.until('up');
    puppet.tell({ complain: 'ERR Unable to establish connection with Cloudflare edge error="x"' });
    puppet.tell({ answer: { path: '/ready', status: 503, body: '{"status":503}' } });
    await kit.until('down');
    puppet.tell({ answer: { path: '/ready', status: 200, body: '{"status":200}' } });
    expect((await kit.until('up')).restarts).toBe(0);
  });

  it('gets its token in a file that only its user can read and that is removed once it is up', async () => {
    const { argv, env, files } = await connected();
    const named = files.find(({ path }) => path === env['TUNNEL_TOKEN_FILE']);
    expect(named).toMatchObject({ text: `${token}\n`, mode: 0o600 });
    expect(JSON.stringify([argv, env])).not.toContain(token);
    await kit.until('up');
    await expect.poll(() => existsSync(named?.path ?? '')).toBe(false);
  });

  it("starts without updates, diagnostics and the user's own configuration", async () => {
    const { argv, env, files } = await connected();
    expect(argv).toEqual([
      'tunnel',
      '--config',
      `${kit.folder}/cloudflared.yml`,
      '--no-autoupdate',
      '--metrics',
      expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      '--management-diagnostics=false',
      '--grace-period',
      '5s',
      'run',
    ]);
    expect(Object.keys(env).sort()).toEqual(expect.not.arrayContaining(['TUNNEL_TOKEN']));
    expect(env).not.toHaveProperty('SVC_MASTER_KEY');
    expect(files[0]?.text).toBe('no-autoupdate: true\n');
  });
});

describe('cloudflared exposes only the ingress listener (design D41)', () => {
  it.each([
    ['http://localhost:8787'],
    // Whatever the caller asks for.
    ['bastion'],
  ])('the app stops cloudflared that is configured to expose %s', async (service) => {
    const puppet = await connected([ingress.url, service, 'http_status:404']);
    const failed = await kit.until('failed');
    expect(failed.detail).toContain(`expose ${service}.`);
    expect(failed.detail).toContain(ingress.url);
    await puppet.gone;
  });

  it('a change at Cloudflare that exposes more stops the tunnel immediately', async () => {
    const slow = { probeMs: 60_000 };
    await reopen(slow);
    const puppet = await connected();
    await kit.until('up');
    setUp(puppet, ['http://192.0.2.7', 'http_status:404']);
    puppet.tell({ complain: 'INF Updated to new configuration config="..." version=4' });
    await kit.until('failed');
    await puppet.gone;
  });

  it('a tunnel without a host name at Cloudflare is not up', async () => {
    await connected(['http_status:404']);
    await expect
      .poll(() => kit.tunnel.state().detail)
      .toMatch(/no public hostname that leads to .* Add one/);
    expect(kit.tunnel.state().phase).toBe('starting');
  });
});

describe('an unusable token', () => {
  it.each([
    [undefined, /^Set cloudflaredToken/],
    ['eyJhIjoiYWNjb3VudCJ9', /^cloudflaredToken is not a tunnel token/],
  ])('is reported before the tool is started', async (secret, words) => {
    if (secret === undefined) delete kit.secrets.cloudflaredToken;
    else kit.secrets.cloudflaredToken = secret;
    await kit.tunnel.start();
    expect((await kit.until('failed')).detail).toMatch(words);
    expect(puppets.started).toEqual([]);
  });

  it('is reported when Cloudflare refuses it, and tried again', async () => {
    await kit.tunnel.start();
    const puppet = await puppets.nth(0);
    puppet.tell({
      complain: 'ERR Register tunnel error error="Unauthorized: Invalid tunnel secret"',
    });
    puppet.tell({ exit: 1 });
    expect((await kit.until('down')).detail).toMatch(/^Cloudflare refuses the token/);
    await puppets.nth(1);
  });
});
