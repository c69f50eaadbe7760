import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeListener, startListener } from '../../../../support/desktop/ingress.ts';
import { type Puppets, startPuppets } from '../../../../support/desktop/puppets.ts';
import { openKit, type TunnelKit } from '../../../../support/desktop/tunnel-kit.ts';
import { freePort } from '../../../../support/free-port.ts';

let ingress: FakeListener;
let puppets: Puppets;
let kit: TunnelKit;

const command = (...args: readonly string[]): string =>
  JSON.stringify([`${puppets.folder}/gate`, ...args]);

beforeEach(async () => {
  ingress = await startListener('ingress');
  puppets = await startPuppets({ name: 'gate' });
  kit = await openKit({ ingressUrl: ingress.url, settings: { tunnelProvider: 'custom' } });
});
afterEach(async () => {
  await kit.close();
  await puppets.close();
  await ingress.close();
});

describe("a tunnel of the clinic's own", () => {
  it('gets its arguments unchanged, with placeholders replaced', async () => {
    kit.settings.customCommand = command(
      'to={ingress_url}',
      '{ingress_port}',
      '$(id) `id` "; | {other}',
      '{secret_file}',
    );
    kit.secrets.customSecret = 'the secret of the gate';
    await kit.tunnel.start();
    const { argv, env, files } = await puppets.nth(0);
    const path = `${kit.folder}/custom-secret`;
    expect(argv).toEqual([
      `to=${ingress.url}`,
      new URL(ingress.url).port,
      '$(id) `id` "; | {other}',
      path,
    ]);
    expect(files).toEqual([{ path, text: 'the secret of the gate', mode: 0o600 }]);
    expect(JSON.stringify(env)).not.toContain('the secret of the gate');
  });

  it('is up while it runs if it has no health address', async () => {
    kit.settings.customCommand = command();
    kit.settings.tunnelPublicUrl = 'https://calls.example.com';
    await kit.tunnel.start();
    await puppets.nth(0);
    expect((await kit.until('up')).publicUrl).toBe('https://calls.example.com');
  });

  it('is up while its health address answers 200', async () => {
    const port = await freePort();
    kit.settings.customCommand = command();
    kit.settings.customHealthUrl = `http://127.0.0.1:${port}/ready`;
    await kit.tunnel.start();
    const puppet = await puppets.nth(0);
    puppet.tell({ listen: port });
    puppet.tell({ answer: { path: '/ready', status: 200, body: '' } });
    await kit.until('up');
    puppet.tell({ answer: { path: '/ready', status: 500, body: '' } });
    await kit.until('down');
  });

  it.each<[string, () => void, RegExp]>([
    ['no command', () => {}, /^Set customCommand/],
    [
      'a program that is not there',
      () => (kit.settings.customCommand = '["/nowhere/gate"]'),
      /^\/nowhere\/gate was not found .* full path in customCommand\.$/,
    ],
    [
      'a secret that is missing',
      () => (kit.settings.customCommand = command('{secret_file}')),
      /^Set customSecret/,
    ],
    [
      'health of another machine',
      () => {
        kit.settings.customCommand = command();
        kit.settings.customHealthUrl = 'http://192.0.2.7/ready';
      },
      /^customHealthUrl must be an address of this machine/,
    ],
  ])('is not started with %s', async (_, make, words) => {
    make();
    await kit.tunnel.start();
    expect((await kit.until('failed')).detail).toMatch(words);
    expect(puppets.started).toEqual([]);
  });
});
