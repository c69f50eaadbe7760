import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Problem, Result } from '../domain/fault.ts';
import type { Secret } from '../domain/secret.ts';
import { productRoot } from '../product.ts';
import { defaultDataFolder } from '../shared/data-folder.ts';
import { plainMessage } from '../shared/plain-message.ts';
import { choice, hostName, httpUrl } from '../shared/setting-schemas.ts';
import type { UpstreamLimits } from './upstreams.ts';
import {
  commaList,
  flag,
  isGuessable,
  minSecretLength,
  port,
  postgresUrl,
  secretText,
  signatureHeaders,
  signingSecret,
  wholeNumber,
} from './variable-parsers.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings of the environment (design, Environment), read once at the start. Keys (`SVC_MASTER_KEY`,
 * `SVC_KEY_<kid>`) are read by the key adapter, upstream variables by `decodeUpstreams`.
 */
export interface Config {
  readonly host: string;
  /** 0: a free port. */
  readonly port: number;
  /** Tunnel-facing listener (design D41); null: none. */
  readonly ingressPort: number | null;
  /** Without a trailing slash; null: `listenUrl` of the port in use. */
  readonly baseUrl: string | null;
  /** The address for voice platforms, such as a tunnel's; null: the base URL. */
  readonly callsUrl: string | null;
  readonly dataDir: string;
  readonly policyPath: string;
  /** Where PDFs of scheduled reports are written; null for nowhere. */
  readonly reportsDir: string | null;
  readonly upstreamsPath: string;
  /** Current secret first, then the previous one; empty: every signed request is refused. */
  readonly webhookSecrets: readonly Secret<string>[];
  /** The auth token of the Twilio account, which signs its connections; null: they need a bearer token. */
  readonly twilioAuthToken: Secret<string> | null;
  /** Whether a signature without a time is refused (design D36). */
  readonly requireTimestamp: boolean;
  /** Refuses requests that name no call (design D29). */
  readonly requireCallId: boolean;
  /** Headers besides `X-Voice-Signature` in which voice platforms sign (decision 0097), in lower case. */
  readonly signatureHeaders: readonly string[];
  /** The clinic's own identity provider; null: the embedded issuer (design D40). */
  readonly idp: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: Secret<string> | null;
  } | null;
  readonly adminLogins: readonly string[];
  /** The other people whom the clinic's own provider may sign in. */
  readonly allowedLogins: readonly string[];
  /** PostgreSQL for replicas (design D47); null: local SQLCipher files. */
  readonly databaseUrl: Secret<string> | null;
  /** Longest time in milliseconds that text of a reply is held, from its last character (spec, rule 6). */
  readonly streamBufferMs: number;
  /** The same for a token that has begun (design D18). */
  readonly tokenHoldMs: number;
  readonly upstreamLimits: UpstreamLimits;
  readonly partialDedup: boolean;
  readonly rehydrationScope: 'call' | 'agent';
  readonly rateLimit: 'off' | 'hosted';
  /** Paths of PEM files. */
  readonly tls: { readonly certPath: string; readonly keyPath: string } | null;
  /** The bearer token of `/metrics`; null: there is no such page. */
  readonly metricsToken: Secret<string> | null;
  readonly dev: boolean;
  /** Whether `npm start` opens the portal in a browser. */
  readonly openBrowser: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

/** The places that relative settings start from. The process's own by default. */
export interface ConfigBase {
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
  /** Base of relative paths in the environment. */
  readonly cwd?: string;
  /** Folder that holds `configs/`. */
  readonly root?: string;
}

const schema = z.object({
  SVC_HOST: hostName().default('127.0.0.1'),
  SVC_PORT: port().default(8787),
  SVC_INGRESS_PORT: port().optional(),
  SVC_BASE_URL: httpUrl().optional(),
  SVC_CALLS_URL: httpUrl().optional(),
  SVC_DATA_DIR: z.string().optional(),
  SVC_POLICY_PATH: z.string().optional(),
  SVC_REPORTS_DIR: z.string().optional(),
  SVC_VOICE_WEBHOOK_SECRET: signingSecret().optional(),
  SVC_VOICE_WEBHOOK_SECRET_PREVIOUS: signingSecret().optional(),
  SVC_TWILIO_AUTH_TOKEN: secretText(minSecretLength).optional(),
  SVC_REQUIRE_TIMESTAMP: flag().default(false),
  SVC_REQUIRE_CALL_ID: flag().default(false),
  SVC_SIGNATURE_HEADERS: signatureHeaders().default([]),
  SVC_IDP_ISSUER: httpUrl().optional(),
  SVC_IDP_CLIENT_ID: z.string().optional(),
  SVC_IDP_CLIENT_SECRET: secretText().optional(),
  SVC_ADMIN_LOGINS: commaList()
    .refine(
      (logins) => logins.every((login) => login !== '*' && !login.startsWith('@')),
      'must name each admin: neither * nor a whole domain',
    )
    .default([]),
  SVC_ALLOWED_LOGINS: commaList().default([]),
  SVC_DATABASE_URL: postgresUrl().optional(),
  SVC_STREAM_BUFFER_MS: wholeNumber(0, 10_000).default(50),
  SVC_TOKEN_HOLD_MS: wholeNumber(0, 10_000).default(2_000),
  SVC_UPSTREAM_CONNECT_MS: wholeNumber(100, 600_000).default(3_000),
  SVC_UPSTREAM_FIRST_BYTE_MS: wholeNumber(100, 600_000).default(10_000),
  SVC_UPSTREAM_STALL_MS: wholeNumber(100, 600_000).default(10_000),
  SVC_UPSTREAM_TOTAL_MS: wholeNumber(100, 600_000).default(30_000),
  SVC_UPSTREAM_CONNECTIONS: wholeNumber(1, 65_536).default(1_024),
  SVC_PARTIAL_DEDUP: flag().default(false),
  SVC_REHYDRATION_SCOPE: choice('call', 'agent').default('call'),
  SVC_RATE_LIMIT: choice('off', 'hosted').default('off'),
  SVC_TLS_CERT: z.string().optional(),
  SVC_TLS_KEY: z.string().optional(),
  SVC_METRICS_TOKEN: secretText(minSecretLength).optional(),
  SVC_DEV: flag().default(false),
  SVC_OPEN_BROWSER: flag().default(true),
  SVC_LOG_LEVEL: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default(
    'info',
  ),
});

type Variables = z.output<typeof schema>;

/**
 * The configuration, or what is wrong with it: each problem's `path` is the variable's name, and no
 * message repeats a value. A variable set to the empty text counts as unset.
 */
export function readConfig(env: Environment, places: ConfigBase = {}): Result<Config> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const decoded = schema.safeParse(given, { error: plainMessage });
  if (!decoded.success) {
    const problems = decoded.error.issues.map(({ path, message }) => ({
      path: path.join('.'),
      message,
    }));
    return { ok: false, problems };
  }
  const problems = conflictingVariables(decoded.data);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: configOf(decoded.data, env, places) };
}

/** The service's address without `SVC_BASE_URL`, when it listens on `boundPort`. */
export function listenUrl(config: Pick<Config, 'host' | 'tls'>, boundPort: number): string {
  const loopback = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  const host = loopback.includes(':') ? `[${loopback}]` : loopback;
  return `${config.tls === null ? 'http' : 'https'}://${host}:${boundPort}`;
}

function shortSecrets(variables: Variables): readonly Problem[] {
  const names = ['SVC_VOICE_WEBHOOK_SECRET', 'SVC_VOICE_WEBHOOK_SECRET_PREVIOUS'] as const;
  return names.flatMap((path) => {
    const secret = variables[path];
    const short = secret !== undefined && isGuessable(secret);
    return short ? [{ path, message: `must have at least ${minSecretLength} characters` }] : [];
  });
}

/** Variables that need each other. */
function conflictingVariables(variables: Variables): readonly Problem[] {
  const needs = (given: unknown, name: string, needed: unknown, missing: string): Problem[] =>
    given !== undefined && needed === undefined
      ? [{ path: missing, message: `is required, because ${name} is set` }]
      : [];
  const { SVC_TLS_CERT: cert, SVC_TLS_KEY: key, SVC_IDP_ISSUER: issuer } = variables;
  const sharesPort = variables.SVC_PORT !== 0 && variables.SVC_INGRESS_PORT === variables.SVC_PORT;
  return [
    ...(variables.SVC_DEV ? [] : shortSecrets(variables)),
    ...needs(cert, 'SVC_TLS_CERT', key, 'SVC_TLS_KEY'),
    ...needs(key, 'SVC_TLS_KEY', cert, 'SVC_TLS_CERT'),
    ...needs(issuer, 'SVC_IDP_ISSUER', variables.SVC_IDP_CLIENT_ID, 'SVC_IDP_CLIENT_ID'),
    // The first person would become the admin, and that may be anyone at the provider.
    ...needs(issuer, 'SVC_IDP_ISSUER', variables.SVC_ADMIN_LOGINS[0], 'SVC_ADMIN_LOGINS'),
    ...needs(variables.SVC_ALLOWED_LOGINS[0], 'SVC_ALLOWED_LOGINS', issuer, 'SVC_IDP_ISSUER'),
    ...(sharesPort
      ? [
          {
            path: 'SVC_INGRESS_PORT',
            message: 'must differ from SVC_PORT: the tunnel must not reach the rest',
          },
        ]
      : []),
  ];
}

function configOf(variables: Variables, env: Environment, places: ConfigBase): Config {
  const cwd = places.cwd ?? process.cwd();
  const root = places.root ?? productRoot;
  const path = <F>(given: string | undefined, fallback: F) =>
    given === undefined ? fallback : resolve(cwd, given);
  const folders = {
    platform: places.platform ?? process.platform,
    home: places.home ?? homedir(),
    env,
  };
  const { SVC_TLS_CERT: cert, SVC_TLS_KEY: key } = variables;
  return {
    host: variables.SVC_HOST,
    port: variables.SVC_PORT,
    ingressPort: variables.SVC_INGRESS_PORT ?? null,
    baseUrl: variables.SVC_BASE_URL ?? null,
    callsUrl: variables.SVC_CALLS_URL ?? null,
    dataDir: path(variables.SVC_DATA_DIR, defaultDataFolder(folders)),
    policyPath: path(variables.SVC_POLICY_PATH, join(root, 'configs', 'mask_policy.yaml')),
    reportsDir: path(variables.SVC_REPORTS_DIR, null),
    upstreamsPath: join(root, 'configs', 'upstreams.yaml'),
    webhookSecrets: [
      variables.SVC_VOICE_WEBHOOK_SECRET,
      variables.SVC_VOICE_WEBHOOK_SECRET_PREVIOUS,
    ].filter((secret) => secret !== undefined),
    twilioAuthToken: variables.SVC_TWILIO_AUTH_TOKEN ?? null,
    requireTimestamp: variables.SVC_REQUIRE_TIMESTAMP,
    requireCallId: variables.SVC_REQUIRE_CALL_ID,
    signatureHeaders: variables.SVC_SIGNATURE_HEADERS,
    idp: idpOf(variables),
    adminLogins: variables.SVC_ADMIN_LOGINS,
    allowedLogins: variables.SVC_ALLOWED_LOGINS,
    databaseUrl: variables.SVC_DATABASE_URL ?? null,
    streamBufferMs: variables.SVC_STREAM_BUFFER_MS,
    tokenHoldMs: variables.SVC_TOKEN_HOLD_MS,
    upstreamLimits: {
      connectMs: variables.SVC_UPSTREAM_CONNECT_MS,
      firstByteMs: variables.SVC_UPSTREAM_FIRST_BYTE_MS,
      stallMs: variables.SVC_UPSTREAM_STALL_MS,
      totalMs: variables.SVC_UPSTREAM_TOTAL_MS,
      connections: variables.SVC_UPSTREAM_CONNECTIONS,
    },
    partialDedup: variables.SVC_PARTIAL_DEDUP,
    rehydrationScope: variables.SVC_REHYDRATION_SCOPE,
    rateLimit: variables.SVC_RATE_LIMIT,
    tls:
      cert === undefined || key === undefined
        ? null
        : { certPath: path(cert, cert), keyPath: path(key, key) },
    metricsToken: variables.SVC_METRICS_TOKEN ?? null,
    dev: variables.SVC_DEV,
    openBrowser: variables.SVC_OPEN_BROWSER,
    logLevel: variables.SVC_LOG_LEVEL,
  };
}

function idpOf(variables: Variables): Config['idp'] {
  const { SVC_IDP_ISSUER: issuer, SVC_IDP_CLIENT_ID: clientId } = variables;
  if (issuer === undefined || clientId === undefined) return null;
  return { issuer, clientId, clientSecret: variables.SVC_IDP_CLIENT_SECRET ?? null };
}
