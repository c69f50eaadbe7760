import type { ApplianceApi, ApplianceState, SettingView } from '../../main/ipc/schema.ts';
import type { UserRecord } from '../../server/contract/access.ts';
import { ApiError } from '../lib/api.ts';

/** Invented things that the parts show. */

export const at = '2026-11-21T10:03:00.000Z';

export const admin: UserRecord = {
  id: 'usr_01M7YRR0C0T5V9W2X4Y6Z8A1B3',
  login: 'owner@clinic.example',
  display_name: 'Owner',
  admin: true,
  role: 'admin',
  may_reveal: true,
  created_at: at,
};

export const counts = {
  NAME: 31,
  PHONE: 18,
  ADDRESS: 12,
  DOB: 9,
  MRN: 7,
  EMAIL: 4,
  DATE: 3,
  ZIP: 1,
};

export const refusal = new ApiError(422, {
  error: {
    code: 'validation_failed',
    message: 'some values are not valid',
    request_id: 'req_01M7YRR0C0T5V9W2X4Y6Z8A1B3',
    details: [{ path: 'mail_server.port', message: 'must be at most 65535' }],
  },
});

export const problems = [{ path: 'port', message: 'must be free on this machine' }];

export const policyYaml = 'name: front-desk\nentities:\n  NAME:\n    nerr: true\n';

export const policyVerdict = {
  ok: false,
  problems: [{ path: 'entities.NAME.nerr', message: 'is not a field', line: 4, column: 5 }],
} as const;

export const options = [
  ['open', 'To decide'],
  ['decided', 'Decided'],
] as const;

export const rows = [
  { id: 'a', name: 'Front desk', calls: 42, state: 'In progress' },
  { id: 'b', name: 'Nurse line', calls: 7, state: 'Ended' },
] as const;

const setting: SettingView = {
  key: 'upstream',
  group: 'calls',
  title: 'Model provider',
  description: 'Where masked texts go.',
  type: 'string',
  choices: [],
  value: 'https://models.example/v1',
  isSet: true,
  source: 'user',
  locked: false,
  restart: 'server',
  problem: null,
};

/** One of each type, and each source. */
export const settings: readonly SettingView[] = [
  setting,
  {
    ...setting,
    key: 'port',
    title: 'Port',
    type: 'integer',
    value: 8787,
    source: 'default',
    problem: 'must be free on this machine',
  },
  {
    ...setting,
    key: 'tray',
    title: 'Keep running',
    type: 'boolean',
    value: true,
    source: 'preset',
  },
  {
    ...setting,
    key: 'tunnel',
    title: 'Tunnel program',
    type: 'choice',
    choices: ['none', 'cloudflared', 'ssh'],
    value: 'none',
    source: 'policy',
    locked: true,
  },
  { ...setting, key: 'key', title: 'Key of the provider', type: 'secret', value: null },
];

export const state: ApplianceState = {
  app: { version: '0.1.0', platform: 'linux', serviceMode: false },
  server: {
    phase: 'running',
    since: at,
    url: 'http://127.0.0.1:8787/portal/',
    ingressUrl: null,
    restarts: 0,
    lastExit: null,
    reasons: [],
    liveCalls: 2,
    problems: [],
  },
  tunnel: {
    provider: 'cloudflared',
    phase: 'off',
    since: at,
    publicUrl: null,
    restarts: 0,
    detail: null,
  },
  keys: { custody: 'keychain', backend: null, recoveryKitMadeAt: null, problem: null },
  settings: [],
  update: { phase: 'off', version: null, detail: null },
};

/** An app that refuses everything. */
export const refusingApp = new Proxy({} as ApplianceApi, {
  get: () => async () => ({ ok: false, problems }),
});
