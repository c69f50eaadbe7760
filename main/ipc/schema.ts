import { z } from 'zod';

const problem = z.object({ path: z.string(), message: z.string() });

/** The server's state. */
export const serverState = z.object({
  phase: z.enum([
    'starting',
    'running',
    /** It runs but serves no calls; `reasons` says why. */
    'degraded',
    /** It crashed and will be restarted after a pause. */
    'restarting',
    /** It crashed too often in a short time and needs attention. */
    'crash_loop',
    /** It cannot run with these settings: `problems`. */
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
  /** How it last crashed, such as `exit 1` or `SIGKILL`. */
  lastExit: z.string().nullable(),
  reasons: z.array(z.string()),
  /** Live calls at the last health check. */
  liveCalls: z.int().nonnegative().optional(),
  problems: z.array(problem),
});

export const tunnelProviders = ['none', 'cloudflared', 'ssh', 'custom'] as const;

/** The tunnel that brings calls in. */
export const tunnelState = z.object({
  provider: z.enum(tunnelProviders),
  phase: z.enum(['off', 'starting', 'up', 'down', 'restarting', 'failed', 'stopping']),
  since: z.string(),
  /** The address at which voice platforms reach this machine; null while unknown. */
  publicUrl: z.string().nullable(),
  restarts: z.int().nonnegative(),
  /** Why it is down, and what a person can do about it. */
  detail: z.string().nullable(),
});

/** One setting as pages show it, never with the value of a secret. */
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
  /** Where the value comes from: policy before user before preset before default. */
  source: z.enum(['policy', 'user', 'preset', 'default']),
  /** Set by the machine's policy, so users cannot change it. */
  locked: z.boolean(),
  /** What must restart before a change takes effect; the tunnel does so automatically. */
  restart: z.enum(['none', 'tunnel', 'server', 'app']),
  /** Why the given value is not in force; null if it is. */
  problem: z.string().nullable(),
});

/** Where the keys are kept (design D45). */
export const keyState = z.object({
  /** Such as `keychain`, `credential file`. */
  custody: z.string(),
  /** The operating system's backend, such as `gnome_libsecret`, `dpapi`, `keychain`. */
  backend: z.string().nullable(),
  /** ISO 8601 UTC; null before the first kit. */
  recoveryKitMadeAt: z.string().nullable(),
  /** Why the keys are unavailable, and what to do; null if they are available. */
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
});

export const updateState = z.object({
  phase: z.enum(['off', 'idle', 'checking', 'available', 'downloading', 'ready', 'failed']),
  version: z.string().nullable(),
  detail: z.string().nullable(),
});

/** The state that the app sends to its window. */
export const applianceState = z.object({
  app: z.object({
    version: z.string(),
    platform: z.string(),
    /** The server is a system service, not this app's child. */
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
 * All calls from the window to the app. Preload, handlers, the portal's types and the tests' fake
 * are derived from this list. No call carries text of a call.
 */
export const invocations = {
  state: { input: z.undefined(), output: applianceState },
  /** Values by key; null removes the user's value. All or none are applied. */
  changeSettings: {
    input: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    output: outcome,
  },
  restartServer: { input: z.undefined(), output: outcome },
  startTunnel: { input: z.undefined(), output: outcome },
  stopTunnel: { input: z.undefined(), output: outcome },
  /** Makes a recovery kit and offers to save its page for printing. */
  saveRecoveryKit: { input: z.undefined(), output: saving },
  /** Restores the keys from a recovery kit, if the keychain has none or lost them. */
  restoreFromRecoveryKit: { input: z.object({ words: z.string() }), output: outcome },
  /**
   * Adds a masking key; older keys stay, to restore the tokens made with them (design D45). It is
   * used once a policy names it and the server has restarted.
   */
  rotateKey: {
    input: z.undefined(),
    output: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), kid: z.string() }),
      refused,
    ]),
  },
  /** Saves logs and states, without text of calls, as one file for a support contact. */
  saveSupportBundle: { input: z.undefined(), output: saving },
  checkForUpdates: { input: z.undefined(), output: outcome },
  installUpdate: { input: z.undefined(), output: outcome },
} as const;

/** Messages from the app to its window. */
export const announcements = { stateChanged: applianceState } as const;

export type Problem = z.infer<typeof problem>;
export type Outcome = z.infer<typeof outcome>;
export type Refused = z.infer<typeof refused>;
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
  /** Returns the unsubscribe function. */
  readonly onStateChanged: (listener: (state: ApplianceState) => void) => () => void;
};
