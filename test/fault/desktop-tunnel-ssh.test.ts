import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallsService, startCallsService } from '../support/desktop/calls-service.ts';
import { type Sshd, sshdBinary, startSshd } from '../support/desktop/sshd.ts';
import { openKit, type TunnelKit } from '../support/desktop/tunnel-kit.ts';
import { freePort } from '../support/free-port.ts';
import { chunk, contentOf, event, finish } from '../support/sse-kit.ts';
import { reading } from '../support/stream-reader.ts';

const number = '202-555-0143';

let sshd: Sshd;
let service: CallsService;
let kit: TunnelKit;
let publicUrl: string;

if (sshdBinary === null)
  process.stderr.write('no sshd on this machine: the SSH tunnel is not tested (openssh-server)\n');

describe.skipIf(sshdBinary === null)('an SSH tunnel through a real SSH server', () => {
  beforeAll(async () => {
    sshd = await startSshd(sshdBinary ?? '');
    service = await startCallsService();
    const remotePort = await freePort();
    publicUrl = `http://127.0.0.1:${remotePort}`;
    kit = await openKit({
      ingressUrl: service.ingressUrl,
      settings: {
        tunnelProvider: 'ssh',
        tunnelPublicUrl: publicUrl,
        sshDestination: sshd.destination,
        sshPort: sshd.port,
        sshKeyFile: sshd.keyFile,
        sshKnownHostsFile: sshd.knownHostsFile,
        sshRemotePort: remotePort,
      },
    });
    await kit.tunnel.start();
    await kit.until('up');
  });
  afterAll(async () => {
    await kit?.close();
    await service?.close();
    await sshd?.close();
  });

  it('brings a signed call in and its reply out as it is spoken, masked for the provider', async () => {
    const goOn = Promise.withResolvers<void>();
    service.upstream.script = async (seen, response) => {
      const token = /TOK1\.\S+/.exec(seen.raw)?.[0].replace(/".*/, '') ?? '';
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event(chunk({ role: 'assistant', content: 'Calling ' })));
      await goOn.promise;
      response.end(`${event(chunk({ content: token }))}${finish}data: [DONE]\n\n`);
    };
    const response = await service.call(publicUrl, `My number is ${number}`);
    expect(response.status).toBe(200);
    const reader = reading(response);
    await reader.until((text) => contentOf(text) === 'Calling ');
    goOn.resolve();
    expect(contentOf(await reader.rest())).toBe(`Calling ${number}`);
    expect(service.upstream.seen.at(-1)?.raw).not.toContain(number);
  });

  it('exposes calls and health, but not the portal (design D41)', async () => {
    const status = async (path: string): Promise<number> =>
      (await fetch(`${publicUrl}${path}`, { redirect: 'manual' })).status;
    expect(await status('/health')).toBe(200);
    for (const path of ['/', '/portal', '/api/v1/me', '/api/v1/auth/idp', '/idp', '/metrics'])
      expect(await status(path), path).toBe(404);
  });

  it('reports its public address', () => {
    expect(kit.tunnel.state()).toMatchObject({
      provider: 'ssh',
      phase: 'up',
      publicUrl,
      restarts: 0,
      detail: null,
    });
  });

  it('is down while the SSH server is away, and up when it is back', async () => {
    await sshd.kill();
    const down = await kit.until('down');
    expect(down.detail).toBe('The SSH server cannot be reached (Connection refused).');
    await sshd.start();
    const up = await kit.until('up');
    expect(up).toMatchObject({ detail: null, publicUrl });
    expect(up.restarts).toBeGreaterThan(0);
    await expect.poll(async () => (await fetch(`${publicUrl}/health`)).status).toBe(200);
  });

  it('keeps trying while the server does not accept its key, and says where to add the key', async () => {
    await sshd.allow(false);
    await sshd.kill();
    await sshd.start();
    await expect
      .poll(() => kit.tunnel.state())
      .toMatchObject({
        phase: 'down',
        detail:
          "The SSH server does not accept the key. Add its public half to that user's authorized_keys on the server.",
      });
    await sshd.allow(true);
    await kit.until('up');
  });

  it('refuses a server that shows another host key, and does not try again', async () => {
    await sshd.kill();
    await sshd.changeHostKey();
    await sshd.start();
    const failed = await kit.until('failed');
    expect(failed.detail).toMatch(
      /^The SSH server shows another host key than before: .* Nothing was sent to it\. .*sshKnownHostsFile/,
    );
    const told = kit.told.length;
    await expect(fetch(`${publicUrl}/health`)).rejects.toThrow();
    expect(kit.told).toHaveLength(told);
  });
});
