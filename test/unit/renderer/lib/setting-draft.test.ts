import { describe, expect, it } from 'vitest';
import type { SettingView } from '../../../../main/ipc/schema.ts';
import {
  canReset,
  changesOf,
  relevantSettings,
  shownValue,
} from '../../../../renderer/lib/setting-changes.ts';

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

describe('A draft of settings changes what differs from what is in force', () => {
  it.each([
    ['a number, typed as text', port, '9001', { port: 9001 }],
    ['the same number', port, ' 8787 ', {}],
    ['what is no number, for the app to say so', port, 'many', { port: 'many' }],
    ['an emptied value of the user, which is taken back', ownPort, '', { port: null }],
    ['a value of the user that is taken back', ownPort, null, { port: null }],
    ['an emptied default, which there is nothing to take back of', port, '', {}],
    ['what the organisation decides', { ...port, locked: true }, '9001', {}],
    [
      'a switch',
      setting('on', { type: 'boolean', value: true, isSet: true }),
      false,
      { on: false },
    ],
    ['a secret', secret, 'invented', { apiKey: 'invented' }],
    ['an untyped secret', keptSecret, undefined, {}],
    ['a secret that is removed', keptSecret, null, { apiKey: null }],
    ['a secret that is removed where none is kept', secret, null, {}],
  ] as const)('%s', (_what, view, drafted, changes) => {
    const draft = drafted === undefined ? {} : { [view.key]: drafted };
    expect(changesOf([view], draft)).toEqual(changes);
  });

  it('and leaves out what is no setting of this app', () => {
    expect(changesOf([port], { gone: 'x' })).toEqual({});
  });
});

describe('A control shows', () => {
  it('what is in force, until something is drafted', () => {
    expect(shownValue(port, {})).toBe('8787');
    expect(shownValue(port, { port: '90' })).toBe('90');
    expect(shownValue(setting('on', { value: false }), {})).toBe(false);
  });

  it('nothing of a secret but what is being typed', () => {
    expect(shownValue(keptSecret, {})).toBe('');
    expect(shownValue(keptSecret, { apiKey: 'inv' })).toBe('inv');
  });
});

describe('A value can be taken back', () => {
  it('where the user set it and nobody else decides', () => {
    expect(canReset(ownPort)).toBe(true);
    expect(canReset(port)).toBe(false);
    expect(canReset({ ...ownPort, locked: true })).toBe(false);
    expect(canReset({ ...port, source: 'preset' })).toBe(false);
  });
});

describe('Of the settings of tunnels, those of the chosen provider are shown', () => {
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

  it('none while none is chosen', () => {
    expect(shown({})).toEqual(['port', 'tunnelProvider']);
  });

  it('as soon as it is, before anything is saved', () => {
    expect(shown({ tunnelProvider: 'ssh' })).toEqual([
      'port',
      'tunnelProvider',
      'tunnelPublicUrl',
      'sshPort',
    ]);
  });

  it('and others where nobody chooses tunnels', () => {
    expect(relevantSettings([port], {})).toEqual([port]);
  });
});
