import { describe, expect, it } from 'vitest';
import type { SettingView } from '../../../../main/ipc/schema.ts';
import { settingKeys } from '../../../../main/settings/schema.ts';
import { settingChoicesOf } from '../../../../main/settings/setting-view.ts';
import {
  canReset,
  changesOf,
  relevantSettings,
  shownValue,
} from '../../../../renderer/lib/setting-changes.ts';
import { desktopStrings } from '../../../../renderer/ui/strings.ts';

const setting = (key: string, more: Partial<SettingView> = {}): SettingView => ({
  key,
  group: 'service',
  title: key,
  description: '',
  type: 'string',
  choices: [],
  value: null,
  isSet: false,
  source: 'default',
  locked: false,
  restart: 'server',
  problem: null,
  ...more,
});
const port = setting('port', { type: 'integer', value: 8787, isSet: true });
const ownPort: SettingView = { ...port, value: 9000, source: 'user' };
const secret = setting('apiKey', { type: 'secret' });
const keptSecret: SettingView = { ...secret, isSet: true, source: 'user' };

describe('changes of a draft of settings', () => {
  it.each([
    ['a number, typed as text', port, '9001', { port: 9001 }],
    ['the same number', port, ' 8787 ', {}],
    ['text for a number, which the app refuses', port, 'many', { port: 'many' }],
    ['an emptied value of the user, which is reset', ownPort, '', { port: null }],
    ['a value of the user that is reset', ownPort, null, { port: null }],
    ['an emptied default, which cannot be reset', port, '', {}],
    ['a setting that the organization manages', { ...port, locked: true }, '9001', {}],
    [
      'a switch',
      setting('on', { type: 'boolean', value: true, isSet: true }),
      false,
      { on: false },
    ],
    ['a secret', secret, 'invented', { apiKey: 'invented' }],
    ['an untyped secret', keptSecret, undefined, {}],
    ['a secret that is removed', keptSecret, null, { apiKey: null }],
    ['a secret that is removed, but none is stored', secret, null, {}],
  ] as const)('a draft sends the right change for %s', (_what, view, drafted, changes) => {
    const draft = drafted === undefined ? {} : { [view.key]: drafted };
    expect(changesOf([view], draft)).toEqual(changes);
  });

  it('a draft drops unknown settings', () => {
    expect(changesOf([port], { gone: 'x' })).toEqual({});
  });
});

describe('the value in a control', () => {
  it('a control shows the current value until the user edits it', () => {
    expect(shownValue(port, {})).toBe('8787');
    expect(shownValue(port, { port: '90' })).toBe('90');
    expect(shownValue(setting('on', { value: false }), {})).toBe(false);
  });

  it('a control shows only the typed text of a secret', () => {
    expect(shownValue(keptSecret, {})).toBe('');
    expect(shownValue(keptSecret, { apiKey: 'inv' })).toBe('inv');
  });
});

describe('resetting a value', () => {
  it('the user can reset only their own values that are not locked', () => {
    expect(canReset(ownPort)).toBe(true);
    expect(canReset(port)).toBe(false);
    expect(canReset({ ...ownPort, locked: true })).toBe(false);
    expect(canReset({ ...port, source: 'preset' })).toBe(false);
  });
});

describe('settings of tunnel providers', () => {
  const tunnel = { group: 'tunnel' } as const;
  const provider = setting('tunnelProvider', { ...tunnel, type: 'choice', value: 'none' });
  const all = [
    port,
    provider,
    setting('tunnelPublicUrl', tunnel),
    setting('cloudflaredToken', tunnel),
    setting('sshPort', tunnel),
  ];
  const shown = (draft: Record<string, string>) =>
    relevantSettings(all, draft).map(({ key }) => key);

  it('without a provider, no provider settings are shown', () => {
    expect(shown({})).toEqual(['port', 'tunnelProvider']);
  });

  it('choosing a provider shows its settings before saving', () => {
    expect(shown({ tunnelProvider: 'ssh' })).toEqual([
      'port',
      'tunnelProvider',
      'tunnelPublicUrl',
      'sshPort',
    ]);
  });

  it('without a provider setting, all settings are shown', () => {
    expect(relevantSettings([port], {})).toEqual([port]);
  });
});

describe('the choices of a setting', () => {
  it('each has words of its own, so that no code is shown', () => {
    const choices = new Set(settingKeys.flatMap(settingChoicesOf));
    const { choices: words } = desktopStrings.settings;
    expect([...choices].filter((name) => (words[name] ?? name) === name)).toEqual([]);
    expect(choices).toEqual(new Set(Object.keys(words)));
  });
});
