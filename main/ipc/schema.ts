import { z } from 'zod';

const problem = z.object({ path: z.string(), message: z.string() });

/** The server as its host sees it. */
export const serverState = z.object({
  phase: z.enum([
    'starting',
    'running',
    /** It answers, and says why it serves no calls: `reasons`. */
    'degraded',
    /** It ended by itself and is started again after a pause. */
    'restarting',
    /** It ended too often in a short time; somebody must look. */
    'crash_loop',
    /** It cannot run as it is set up: `problems`. */
    'refused',
    'stopping',
    'stopped',
  ]),
  /** ISO 8601 UTC. */
  since: z.string(),
  /** Of the portal; null until it is ready. */
  url: z.string().nullable(),
  ingressUrl: z.string().nullable(),
  /** Starts after the first since the app was opened. */
  restarts: z.int().nonnegative(),
  /** How it last ended unasked, such as `exit 1` or `SIGKILL`. */
  lastExit: z.string().nullable(),
  reasons: z.array(z.string()),
  /** Calls that go on now, as of the last look. */
  liveCalls: z.int().nonnegative().optional(),
  problems: z.array(problem),
});

export const tunnelProviders = ['none', 'cloudflared', 'ssh', 'custom'] as const;

/** The tunnel that brings calls in. */
export const tunnelState = z.object({
  provider: z.enum(tunnelProviders),
  phase: z.enum(['off', 'starting', 'up', 'down', 'restarting', 'failed', 'stopping']),
  since: z.string(),
  /** Where the voice platform reaches this machine; null while unknown. */
  publicUrl: z.string().nullable(),
  restarts: z.int().nonnegative(),
  /** Why it is down, in words a person can act on. */
  detail: z.string().nullable(),
});

/** One setting, as a page shows it. The value of a secret is never told. */
export const settingView = z.object({
  key: z.string(),
  group: z.enum(['service', 'calls', 'sign_in', 'tunnel', 'app', 'updates']),
  title: z.string(),
  description: z.string(),
  type: z.enum(['string', 'integer', 'boolean', 'choice', 'secret']),
  /** Of a `choice`. */
  choices: z.array(z.string()),
  /** Null when unset, and always for a secret. */
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  isSet: z.boolean(),
  /** Who decided: the machine's policy wins over the user, the user over the preset of an installation. */
  source: z.enum(['policy', 'user', 'preset', 'default']),
  /** Set by the machine's policy: nobody can change it here. */
  locked: z.boolean(),
  /** What must start again before a change is in force; the tunnel does so by itself. */
  restart: z.enum(['none', 'tunnel', 'server', 'app']),
  /** Why what somebody set is not in force; null when it is. */
  problem: z.string().nullable(),
});

/** Where the keys are kept (design D45). */
export const keyState = z.object({
  /** Such as `keychain`, `credential file`. */
  custody: z.string(),
  /** Of the operating system, such as `gnome_libsecret`, `dpapi`, `keychain`. */
  backend: z.string().nullable(),
  /** ISO 8601 UTC; null while nobody has printed or saved one. */
  recoveryKitMadeAt: z.string().nullable(),
  /** Why the keys cannot be had, with what to do; null when they can. */
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
});

export const updateState = z.object({
  phase: z.enum(['off', 'idle', 'checking', 'available', 'downloading', 'ready', 'failed']),
  version: z.string().nullable(),
  detail: z.string().nullable(),
});

/** Everything the app tells its window. */
export const applianceState = z.object({
  app: z.object({
    version: z.string(),
    platform: z.string(),
    /** The server runs as a service of the system, and not as this app's child. */
    serviceMode: z.boolean(),
  }),
  server: serverState,
  tunnel: tunnelState,
  keys: keyState,
  settings: z.array(settingView),
  update: updateState,
});

const done = z.object({ ok: z.literal(true) });
const refused = z.object({ ok: z.literal(false), problems: z.array(problem) });
const outcome = z.discriminatedUnion('ok', [done, refused]);
/** `saved` is false when the person closed the dialog. */
const saving = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), saved: z.boolean() }),
  refused,
]);

/**
 * Every call a window can make of the app; preload, handlers, the portal's types and the tests'
 * stand-in are derived from this list. No call takes or returns text of a call.
 */
export const invocations = {
  state: { input: z.undefined(), output: applianceState },
  /** By key; null takes the user's value back. All or none are taken. */
  changeSettings: {
    input: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    output: outcome,
  },
  restartServer: { input: z.undefined(), output: outcome },
  startTunnel: { input: z.undefined(), output: outcome },
  stopTunnel: { input: z.undefined(), output: outcome },
  /** Makes a recovery kit and offers to save it (a page to print). */
  saveRecoveryKit: { input: z.undefined(), output: saving },
  /** Takes back keys from a recovery kit, on a machine whose keychain has none or lost them. */
  restoreFromRecoveryKit: { input: z.object({ words: z.string() }), output: outcome },
  /**
   * Makes a further key of tokens; older ones stay, to read what they made (design D45). It is used
   * once a policy names it and the server was started again.
   */
  rotateKey: {
    input: z.undefined(),
    output: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), kid: z.string() }),
      refused,
    ]),
  },
  /** Logs and states without any text of a call, as one file to send to whoever helps. */
  saveSupportBundle: { input: z.undefined(), output: saving },
  checkForUpdates: { input: z.undefined(), output: outcome },
  installUpdate: { input: z.undefined(), output: outcome },
} as const;

/** What the app says to its window unasked. */
export const announcements = { stateChanged: applianceState } as const;

export type Problem = z.infer<typeof problem>;
export type Outcome = z.infer<typeof outcome>;
export type ServerState = z.infer<typeof serverState>;
export type TunnelState = z.infer<typeof tunnelState>;
export type TunnelProviderName = (typeof tunnelProviders)[number];
export type SettingView = z.infer<typeof settingView>;
export type KeyState = z.infer<typeof keyState>;
export type UpdateState = z.infer<typeof updateState>;
export type ApplianceState = z.infer<typeof applianceState>;

type Invocations = typeof invocations;

/** `window.appliance`, as preload exposes it. */
export type ApplianceApi = {
  readonly [K in keyof Invocations]: (
    ...input: undefined extends z.input<Invocations[K]['input']>
      ? []
      : [z.input<Invocations[K]['input']>]
  ) => Promise<z.output<Invocations[K]['output']>>;
} & {
  /** Returns what ends the subscription. */
  readonly onStateChanged: (listener: (state: ApplianceState) => void) => () => void;
};
