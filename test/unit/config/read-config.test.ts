import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Config, listenUrl, readConfig } from '../../../server/config/config.ts';

type Env = Readonly<Record<string, string>>;

const places = { platform: 'linux', home: '/home/clinic', cwd: '/srv', root: '/app' } as const;

function configOf(env: Env, at: Parameters<typeof readConfig>[1] = places): Config {
  const result = readConfig(env, at);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

function problemPaths(env: Env): readonly string[] {
  const result = readConfig(env, places);
  return result.ok ? [] : result.problems.map((problem) => problem.path);
}

describe('Every variable has its default (design, Environment)', () => {
  const defaults = {
    host: '127.0.0.1',
    port: 8787,
    ingressPort: null,
    baseUrl: null,
    callsUrl: null,
    dataDir: '/home/clinic/.local/share/voice-phi-proxy',
    policyPath: '/app/configs/mask_policy.yaml',
    upstreamsPath: '/app/configs/upstreams.yaml',
    webhookSecrets: [],
    reportsDir: null,
    requireTimestamp: false,
    requireCallId: false,
    idp: null,
    adminLogins: [],
    allowedLogins: [],
    databaseUrl: null,
    streamBufferMs: 50,
    tokenHoldMs: 2_000,
    upstreamLimits: {
      connectMs: 3_000,
      firstByteMs: 10_000,
      stallMs: 10_000,
      totalMs: 30_000,
      connections: 1_024,
    },
    partialDedup: false,
    rehydrationScope: 'call',
    rateLimit: 'off',
    tls: null,
    twilioAuthToken: null,
    signatureHeaders: [],
    metricsToken: null,
    dev: false,
    openBrowser: true,
    logLevel: 'info',
  };

  it('an empty environment gives the defaults', () => {
    expect(configOf({})).toEqual(defaults);
  });

  it('a variable with an empty text counts as unset', () => {
    expect(configOf({ SVC_PORT: '', SVC_DEV: '', SVC_DATA_DIR: '', SVC_IDP_ISSUER: '' })).toEqual(
      defaults,
    );
  });
});

describe('A set variable is used', () => {
  it.each<[string, Env, Partial<Config>]>([
    [
      'port variables give the ports',
      { SVC_PORT: '0', SVC_INGRESS_PORT: '9000' },
      { port: 0, ingressPort: 9000 },
    ],
    [
      'headers of signatures, in any case',
      { SVC_SIGNATURE_HEADERS: 'X-Retell-Signature, webhook-signature' },
      { signatureHeaders: ['x-retell-signature', 'webhook-signature'] },
    ],
    [
      'the base URL, less its last slash',
      { SVC_BASE_URL: 'https://a.example/' },
      { baseUrl: 'https://a.example' },
    ],
    [
      'relative paths',
      { SVC_DATA_DIR: 'data', SVC_POLICY_PATH: '../p.yaml' },
      { dataDir: '/srv/data', policyPath: '/p.yaml' },
    ],
    ['flags', { SVC_DEV: '1', SVC_PARTIAL_DEDUP: 'true' }, { dev: true, partialDedup: true }],
    [
      'logins',
      { SVC_ADMIN_LOGINS: 'ann@example.com, ,bo' },
      { adminLogins: ['ann@example.com', 'bo'] },
    ],
    [
      'choices',
      { SVC_REHYDRATION_SCOPE: 'agent', SVC_RATE_LIMIT: 'hosted' },
      { rehydrationScope: 'agent', rateLimit: 'hosted' },
    ],
    [
      'TLS files',
      { SVC_TLS_CERT: 'c.pem', SVC_TLS_KEY: '/k.pem' },
      { tls: { certPath: '/srv/c.pem', keyPath: '/k.pem' } },
    ],
  ])('%s', (_, env, expected) => {
    expect(configOf(env)).toMatchObject(expected);
  });

  it('the current webhook secret comes before the previous one', () => {
    const { webhookSecrets } = configOf({
      SVC_VOICE_WEBHOOK_SECRET_PREVIOUS: 'the old secret of both',
      SVC_VOICE_WEBHOOK_SECRET: 'the new secret of both',
    });
    expect(webhookSecrets.map((secret) => secret.reveal())).toEqual([
      'the new secret of both',
      'the old secret of both',
    ]);
  });

  it("variables of the clinic's identity provider are used", () => {
    const { idp, allowedLogins } = configOf({
      SVC_IDP_ISSUER: 'https://id.example',
      SVC_IDP_CLIENT_ID: 'phi',
      SVC_ADMIN_LOGINS: 'ann@example.com',
      SVC_ALLOWED_LOGINS: '@example.com, bo',
    });
    expect(allowedLogins).toEqual(['@example.com', 'bo']);
    expect(idp).toEqual({ issuer: 'https://id.example', clientId: 'phi', clientSecret: null });
  });
});

describe('A wrong variable is named', () => {
  it.each<[Env, string]>([
    [{ SVC_PORT: '65536' }, 'SVC_PORT'],
    [{ SVC_PORT: '-1' }, 'SVC_PORT'],
    [{ SVC_INGRESS_PORT: '8787' }, 'SVC_INGRESS_PORT'],
    [{ SVC_HOST: 'http://x' }, 'SVC_HOST'],
    [{ SVC_BASE_URL: 'example.com' }, 'SVC_BASE_URL'],
    [{ SVC_BASE_URL: 'https://a:b@example.com' }, 'SVC_BASE_URL'],
    [{ SVC_IDP_ISSUER: 'https://id.example', SVC_ADMIN_LOGINS: 'ann' }, 'SVC_IDP_CLIENT_ID'],
    [{ SVC_IDP_ISSUER: 'https://id.example', SVC_IDP_CLIENT_ID: 'phi' }, 'SVC_ADMIN_LOGINS'],
    [{ SVC_ADMIN_LOGINS: 'ann,*' }, 'SVC_ADMIN_LOGINS'],
    [{ SVC_ADMIN_LOGINS: '@example.com' }, 'SVC_ADMIN_LOGINS'],
    [{ SVC_ALLOWED_LOGINS: '*' }, 'SVC_IDP_ISSUER'],
    [{ SVC_TLS_CERT: 'c.pem' }, 'SVC_TLS_KEY'],
    [{ SVC_TLS_KEY: 'k.pem' }, 'SVC_TLS_CERT'],
    [{ SVC_DATABASE_URL: 'mysql://h/db' }, 'SVC_DATABASE_URL'],
    [{ SVC_STREAM_BUFFER_MS: '50ms' }, 'SVC_STREAM_BUFFER_MS'],
    [{ SVC_TOKEN_HOLD_MS: '10001' }, 'SVC_TOKEN_HOLD_MS'],
    [{ SVC_UPSTREAM_FIRST_BYTE_MS: '99' }, 'SVC_UPSTREAM_FIRST_BYTE_MS'],
    [{ SVC_UPSTREAM_STALL_MS: '10s' }, 'SVC_UPSTREAM_STALL_MS'],
    [{ SVC_UPSTREAM_TOTAL_MS: '0' }, 'SVC_UPSTREAM_TOTAL_MS'],
    [{ SVC_UPSTREAM_CONNECTIONS: '0' }, 'SVC_UPSTREAM_CONNECTIONS'],
    [{ SVC_SIGNATURE_HEADERS: 'x-api-key' }, 'SVC_SIGNATURE_HEADERS'],
    [{ SVC_TWILIO_AUTH_TOKEN: 'short' }, 'SVC_TWILIO_AUTH_TOKEN'],
    [{ SVC_DEV: 'yes' }, 'SVC_DEV'],
    [{ SVC_RATE_LIMIT: 'on' }, 'SVC_RATE_LIMIT'],
    [{ SVC_LOG_LEVEL: 'loud' }, 'SVC_LOG_LEVEL'],
  ])('%j', (env, path) => {
    expect(problemPaths(env)).toEqual([path]);
  });

  it('all wrong variables are named together', () => {
    expect(problemPaths({ SVC_PORT: 'x', SVC_DEV: 'x', SVC_LOG_LEVEL: 'x' }).toSorted()).toEqual([
      'SVC_DEV',
      'SVC_LOG_LEVEL',
      'SVC_PORT',
    ]);
  });

  it('a problem does not repeat the value', () => {
    const secret = 'canary-5551';
    const result = readConfig(
      {
        SVC_PORT: secret,
        SVC_HOST: `${secret} `,
        SVC_BASE_URL: secret,
        SVC_DATABASE_URL: secret,
        SVC_DEV: secret,
        SVC_STREAM_BUFFER_MS: secret,
      },
      places,
    );
    expect(JSON.stringify(result)).not.toContain(secret);
  });
});

describe('A signing secret that can be guessed is refused', () => {
  const names = ['SVC_VOICE_WEBHOOK_SECRET', 'SVC_VOICE_WEBHOOK_SECRET_PREVIOUS'];
  const base64 = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

  it.each(names)('%s with fewer than 16 characters, but in development', (name) => {
    expect(problemPaths({ [name]: 'x'.repeat(15) })).toEqual([name]);
    expect(problemPaths({ [name]: 'x'.repeat(16) })).toEqual([]);
    expect(problemPaths({ [name]: 'x', SVC_DEV: '1' })).toEqual([]);
  });

  it.each([
    'whsec_',
    'whsec_ not base64 but long enough',
    'whsec_====================================',
    base64(15),
  ])('%s, whose key would be short or empty, also in development', (secret) => {
    for (const name of names) {
      expect(problemPaths({ [name]: secret })).toEqual([name]);
      expect(problemPaths({ [name]: secret, SVC_DEV: '1' })).toEqual([name]);
    }
  });

  it('16 bytes in base64 are enough for a signing secret', () => {
    for (const name of names) expect(problemPaths({ [name]: base64(16) })).toEqual([]);
  });
});

describe('Secrets do not show in a dump of the configuration', () => {
  it('neither JSON nor inspection shows a secret', () => {
    const config = configOf({
      SVC_VOICE_WEBHOOK_SECRET: 'canary-1-of-this-test',
      SVC_IDP_ISSUER: 'https://id.example',
      SVC_IDP_CLIENT_ID: 'phi',
      SVC_ADMIN_LOGINS: 'ann@example.com',
      SVC_IDP_CLIENT_SECRET: 'canary-2',
      SVC_DATABASE_URL: 'postgres://u:canary-3@db.example/x',
    });
    expect(JSON.stringify(config) + inspect(config, { depth: 9 })).not.toContain('canary');
  });
});

describe('The data folder follows the system', () => {
  it.each([
    ['darwin', '/Users/a', {}, '/Users/a/Library/Application Support/voice-phi-proxy'],
    ['linux', '/home/a', { XDG_DATA_HOME: '/data' }, '/data/voice-phi-proxy'],
    ['linux', '/home/a', { XDG_DATA_HOME: 'data' }, '/home/a/.local/share/voice-phi-proxy'],
    ['win32', 'C:\\Users\\a', {}, 'C:\\Users\\a\\AppData\\Local\\voice-phi-proxy'],
    ['win32', 'C:\\Users\\a', { LOCALAPPDATA: 'D:\\L' }, 'D:\\L\\voice-phi-proxy'],
  ] as const)('%s %s %j', (platform, home, env, dataDir) => {
    expect(configOf(env, { ...places, platform, home }).dataDir).toBe(dataDir);
  });
});

describe('Without a base URL the address is the one where the service listens', () => {
  const tls = { certPath: 'c', keyPath: 'k' };
  it.each([
    ['127.0.0.1', null, 'http://127.0.0.1:8080'],
    ['0.0.0.0', null, 'http://127.0.0.1:8080'],
    ['::1', null, 'http://[::1]:8080'],
    ['clinic.example', tls, 'https://clinic.example:8080'],
  ])('%s', (host, given, url) => {
    expect(listenUrl({ host, tls: given }, 8080)).toBe(url);
  });
});
