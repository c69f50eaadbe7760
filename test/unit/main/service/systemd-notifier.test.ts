import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceFolders } from '../../../../main/service/open-service.ts';
import { createSystemdNotifier } from '../../../../main/service/systemd-notifier.ts';
import { removeFolder } from '../../../support/remove-folder.ts';

describe('a service manager that asks for notifications', () => {
  let folder: string;
  const { PATH } = process.env;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-notify-'));
    const script = `#!/bin/sh\necho "$@" >> ${join(folder, 'told')}\n`;
    await writeFile(join(folder, 'systemd-notify'), script, { mode: 0o755 });
    process.env['PATH'] = `${folder}${delimiter}${PATH}`;
  });
  afterEach(async () => {
    process.env['PATH'] = PATH;
    await removeFolder(folder);
  });

  const told = () => readFile(join(folder, 'told'), 'utf8').catch(() => '');

  it('gets notifications in order', async () => {
    const manager = createSystemdNotifier({ NOTIFY_SOCKET: '/run/systemd/notify' });
    manager.ready('serving');
    manager.status('serving no calls');
    manager.stopping();
    await expect.poll(told).toBe('READY=1 STATUS=serving\nSTATUS=serving no calls\nSTOPPING=1\n');
    manager.close();
  });

  it('gets keep-alive notifications if it has a watchdog', async () => {
    const manager = createSystemdNotifier({ NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '20000' });
    await expect.poll(told).toMatch(/^(WATCHDOG=1\n){2,}/);
    manager.close();
  });

  it('a manager that does not ask gets no notification', async () => {
    const manager = createSystemdNotifier({ WATCHDOG_USEC: '1000' });
    manager.ready('serving');
    manager.close();
    expect(await told()).toBe('');
  });
});

describe('a service uses the folders of its system', () => {
  it.each([
    ['linux', {}, '/var/lib/voice-phi-proxy', '/var/log/voice-phi-proxy'],
    [
      'linux',
      { STATE_DIRECTORY: '/srv/a:/srv/b', LOGS_DIRECTORY: '' },
      '/srv/a',
      '/var/log/voice-phi-proxy',
    ],
    [
      'darwin',
      {},
      '/Library/Application Support/voice-phi-proxy/service',
      '/Library/Logs/voice-phi-proxy',
    ],
    [
      'win32',
      { ProgramData: 'D:\\Data' },
      'D:\\Data\\voice-phi-proxy',
      'D:\\Data\\voice-phi-proxy\\logs',
    ],
  ] as const)('%s %o', (platform, env, state, logs) => {
    expect(serviceFolders(platform, env)).toEqual({ state, logs });
  });
});
