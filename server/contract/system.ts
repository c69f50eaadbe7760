import { z } from 'zod';
import { Timestamp } from './ids.ts';
import { toWire, type ViewOf } from './wire-form.ts';

/** Body of `GET /health`: 200 when `ok`, 503 with reasons when not. Reasons are fixed phrases. */
export const Health = z
  .object({
    status: z.enum(['ok', 'unavailable']),
    version: z.string(),
    reasons: z.array(z.string()).optional(),
  })
  .meta({ id: 'Health', examples: [{ status: 'ok', version: '0.1.0' }] });
export type Health = z.infer<typeof Health>;

const Key = z.object({
  kid: z.string(),
  source: z.enum(['file', 'environment']).meta({
    description: 'Whether `keys.json` or the environment gives it.',
  }),
  made_at: Timestamp.optional().meta({ description: 'Absent when unknown.' }),
  active: z.boolean().meta({ description: 'Whether the global policy masks with it.' }),
});

const KeysStoredStatus = z
  .object({ at: Timestamp, by: z.string().meta({ description: 'The login of the person.' }) })
  .nullable()
  .meta({
    description:
      'Who said that all keys are stored elsewhere too; null if nobody did since the newest was made.',
  });

/** Answer of `POST /api/v1/system/keys-stored`. */
export const KeysStoredAnswer = z.object({ keys_stored: KeysStoredStatus }).meta({
  id: 'KeysStored',
  examples: [{ keys_stored: { at: '2026-11-21T10:00:00.000Z', by: 'owner' } }],
});

const Upstream = z.object({
  name: z.string(),
  configured: z.boolean(),
  missing: z.array(z.string()).meta({ description: 'Names of the missing variables.' }),
  kind: z
    .string()
    .optional()
    .meta({ description: 'The protocol of its provider, such as `openai`; absent without one.' }),
  fallback: z
    .string()
    .optional()
    .meta({ description: 'The upstream that gets a turn which this one does not answer.' }),
});

const SystemRetention = z.object({
  policy_days: z.int(),
  pruned_count: z.int(),
  clock_seen_at: Timestamp.meta({ description: 'The time of the last run.' }),
});

const exampleSystem = {
  versions: { service: '0.1.0', node: '24.0.0', database: 'SQLite 3.50.0' },
  started_at: '2026-11-21T07:58:00.000Z',
  uptime_s: 7_440,
  health: { status: 'ok', reasons: [] },
  base_url: 'http://127.0.0.1:8787',
  calls_url: 'http://127.0.0.1:8787',
  ingress_port: 8788,
  sign_in: { method: 'embedded', links: true },
  rate_limit: 'off',
  keys: [
    { kid: 'K_HEALTHCARE', source: 'file', made_at: '2026-11-02T08:00:00.000Z', active: true },
  ],
  keys_stored: { at: '2026-11-03T09:30:00.000Z', by: 'owner' },
  storage: { files: [{ name: 'journal.db', bytes: 4_194_304 }], free_bytes: 52_000_000_000 },
  model: { version: 'ner-0f8c1c5ddc1b2a90', bytes: 3_100_000 },
  policy: { name: 'healthcare-default', version: 1, sha256: '4c'.repeat(32) },
  upstreams: [
    { name: 'stub', configured: true, missing: [] },
    { name: 'provider:model-small', configured: false, missing: ['SVC_UPSTREAM_BASE_URL'] },
  ],
  retention: { policy_days: 2555, pruned_count: 0, clock_seen_at: '2026-11-21T03:00:00.000Z' },
  calls: { live: 2 },
};

/** Answer of `GET /api/v1/system`: names, sizes and times, never a value that is a secret. */
export const SystemStatus = z
  .object({
    versions: z.object({ service: z.string(), node: z.string(), database: z.string() }),
    started_at: Timestamp,
    uptime_s: z.int(),
    health: z.object({
      status: z.enum(['ok', 'unavailable']),
      reasons: z.array(z.string()).meta({ description: 'Why the service cannot serve calls.' }),
    }),
    base_url: z.string().meta({ description: 'The address for people.' }),
    calls_url: z.string().meta({ description: 'The address for voice platforms.' }),
    ingress_port: z.int().nullable().meta({
      description: 'The port for a tunnel, which serves only calls; null without one.',
    }),
    sign_in: z.object({
      method: z
        .string()
        .meta({ description: '`oidc` with your own identity provider, else `embedded`.' }),
      links: z.boolean().meta({ description: 'Whether people sign in by one-time links.' }),
    }),
    rate_limit: z.enum(['off', 'hosted']),
    keys: z.array(Key).meta({ description: 'Masking keys, by id.' }),
    keys_stored: KeysStoredStatus,
    storage: z.object({
      files: z
        .array(z.object({ name: z.string(), bytes: z.int() }))
        .meta({ description: 'Files of the data folder, or tables of the shared database.' }),
      free_bytes: z.int().optional().meta({ description: 'Absent when unknown.' }),
    }),
    model: z.object({
      version: z.string().meta({ description: 'Made from the hashes of its files.' }),
      bytes: z.int(),
    }),
    policy: z
      .object({ name: z.string(), version: z.int(), sha256: z.string() })
      .meta({ description: 'The global policy.' }),
    upstreams: z.array(Upstream),
    retention: SystemRetention,
    calls: z.object({ live: z.int().meta({ description: 'Calls in progress.' }) }),
  })
  .meta({ id: 'SystemStatus', examples: [exampleSystem] });
export type SystemStatus = z.infer<typeof SystemStatus>;

type SystemFields = ViewOf<SystemStatus>;

/** The service as the mapping needs it. */
export interface SystemView
  extends Pick<
    SystemFields,
    'versions' | 'baseUrl' | 'callsUrl' | 'ingressPort' | 'signIn' | 'rateLimit' | 'model'
  > {
  /** Milliseconds since the epoch. */
  readonly startedMs: number;
  readonly nowMs: number;
  readonly reasons: readonly string[];
  readonly keys: readonly Omit<ViewOf<z.infer<typeof Key>>, 'active'>[];
  readonly storage: {
    readonly files: SystemFields['storage']['files'];
    readonly free: number | undefined;
  };
  readonly policy: {
    readonly policy: { readonly name: string; readonly version: number; readonly kid: string };
    readonly sha256: string;
  };
  readonly upstreams: readonly {
    readonly name: string;
    readonly missing: readonly string[];
    readonly kind?: string;
    readonly fallback?: string;
  }[];
  readonly retention: ViewOf<SystemStatus['retention']>;
  readonly liveCalls: number;
}

/** `stored` is null while the keys are not stored elsewhere. */
export function systemToWire(view: SystemView, stored: SystemStatus['keys_stored']): SystemStatus {
  const { policy, sha256 } = view.policy;
  const status = view.reasons.length === 0 ? 'ok' : 'unavailable';
  return toWire(SystemStatus, {
    ...view,
    startedAt: new Date(view.startedMs).toISOString(),
    uptimeS: Math.max(0, Math.floor((view.nowMs - view.startedMs) / 1000)),
    health: { status, reasons: view.reasons },
    keys: view.keys.map((key) => toWire(Key, { ...key, active: key.kid === policy.kid })),
    keysStored: stored,
    storage: {
      files: view.storage.files,
      ...(view.storage.free !== undefined && { free_bytes: view.storage.free }),
    },
    policy: { name: policy.name, version: policy.version, sha256 },
    upstreams: view.upstreams.map((one) => ({ ...one, configured: one.missing.length === 0 })),
    retention: toWire(SystemRetention, view.retention),
    calls: { live: view.liveCalls },
  });
}

const exampleDemo = { state: 'playing' as const, calls_played: 12, calls_planned: 40 };

/** Answer of `GET /api/v1/demo`: invented calls beside those of the clinic (decision 0181). */
export const OneDemo = z
  .object({
    demo: z.object({
      state: z.enum(['none', 'playing', 'played']),
      calls_played: z.int(),
      calls_planned: z.int(),
    }),
  })
  .meta({ id: 'OneDemo', examples: [{ demo: exampleDemo }] });
export type OneDemo = z.infer<typeof OneDemo>;
