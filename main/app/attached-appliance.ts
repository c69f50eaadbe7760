import { EventEmitter } from 'node:events';
import type { ApplianceParts } from '../appliance/appliance-parts.ts';
import type { Supervisor } from '../appliance/supervisor.ts';
import { Refusal, refusedAt } from '../ipc/refusal.ts';
import type { Refused, ServerState } from '../ipc/schema.ts';
import type { Custody } from '../keys/custody.ts';
import type { Timers } from '../platform/timers.ts';
import type { Settings } from '../settings/open-settings.ts';
import { readHealth } from '../tunnel/check-ingress.ts';
import { initialTunnel, type Tunnel } from '../tunnel/tunnel.ts';

export interface AttachedApplianceOptions {
  readonly settings: Settings;
  readonly dataDir: string;
  readonly fetch: typeof fetch;
  readonly timers: Timers;
}

/** Between two health checks, and the longest wait for an answer, in milliseconds. */
const pollMs = 5_000;
const answerMs = 4_000;

/**
 * A server that runs as a service of the system (design D45): the app only checks its health.
 * People sign in to the portal with a link from an administrator or at the clinic's provider.
 */
export function attachedAppliance(options: AttachedApplianceOptions): ApplianceParts {
  const { settings, dataDir } = options;
  const changes = new EventEmitter();
  const server = watchService(options, () => changes.emit('change'));
  return {
    settings: appSettingsOnly(settings),
    custody: serviceCustody,
    server,
    tunnel: noTunnel(),
    dataDir,
    serviceMode: true,
    onChange: (listener) => void changes.on('change', listener),
  };
}

function watchService(
  { settings, fetch, timers }: AttachedApplianceOptions,
  onState: () => void,
): Supervisor {
  const now = (): string => new Date(timers.now()).toISOString();
  let state: ServerState = { ...unknown, since: now() };
  let cancel: (() => void) | undefined;

  const setState = (next: Pick<ServerState, 'phase' | 'url' | 'reasons'>): void => {
    if (next.phase === state.phase && String(next.reasons) === String(state.reasons)) return;
    state = { ...state, ...next, since: next.phase === state.phase ? state.since : now() };
    onState();
  };

  async function poll(): Promise<void> {
    const url = addressOf(settings);
    const reasons = await reasonsOf(`${url}/health`, fetch);
    if (cancel === undefined) return;
    if (reasons === undefined) {
      const phase = state.phase === 'starting' ? 'starting' : 'restarting';
      setState({ phase, url: null, reasons: [] });
    } else setState({ phase: reasons.length === 0 ? 'running' : 'degraded', url, reasons });
    // Two polls may have run at the same time, as after the machine woke.
    cancel();
    cancel = timers.after(pollMs, () => void poll());
  }

  return {
    state: () => state,
    start() {
      cancel ??= () => {};
      void poll();
    },
    async stop() {
      cancel?.();
      cancel = undefined;
    },
    restart: () => {},
    ticket: async () => null,
    setCallsUrl: () => {},
    resumed() {
      if (cancel === undefined) return;
      cancel();
      void poll();
    },
  };
}

const unknown: Omit<ServerState, 'since'> = {
  phase: 'starting',
  url: null,
  ingressUrl: null,
  restarts: 0,
  lastExit: null,
  reasons: [],
  problems: [],
};

/** The service's address. The machine's policy gives it to the service and to the app. */
function addressOf(settings: Settings): string {
  const base = settings.value('baseUrl');
  if (base !== null) return base.replace(/\/$/, '');
  const protocol = settings.value('tlsCertificate') === null ? 'http' : 'https';
  return `${protocol}://${settings.value('host')}:${settings.value('port')}`;
}

/** Why calls are not served, empty when they are; undefined without an answer. */
async function reasonsOf(url: string, ask: typeof fetch): Promise<string[] | undefined> {
  try {
    const response = await ask(url, { signal: AbortSignal.timeout(answerMs) });
    return readHealth(await response.text())?.reasons;
  } catch {
    return undefined;
  }
}

/** Only the app's own settings: the service has its own. */
function appSettingsOnly(settings: Settings): Settings {
  const shown = new Set(['app', 'updates']);
  return {
    ...settings,
    views: () => settings.views().filter(({ group }) => shown.has(group)),
    problems: () => [],
  };
}

const refused = refusedAt(
  'serviceMode',
  'The service on this machine holds the keys: an administrator manages them with svc keys.',
);
const refusing = async (): Promise<Refused> => refused;
const rejecting = async (): Promise<never> => {
  throw new Refusal(refused.problems);
};

const serviceCustody: Custody = {
  state: () => ({ custody: 'service', backend: null, recoveryKitMadeAt: null, problem: null }),
  secrets: rejecting,
  storedSecret: rejecting,
  storedSecretNames: () => new Set(),
  store: refusing,
  addKid: refusing,
  draftRecoveryKit: refusing,
  restore: refusing,
  onChange: () => {},
};

function noTunnel(): Tunnel {
  const state = initialTunnel('none', 'off');
  const nothing = async (): Promise<void> => {};
  return {
    state: () => state,
    start: nothing,
    stop: nothing,
    restart: nothing,
    resumed: () => {},
  };
}
