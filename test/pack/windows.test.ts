import { existsSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { packedFor } from '../support/pack/packed.ts';
import { bootWindows, canRunWindows, makeMsi, type Windows } from '../support/pack/windows.ts';
import { removeFolder } from '../support/remove-folder.ts';

const icon = join(import.meta.dirname, '../../build/icons/icon.ico');

let folder: string;
let msi: string;
let windows: Windows;
let url: string;

const data = (): string => join(windows.drive, 'ProgramData/voice-phi-proxy');
const answers = (): Promise<boolean> =>
  fetch(`${url}/health`).then(
    (response) => response.ok,
    () => false,
  );
const stateOfService = async (): Promise<string | undefined> =>
  /STATE\s+: \d\s+(\w+)/.exec(await windows.cmd('sc query VoicePhiProxy'))?.[1];

beforeAll(async () => {
  if (!canRunWindows) return;
  folder = await mkdtemp(join(tmpdir(), 'msi-'));
  msi = await makeMsi(packedFor({ os: 'win', arch: 'x64' }).folder, icon, folder);
  windows = await bootWindows();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const policy = 'HKLM\\SOFTWARE\\Policies\\VoicePhiProxy';
  for (const [name, type, value] of [
    ['port', 'REG_DWORD', String(port)],
    ['ingressPort', 'REG_DWORD', String(await freePort())],
  ] as const)
    await windows.run('reg', 'add', policy, '/v', name, '/t', type, '/d', value, '/f');
  await windows.quiet();
});
afterAll(async () => {
  if (!canRunWindows) return;
  await windows?.close();
  await removeFolder(folder);
});

// Wine stands in for Windows: its service manager, its installer, its registry. It has no accounts and no access lists.
describe.skipIf(!canRunWindows)('the MSI, in Wine 9 or newer (wine, wixl, go)', () => {
  it('installs a service that starts automatically and serves', async () => {
    // Undone as a whole while the service manager of a Wine that just booted starts nothing.
    const install = () => windows.run('msiexec', '/i', `Z:${msi}`, '/qn');
    await vi.waitFor(async () => expect(await install()).toBe(0), 170_000);
    await vi.waitFor(async () => expect(await answers()).toBe(true), 170_000);
    expect(await stateOfService()).toBe('RUNNING');
  });

  it('opens its databases and its model, under the Node for Windows', async () => {
    expect((await readFile(join(data(), 'journal.db'))).subarray(0, 15).toString()).not.toBe(
      'SQLite format 3',
    );
    const health = await (await fetch(`${url}/health`)).json();
    expect(health).toMatchObject({ status: 'ok' });
  });

  it('ends its server when the service manager stops it', async () => {
    await windows.cmd('net stop VoicePhiProxy');
    const log = () => readFile(join(data(), 'logs/service.log'), 'utf8');
    // procrun itself lingers in Wine, after Node has ended.
    await expect.poll(log).toContain('the server is stopped');
    await expect.poll(answers).toBe(false);
  });

  it('is taken off with everything but the record of calls', async () => {
    expect(await windows.run('msiexec', '/x', `Z:${msi}`, '/qn')).toBe(0);
    const program = join(windows.drive, 'Program Files/Voice PHI Proxy');
    expect(existsSync(join(program, 'resources/product/main/service.js'))).toBe(false);
    expect(existsSync(join(data(), 'journal.db'))).toBe(true);
  });
});
