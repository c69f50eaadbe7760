import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Custody } from '../../../../main/keys/custody.ts';
import { createServiceCustody } from '../../../../main/keys/service-custody.ts';
import {
  addKey,
  printSettings,
  restoreKeys,
  setSetting,
  writeRecoveryKit,
} from '../../../../main/service/administer.ts';
import { openSettings, type Settings } from '../../../../main/settings/open-settings.ts';
import { secretVariables } from '../../../../main/settings/schema.ts';
import { emptyLayer } from '../../../../main/settings/settings-layer.ts';
import { removeFolder } from '../../../support/remove-folder.ts';

let folder: string;
let service: { readonly settings: Settings; readonly custody: Custody };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-administer-'));
  service = await opened();
});
afterEach(() => removeFolder(folder));

async function opened() {
  const custody = createServiceCustody({
    dataFolder: folder,
    credentialsFolder: undefined,
    secretSettings: [],
    variables: secretVariables,
    machine: 'front-desk',
  });
  const settings = await openSettings({
    readPolicy: async () => ({ ok: true, values: { logLevel: 'warn' } }),
    readPreset: async () => emptyLayer,
    userFile: join(folder, 'settings.json'),
    defaults: { dataFolder: folder },
    secrets: custody,
  });
  return { settings, custody };
}

/** A terminal at which `typed` is typed. */
function terminal(typed = '') {
  const printed: string[] = [];
  const complaints: string[] = [];
  return {
    input: Readable.from([typed]),
    print: (line: string) => printed.push(line),
    complain: (line: string) => complaints.push(line),
    printed,
    complaints,
  };
}

describe('an administrator changes settings of the service', () => {
  it('a setting is set in its type and unset again', async () => {
    expect(await setSetting(service, ['port', '9443'], terminal())).toBe(0);
    expect(await setSetting(service, ['partialDedup', 'true'], terminal())).toBe(0);
    expect(await setSetting(service, ['sshPort', '8443'], terminal())).toBe(0);
    const { settings } = service;
    expect([settings.value('port'), settings.value('partialDedup')]).toEqual([9443, true]);
    expect(settings.value('sshPort')).toBe(8443);
    expect(await setSetting(service, ['port', undefined], terminal())).toBe(0);
    expect(settings.value('port')).toBe(8787);
  });

  it.each([
    ['port', 'many', 'port: must be a whole number from 1 to 65535'],
    ['colour', 'red', 'colour: is not a setting'],
    ['logLevel', 'debug', "logLevel: is set by this machine's policy"],
  ])('%s %s is refused', async (key, value, words) => {
    const at = terminal();
    expect(await setSetting(service, [key, value], at)).toBe(78);
    expect(at.complaints.join()).toContain(words);
  });

  it('a secret is read only from standard input and never printed', async () => {
    const at = terminal();
    expect(await setSetting(service, ['upstreamApiKey', 'sk-invented'], at)).toBe(64);
    expect(at.complaints.join()).not.toContain('sk-invented');
    expect(
      await setSetting(service, ['upstreamApiKey', undefined], terminal('sk-invented\n')),
    ).toBe(0);
    expect(await service.custody.secrets()).toMatchObject({ SVC_UPSTREAM_API_KEY: 'sk-invented' });
    const shown = terminal();
    await setSetting(service, ['port', '9443'], terminal());
    expect(await printSettings(service, shown)).toBe(0);
    expect(shown.printed).toEqual([
      'port = 9443 (user)',
      'logLevel = "warn" (policy)',
      'upstreamApiKey = (secret) (user)',
    ]);
  });
});

describe('an administrator manages the keys of the service', () => {
  it('a recovery kit is a file that only its owner can read, and in force once written', async () => {
    const file = join(folder, 'kit.html');
    expect(await writeRecoveryKit(service, file, terminal())).toBe(0);
    expect(await readFile(file, 'utf8')).toMatch(/^<!doctype html>/i);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const madeAt = service.custody.state().recoveryKitMadeAt;
    expect(madeAt).not.toBeNull();
    const again = terminal();
    expect(await writeRecoveryKit(service, file, again)).toBe(73);
    expect(again.complaints.join()).toContain('EEXIST');
    expect(service.custody.state().recoveryKitMadeAt).toBe(madeAt);
  });

  it('a masking key can be added for policies', async () => {
    const at = terminal();
    expect(await addKey(service, at)).toBe(0);
    const kid = /^new key (\S+):/.exec(at.printed.join())?.[1];
    expect(Object.keys(await (await opened()).custody.secrets())).toContain(`SVC_KEY_${kid}`);
  });

  it('text that is not a kit is refused', async () => {
    const at = terminal('these are not the words');
    expect(await restoreKeys(service, at)).toBe(78);
    expect(at.complaints).toHaveLength(1);
  });
});
