import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TunnelTimes } from '../../../../main/tunnel/tunnel-times.ts';
import { type FakeListener, startListener } from '../../../support/desktop/ingress.ts';
import { type Puppet, type Puppets, startPuppets } from '../../../support/desktop/puppets.ts';
import { openKit, type TunnelKit } from '../../../support/desktop/tunnel-kit.ts';
import { freePort } from '../../../support/free-port.ts';

let ingress: FakeListener;
let puppets: Puppets;
let kit: TunnelKit;
/** What stands between the public name and the listener. */
let way: (input: URL) => Promise<Response>;

const publicUrl = 'https://calls.example.com';

beforeEach(async () => {
  ingress = await startListener('ingress');
  puppets = await startPuppets({ name: 'gate' });
  way = (url) => fetch(new URL(url.pathname, ingress.url));
  await open();
});
afterEach(async () => {
  await kit.close();
  await puppets.close();
  await ingress.close();
});

async function open(times: Partial<TunnelTimes> = {}): Promise<void> {
  await kit?.close();
  kit = await openKit({
    ingressUrl: ingress.url,
    settings: {
      tunnelProvider: 'custom',
      tunnelPublicUrl: publicUrl,
      customCommand: JSON.stringify([`${puppets.folder}/gate`, '{ingress_url}']),
    },
    fetch: async (input) => await way(new URL(String(input))),
    times,
  });
}

async function isUp(start = 0): Promise<Puppet> {
  await kit.tunnel.start();
  const puppet = await puppets.nth(start);
  await kit.until('up');
  return puppet;
}

describe('a tunnel exposes only the ingress listener (design D41)', () => {
  it('no tool is started before the server has an ingress listener', async () => {
    kit.ingressUrl = null;
    await kit.tunnel.start();
    expect((await kit.until('down')).detail).toMatch(/^The server has no listener for calls/);
    expect(puppets.started).toEqual([]);
    kit.ingressUrl = ingress.url;
    expect((await isUp()).argv).toEqual([ingress.url]);
  });

  it('no tool is started for a listener that serves the portal', async () => {
    const management = await startListener('management');
    kit.ingressUrl = management.url;
    await kit.tunnel.start();
    expect((await kit.until('failed')).detail).toMatch(/^The portal answers at .*SVC_INGRESS/);
    expect(puppets.started).toEqual([]);
    await management.close();
  });

  it.each([
    ['another machine', async () => 'http://192.0.2.7:8788', /is not on this machine/],
    [
      'a port without a listener',
      async () => `http://127.0.0.1:${await freePort()}`,
      /The server does not answer at .*starts when it does/,
    ],
  ])('no tool is started for %s', async (_, address, words) => {
    kit.ingressUrl = await address();
    await kit.tunnel.start();
    expect((await kit.until('down')).detail).toMatch(words);
    expect(puppets.started).toEqual([]);
  });

  it('the tunnel follows a server that listens elsewhere after a restart', async () => {
    await isUp();
    const other = await startListener('ingress');
    kit.ingressUrl = other.url;
    expect((await puppets.nth(1)).argv).toEqual([other.url]);
    await kit.until('up');
    await kit.tunnel.stop();
    await other.close();
  });
});

describe('a tool that ends is restarted', () => {
  it('a tool that was up restarts soon, and restarts are counted', async () => {
    (await isUp()).tell({ exit: 3 });
    expect((await kit.until('restarting')).detail).toMatch(/gate ended \(exit 3\)\.$/);
    await puppets.nth(1);
    expect(await kit.until('up')).toMatchObject({ restarts: 1, detail: null, provider: 'custom' });
  });

  it('a killed tool is restarted', async () => {
    process.kill((await isUp()).pid, 'SIGKILL');
    expect((await kit.until('restarting')).detail).toMatch(/ended \(SIGKILL\)/);
    await puppets.nth(1);
    await kit.until('up');
  });

  it('a tunnel that never came up is down', async () => {
    kit.settings.customHealthUrl = `http://127.0.0.1:${await freePort()}/`;
    await kit.tunnel.start();
    (await puppets.nth(0)).tell({ exit: 1 });
    await kit.until('down');
    (await puppets.nth(1)).tell({ exit: 1 });
    await puppets.nth(2);
    await expect.poll(() => kit.tunnel.state()).toMatchObject({ phase: 'down', restarts: 2 });
  });

  it('a tool that hangs is ended and restarted', async () => {
    await open({ hungMs: 1_000 });
    kit.settings.customHealthUrl = `http://127.0.0.1:${await freePort()}/`;
    await kit.tunnel.start();
    const hung = await puppets.nth(0);
    hung.tell({ ignoreTerm: true });
    await hung.gone;
    expect((await kit.until('down')).detail).toBe('The tunnel did not come up in time.');
    await puppets.nth(1);
  });
});

describe('stopping', () => {
  it('stopping ends the tool and leaves nothing behind', async () => {
    const puppet = await isUp();
    await kit.tunnel.stop();
    await puppet.gone;
    expect(kit.tunnel.state()).toMatchObject({ phase: 'off', publicUrl: null, detail: null });
    expect(kit.told.map(({ phase }) => phase).slice(-2)).toEqual(['stopping', 'off']);
  });

  it('stopping kills a tool that ignores SIGTERM', async () => {
    await open({ stopMs: 100 });
    const puppet = await isUp();
    puppet.tell({ ignoreTerm: true });
    await kit.tunnel.stop();
    await puppet.gone;
  });

  it('stopping also ends a tool without a process record', async () => {
    kit.ingressUrl = null;
    await kit.tunnel.start();
    await kit.until('down');
    await mkdir(join(kit.folder, 'child.json'));
    kit.ingressUrl = ingress.url;
    const puppet = await isUp();
    await kit.tunnel.stop();
    await puppet.gone;
    expect(kit.tunnel.state().phase).toBe('off');
  });

  it('stopping also ends children of a script', async () => {
    const script = `'${puppets.folder}/gate' & wait`;
    kit.settings.customCommand = JSON.stringify(['/bin/sh', '-c', script]);
    const puppet = await isUp();
    await kit.tunnel.stop();
    await puppet.gone;
  });

  it('stopping does not wait for the pause before a restart', async () => {
    await open({ pauseMs: 3_600_000, longestPauseMs: 3_600_000 });
    (await isUp()).tell({ exit: 1 });
    await kit.until('restarting');
    await kit.tunnel.stop();
    expect(kit.tunnel.state().phase).toBe('off');
  });
});

describe('starting', () => {
  it('starting does nothing without a provider', async () => {
    kit.settings.tunnelProvider = 'none';
    await kit.tunnel.start();
    expect(kit.tunnel.state()).toMatchObject({ provider: 'none', phase: 'off' });
  });

  it('starting twice starts one tool', async () => {
    await Promise.all([kit.tunnel.start(), kit.tunnel.start()]);
    await kit.until('up');
    await puppets.nth(0);
    await kit.tunnel.stop();
    expect(puppets.started).toHaveLength(1);
  });

  it('a wake of the machine ends the pause before a restart', async () => {
    await open({ pauseMs: 3_600_000, longestPauseMs: 3_600_000 });
    (await isUp()).tell({ exit: 1 });
    await kit.until('restarting');
    kit.tunnel.resumed();
    await puppets.nth(1);
    await kit.until('up');
  });

  it('a restart applies changed settings, also after a failure', async () => {
    const right = kit.settings.customCommand;
    delete kit.settings.customCommand;
    await kit.tunnel.start();
    await kit.until('failed');
    if (right !== undefined) kit.settings.customCommand = right;
    await kit.tunnel.restart();
    await kit.until('up');
  });
});

describe('the public address is checked from outside', () => {
  const seen = async (): Promise<void> => {
    const look = vi.fn(way);
    way = look;
    await isUp();
    await expect.poll(() => look.mock.results.length).toBeGreaterThan(1);
  };
  const lost = async (): Promise<Response> => new Response('no such tunnel', { status: 530 });

  it('the tunnel is down while its public address stops answering', async () => {
    const right = way;
    await seen();
    way = lost;
    expect((await kit.until('down')).detail).toMatch(
      /^The tunnel is connected, but https:\/\/calls\.example\.com\/health no longer answers from outside/,
    );
    way = right;
    expect((await kit.until('up')).restarts).toBe(0);
  });

  it('the tunnel is down while its public address leads to another server', async () => {
    await seen();
    way = async () => Response.json({ status: 'ok', version: '9.9.9' });
    await kit.until('down');
  });

  it('a public address that this machine never reached is mentioned, and the tunnel stays up', async () => {
    way = async () => {
      throw new TypeError('fetch failed');
    };
    await isUp();
    await expect
      .poll(() => kit.tunnel.state().detail)
      .toMatch(/^The tunnel is connected\. .* could not be reached from this machine/);
    expect(kit.tunnel.state().phase).toBe('up');
  });

  it('a server that serves no calls still counts as reached', async () => {
    await seen();
    ingress.impaired = true;
    const looks = vi.fn(way);
    way = looks;
    await expect.poll(() => looks.mock.results.length).toBeGreaterThan(4);
    expect(kit.tunnel.state()).toMatchObject({ phase: 'up', detail: null });
  });
});
