import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownAppliance } from '../../../../main/app/own-appliance.ts';
import { openLogFile } from '../../../../main/appliance/log-file.ts';
import { createServiceCustody } from '../../../../main/keys/service-custody.ts';
import { type RunOptions, runService } from '../../../../main/service/run-service.ts';
import { openSettings } from '../../../../main/settings/open-settings.ts';
import { secretVariables } from '../../../../main/settings/schema.ts';
import { emptyLayer } from '../../../../main/settings/settings-layer.ts';
import { exit } from '../../../../server/shared/exit-codes.ts';
import { scriptedServer } from '../../../support/desktop/supervised.ts';
import { removeFolder } from '../../../support/remove-folder.ts';

let folder: string;
let end: (() => Promise<unknown>) | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-run-'));
});
afterEach(async () => {
  await end?.();
  end = undefined;
  await removeFolder(folder);
});

/** A service whose server does as the first of `scripts` says, then as the next. */
async function started(...scripts: string[]) {
  const program = { node: process.execPath, entry: scriptedServer };
  const custody = createServiceCustody({
    dataFolder: folder,
    credentialsFolder: undefined,
    secretSettings: [],
    variables: secretVariables,
    machine: 'front-desk',
  });
  let policy: Record<string, unknown> = {};
  const settings = await openSettings({
    readPolicy: async () => ({ ok: true, values: policy }),
    readPreset: async () => emptyLayer,
    userFile: join(folder, 'settings.json'),
    defaults: { dataFolder: folder },
    secrets: custody,
  });
  const variables = () => ({
    ...settings.variables(),
    SVC_SCRIPT: (scripts.length > 1 ? scripts.shift() : scripts[0]) ?? 'serve',
  });
  const log = openLogFile({ folder, name: 'service' });
  const serverLog = openLogFile({ folder, name: 'server' });
  const parts = await ownAppliance({
    settings: { ...settings, variables },
    custody,
    dataDir: folder,
    program,
    log: serverLog,
    env: process.env,
    fetch,
    times: { firstPauseMs: 1, longestPauseMs: 1 },
  });
  const said: string[] = [];
  const told: string[] = [];
  const { promise: ended, resolve: stop } = Promise.withResolvers<void>();
  let reload = (): void => {};
  const options: RunOptions = {
    notifier: {
      ready: (status) => told.push(`ready: ${status}`),
      status: (status) => told.push(status),
      stopping: () => told.push('stopping'),
      close: () => told.push('closed'),
    },
    say: (line) => said.push(line),
    ended,
    onReload: (listener) => {
      reload = listener;
    },
  };
  const code = runService({ ...parts, program, log, close: log.close }, options);
  end = async () => {
    stop();
    await code;
    await Promise.all([log.close(), serverLog.close()]);
  };
  return {
    said,
    told,
    code,
    stop,
    reload: (values: Record<string, unknown>) => {
      policy = values;
      reload();
    },
  };
}

const serving = 'serving at http://127.0.0.1:8787';

describe('a service reports its state to people and to its manager', () => {
  it('start, service and stop are reported', async () => {
    const service = await started('serve');
    await expect.poll(() => service.said).toContain(serving);
    service.stop();
    expect(await service.code).toBe(exit.ok);
    expect(service.said).toEqual([
      'the server is starting',
      'no tunnel',
      serving,
      'the server is stopping',
      'the server is stopped',
    ]);
    expect(service.told).toEqual([
      'the server is starting',
      `ready: ${serving}`,
      'stopping',
      'the server is stopping',
      'the server is stopped',
      'closed',
    ]);
    await end?.();
    const log = await readFile(join(folder, 'service.log'), 'utf8');
    expect(
      log
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).msg),
    ).toEqual(service.said);
  });

  it('a server that keeps crashing is reported, and the service keeps trying', async () => {
    const service = await started('crash');
    const line =
      'the server crashed too often (exit 3): it will be tried again later; see server.log';
    await expect.poll(() => service.told).toContain(`ready: ${line}`);
    expect(service.said).toContain('the server crashed (exit 3) and restarts');
  });

  it('a server that is refused ends the service, which prints the problems', async () => {
    const service = await started('refuse');
    expect(await service.code).toBe(exit.badConfig);
    expect(service.said).toContain('the server cannot run with these settings: port: is taken');
  });
});

describe('a service reloads its settings on request', () => {
  it('the server restarts only if a setting of the server changed', async () => {
    const service = await started('serve');
    await expect.poll(() => service.said).toContain(serving);
    service.reload({ notifications: false });
    await expect.poll(() => service.said.at(-1)).toBe('settings reloaded; changed: notifications');
    service.reload({ notifications: false, logLevel: 'debug' });
    await expect.poll(() => service.said.filter((line) => line === serving)).toHaveLength(2);
    expect(service.said).toContain('settings reloaded; changed: logLevel');
    service.reload({ logLevel: 'loud' });
    expect(await service.code).toBe(exit.badConfig);
    expect(service.said).toContainEqual(expect.stringContaining('logLevel: must be one of'));
  });

  it('the service keeps its settings if they cannot be read', async () => {
    const service = await started('serve');
    await expect.poll(() => service.said).toContain(serving);
    await mkdir(join(folder, 'settings.json'));
    service.reload({ logLevel: 'debug' });
    await expect
      .poll(() => service.said.at(-1))
      .toBe('the settings could not be reloaded: the service keeps its current ones');
    service.stop();
    expect(await service.code).toBe(exit.ok);
  });
});
