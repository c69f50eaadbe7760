import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../main/ipc/refusal.ts';
import { openSettings, type Settings } from '../../../../main/settings/open-settings.ts';
import { brokenLayer, emptyLayer, type Layer } from '../../../../main/settings/settings-layer.ts';
import { temporaryFolder } from '../../../support/desktop/custody-kit.ts';
import { office } from '../../../support/desktop/settings-kit.ts';

const layer = (values: Record<string, unknown>): Layer => ({ ok: true, values });
const viewOf = (settings: Settings, key: string) =>
  settings.views().find((view) => view.key === key);

describe("The machine's policy is above the user, the user above the preset, and that above the default", () => {
  it('a view has the value and its source', async () => {
    const { open } = await office({
      policy: layer({ logLevel: 'warn' }),
      preset: layer({ logLevel: 'debug', modelSmall: 'preset-model', modelLarge: 'preset-model' }),
    });
    const settings = await open();
    await settings.change({ modelSmall: 'mine' });
    expect(viewOf(settings, 'logLevel')).toMatchObject({
      value: 'warn',
      source: 'policy',
      locked: true,
    });
    expect(viewOf(settings, 'modelSmall')).toMatchObject({
      value: 'mine',
      source: 'user',
      locked: false,
    });
    expect(viewOf(settings, 'modelLarge')).toMatchObject({
      value: 'preset-model',
      source: 'preset',
    });
    expect(viewOf(settings, 'port')).toMatchObject({ value: 8787, source: 'default', isSet: true });
  });

  it('a reload applies a policy that came while the app runs', async () => {
    const place = await office();
    const settings = await place.open();
    await settings.change({ logLevel: 'debug' });
    let told = 0;
    settings.onChange(() => {
      told += 1;
    });
    place.policy = layer({ logLevel: 'error' });
    await settings.reload();
    expect(settings.value('logLevel')).toBe('error');
    expect(told).toBe(1);
  });

  it('a policy can unset a setting', async () => {
    const { open } = await office({
      policy: layer({ callsUrl: '' }),
      preset: layer({ callsUrl: 'https://calls.example.com' }),
    });
    const settings = await open();
    expect(settings.problems()).toEqual([]);
    expect(viewOf(settings, 'callsUrl')).toMatchObject({ isSet: false, locked: true });
  });
});

describe('An invalid policy stops calls and never falls back to a weaker value', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['a value of the wrong type', { port: '8787' }, 'port'],
    ['a value that is not offered', { tunnelProvider: 'carrier-pigeon' }, 'tunnelProvider'],
    ['an unknown name', { ingresPort: 9000 }, 'ingresPort'],
    ['a secret, which others could read', { upstreamApiKey: 'sk' }, 'upstreamApiKey'],
    ['nothing for a setting that must have a value', { host: '' }, 'host'],
  ])('calls are stopped for %s', async (_, values, path) => {
    const { open } = await office({
      policy: layer(values),
      preset: layer({ port: 9100, tunnelProvider: 'ssh', host: '127.0.0.2' }),
    });
    const settings = await open();
    expect(settings.problems().map((problem) => problem.path)).toEqual([path]);
    expect(() => settings.variables()).toThrow(Refusal);
    if (path in { port: 1, host: 1, tunnelProvider: 1 }) {
      expect(viewOf(settings, path)).toMatchObject({ value: null, locked: true, source: 'policy' });
    }
  });

  it('a problem says what is wanted and by which source, not what was given', async () => {
    const { open } = await office({ policy: layer({ port: 'sixty' }) });
    expect((await open()).problems()).toEqual([
      { path: 'port', message: "must be a whole number from 1 to 65535 (the machine's policy)" },
    ]);
  });

  it('an unreadable policy stops calls and locks every setting', async () => {
    const { open } = await office({ policy: brokenLayer('/etc/policies.json', 'is no JSON') });
    const settings = await open();
    expect(settings.problems()).toEqual([{ path: '/etc/policies.json', message: 'is no JSON' }]);
    expect(settings.views().every((view) => view.locked)).toBe(true);
    expect(await settings.change({ modelSmall: 'mine' })).toMatchObject({ ok: false });
    expect(await settings.change({ upstreamApiKey: 'sk' })).toMatchObject({ ok: false });
  });

  it('an invalid value of the user also overrides the preset until it is fixed', async () => {
    const place = await office({ preset: layer({ port: 9100 }) });
    await writeFile(place.userFile, JSON.stringify({ version: 1, values: { port: -1 } }));
    const settings = await place.open();
    expect(settings.problems()).toHaveLength(1);
    expect(settings.value('port')).toBeNull();
    expect(await settings.change({ port: 9200 })).toEqual({ ok: true });
    expect(settings.problems()).toEqual([]);
  });
});

describe('A wrong setting that has nothing to do with calls does not stop them', () => {
  it.each<[string, Record<string, unknown>, string, unknown]>([
    ['updates from a feed without an address', { updates: 'feed' }, 'updateFeedUrl', null],
    ['updates that are not offered', { updates: 'weekly' }, 'updates', 'off'],
    ['an address that is none', { updateFeedUrl: 'the server' }, 'updateFeedUrl', null],
    ['notifications that are no flag', { notifications: 'yes' }, 'notifications', true],
    ['a start at login that is no flag', { startAtLogin: 1 }, 'startAtLogin', true],
    ['wakefulness that is no flag', { keepAwake: 'on' }, 'keepAwake', true],
  ])(
    'the wrong setting is shown with its problem, and the default is in force: %s',
    async (_, values, key, value) => {
      const { open } = await office({ policy: layer(values) });
      const settings = await open();
      expect(settings.problems()).toEqual([]);
      expect(settings.variables()).toMatchObject({ SVC_PORT: '8787' });
      expect(viewOf(settings, key)).toMatchObject({
        value,
        problem: expect.stringMatching(/^(must|is)/),
      });
    },
  );

  it('a change to an invalid value is still refused', async () => {
    const settings = await (await office()).open();
    expect(await settings.change({ updates: 'feed' })).toMatchObject({
      ok: false,
      problems: [{ path: 'updateFeedUrl' }],
    });
  });

  it('a wrong value of service mode stops calls, because it decides which server serves them', async () => {
    const { open } = await office({ policy: layer({ serviceMode: 'yes' }) });
    const settings = await open();
    expect(settings.problems()).toMatchObject([{ path: 'serviceMode' }]);
    expect(viewOf(settings, 'port')).toMatchObject({ problem: null });
  });
});

describe('A change is applied completely or not at all', () => {
  it('a change is stored in a file that only the user can read', async () => {
    const place = await office();
    await (await place.open()).change({ port: 9000, partialDedup: true, modelSmall: ' small ' });
    expect((await stat(place.userFile)).mode & 0o777).toBe(0o600);
    const settings = await place.open();
    expect([
      settings.value('port'),
      settings.value('partialDedup'),
      settings.value('modelSmall'),
    ]).toEqual([9000, true, 'small']);
  });

  it.each<[string, Record<string, string | number | boolean | null>, string]>([
    ['one of its values will not do', { port: 9000, logLevel: 'loud' }, 'logLevel'],
    ['one of its settings is locked', { port: 9000, rateLimit: 'off' }, 'rateLimit'],
    ['it has an unknown name', { port: 9000, colour: 'red' }, 'colour'],
    ['its values contradict each other', { port: 9000, ingressPort: 9000 }, 'ingressPort'],
    [
      'it lacks what goes with it',
      { port: 9000, signInIssuer: 'https://id.example.com' },
      'signInClientId',
    ],
  ])('a change is refused when %s', async (_, changes, path) => {
    const { open } = await office({ policy: layer({ rateLimit: 'hosted' }) });
    const settings = await open();
    expect(await settings.change(changes)).toMatchObject({ ok: false, problems: [{ path }] });
    expect(settings.value('port')).toBe(8787);
    expect((await open()).value('port')).toBe(8787);
  });

  it("null removes the user's value, and the next layer applies", async () => {
    const { open } = await office({ preset: layer({ modelSmall: 'preset-model' }) });
    const settings = await open();
    await settings.change({ modelSmall: 'mine' });
    await settings.change({ modelSmall: null });
    expect(settings.value('modelSmall')).toBe('preset-model');
  });

  it('changes of two callers at the same time are both stored', async () => {
    const place = await office();
    const settings = await place.open();
    await Promise.all([settings.change({ modelSmall: 'a' }), settings.change({ modelLarge: 'b' })]);
    const again = await place.open();
    expect([again.value('modelSmall'), again.value('modelLarge')]).toEqual(['a', 'b']);
  });

  it('unknown settings of a later version stay in the file', async () => {
    const place = await office();
    await writeFile(place.userFile, JSON.stringify({ version: 1, values: { ofLater: 1 } }));
    const settings = await place.open();
    expect(settings.problems()).toEqual([]);
    await settings.change({ modelSmall: 'mine' });
    expect(JSON.parse(await readFile(place.userFile, 'utf8')).values).toEqual({
      ofLater: 1,
      modelSmall: 'mine',
    });
  });

  it('a damaged file is refused and not overwritten', async () => {
    const place = await office();
    await writeFile(place.userFile, '{"version":1');
    const settings = await place.open();
    expect(settings.problems()[0]?.message).toMatch(/damaged/);
    expect(await settings.change({ modelSmall: 'mine' })).toMatchObject({ ok: false });
    expect(await readFile(place.userFile, 'utf8')).toBe('{"version":1');
  });
});

describe('Secrets are in no view and in no settings file', () => {
  it('a view shows that a secret is set, and no variable holds it', async () => {
    const place = await office();
    const settings = await place.open();
    expect(await settings.change({ upstreamApiKey: 'sk-secret\n', modelSmall: 'm' })).toEqual({
      ok: true,
    });
    const view = viewOf(settings, 'upstreamApiKey');
    expect(view).toMatchObject({ type: 'secret', value: null, isSet: true, source: 'user' });
    expect(JSON.stringify(settings.variables())).not.toContain('sk-secret');
    expect(await readFile(place.userFile, 'utf8')).not.toContain('sk-secret');
    await settings.change({ upstreamApiKey: null });
    expect(viewOf(settings, 'upstreamApiKey')?.isSet).toBe(false);
  });

  it('nothing is stored if the custody refuses', async () => {
    const userFile = join(await temporaryFolder(), 'settings.json');
    const problems = [{ path: 'keys', message: 'The keychain is locked.' }];
    const settings = await openSettings({
      readPolicy: () => Promise.resolve(emptyLayer),
      readPreset: () => Promise.resolve(emptyLayer),
      userFile,
      defaults: {},
      secrets: {
        storedSecretNames: () => new Set(),
        store: () => Promise.resolve({ ok: false, problems }),
      },
    });
    const outcome = await settings.change({ upstreamApiKey: 'sk', modelSmall: 'mine' });
    expect(outcome).toEqual({ ok: false, problems });
    expect(settings.value('modelSmall')).toBeNull();
  });
});
