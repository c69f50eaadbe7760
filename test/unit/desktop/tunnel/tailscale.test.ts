import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeListener, startListener } from '../../../support/desktop/ingress.ts';
import { type Puppets, startPuppets } from '../../../support/desktop/puppets.ts';
import { openKit, type TunnelKit } from '../../../support/desktop/tunnel-kit.ts';

const offer = 'Available on the internet:\n\nhttps://desk.example.ts.net/\n|-- proxy http://…\n';

let ingress: FakeListener;
let puppets: Puppets;
let kit: TunnelKit;
let status: object;

beforeEach(async () => {
  status = { BackendState: 'Running', Self: { DNSName: 'desk.example.ts.net.' } };
  ingress = await startListener('ingress');
  puppets = await startPuppets({
    name: 'tailscale',
    version: ['version', '1.92.1'],
    answer: ([command]) => (command === 'status' ? JSON.stringify(status) : null),
  });
  kit = await openKit({
    ingressUrl: ingress.url,
    settings: { tunnelProvider: 'tailscale' },
    environment: { PATH: puppets.folder },
    fetch: (input, init) =>
      fetch(String(input).replace(/^https:\/\/desk\.example\.ts\.net(:8443)?/, ingress.url), init),
  });
});
afterEach(async () => {
  await kit.close();
  await puppets.close();
  await ingress.close();
});

describe('a tunnel of Tailscale', () => {
  it('is Funnel in the foreground, so that it ends with its process, and asks nothing', async () => {
    await kit.tunnel.start();
    const { argv } = await puppets.nth(0);
    expect(argv).toEqual(['funnel', '--yes', '--https=443', ingress.url]);
  });

  it('is up when Funnel offers it, at the name of this machine', async () => {
    kit.settings.tailscalePort = '8443';
    await kit.tunnel.start();
    (await puppets.nth(0)).tell({ print: offer });
    expect((await kit.until('up')).publicUrl).toBe('https://desk.example.ts.net:8443');
  });

  it('is down while Tailscale is switched off or signed out, and says what to do', async () => {
    await kit.tunnel.start();
    (await puppets.nth(0)).tell({ print: offer });
    await kit.until('up');
    status = { ...status, BackendState: 'Stopped' };
    expect((await kit.until('down')).detail).toMatch(/switched off .* tailscale up$/);
    status = { ...status, BackendState: 'Running' };
    await kit.until('up');
  });

  it('says where Funnel is allowed while the tailnet does not allow it', async () => {
    await kit.tunnel.start();
    const url = 'https://login.tailscale.com/f/funnel?node=n1';
    (await puppets.nth(0)).tell({
      complain: `Funnel is not enabled on your tailnet.\nTo enable, visit:\n\n         ${url}\n`,
    });
    await expect
      .poll(() => kit.tunnel.state().detail)
      .toBe(
        `Funnel is not allowed for this machine yet. An admin of the tailnet allows it at ${url}`,
      );
    expect(kit.tunnel.state().phase).toBe('starting');
  });
});
