import { mkdir, rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { oneAtATime } from '../../server/shared/one-at-a-time.ts';
import type { TunnelState } from '../ipc/schema.ts';
import { createInterruptibleSleep } from './interruptible-sleep.ts';
import { killOrphan } from './orphan-process.ts';
import { prepareTool, type TunnelSource } from './prepare-tool.ts';
import { cloudflared } from './providers/cloudflared.ts';
import { custom } from './providers/custom.ts';
import type { Provider } from './providers/provider.ts';
import { ssh } from './providers/ssh.ts';
import { type RunContext, type RunOutcome, runTool } from './run-tool.ts';
import type { TunnelStatus } from './tunnel-status.ts';
import { pauseAfter, type TunnelTimes, usualTimes } from './tunnel-times.ts';

/** Every tunnel provider, by its name in the settings. */
export const providers: Readonly<Record<Provider['name'], Provider>> = {
  cloudflared,
  ssh,
  custom,
};

export interface KeepOpenOptions extends RunContext {
  /** Called when a run has ended and another follows. */
  readonly onEnded: (ended: RunOutcome) => void;
}

/**
 * Runs a provider's tool repeatedly, with growing pauses between short runs, until the signal is
 * aborted; then resolves with null. Resolves with what a person must do if another run would fail
 * too. First ends and removes what an earlier run of the app left.
 */
export async function keepOpen(
  provider: Provider,
  options: KeepOpenOptions,
): Promise<string | null> {
  const { source, times, sleeper, signal } = options;
  await killOrphan(source.folder);
  await rm(source.folder, { recursive: true, force: true });
  await mkdir(source.folder, { recursive: true, mode: 0o700 });
  let failures = 0;
  while (!signal.aborted) {
    const ended = await runOnce(provider, options);
    if (signal.aborted) break;
    if (ended.final) return ended.message;
    failures = ended.wasSteady ? 1 : failures + 1;
    options.onEnded(ended);
    await sleeper.sleep(pauseAfter(failures, times), signal);
  }
  return null;
}

async function runOnce(provider: Provider, options: KeepOpenOptions): Promise<RunOutcome> {
  const prepared = await prepareTool(provider, options.source);
  return prepared.ok
    ? await runTool(prepared.value, options)
    : { ...prepared.diagnosis, wasUp: false, wasSteady: false };
}

/** The tunnel through which calls arrive. */
export interface Tunnel {
  state(): TunnelState;
  /**
   * Starts the tunnel that the settings name, and keeps it open until `stop`. Resolves before it is
   * up. A tunnel that waits for its next try tries immediately; a failed one starts again.
   */
  start(): Promise<void>;
  /** Ends the tool; let calls in flight finish first. Resolves when nothing of it is left. */
  stop(): Promise<void>;
  /** Applies changed settings. */
  restart(): Promise<void>;
  /** Ends all waits and checks everything, because the machine woke. */
  resumed(): void;
}

export interface TunnelOptions extends TunnelSource {
  /** Called after each change. */
  readonly onState: (state: TunnelState) => void;
  /** For the check from outside; the desktop app's fetch uses the system's proxy. */
  readonly fetch?: typeof fetch;
  readonly times?: Partial<TunnelTimes>;
}

interface Running {
  readonly end: AbortController;
  readonly done: Promise<void>;
}

/** Supervises the tool of the provider in the settings. */
export function createTunnel(options: TunnelOptions): Tunnel {
  const sleeper = createInterruptibleSleep();
  let state = initialTunnel('none', 'off');
  let running: Running | null = null;
  const inTurn = oneAtATime();

  const change = (to: Partial<TunnelState>): void => {
    const next = changed(state, to);
    if (next === state) return;
    state = next;
    options.onState(state);
  };

  const run = async (provider: keyof typeof providers, signal: AbortSignal): Promise<void> => {
    let starts = 0;
    try {
      const detail = await keepOpen(providers[provider], {
        source: options,
        fetch: options.fetch ?? globalThis.fetch,
        times: { ...usualTimes, ...options.times },
        sleeper,
        signal,
        onStart: () => {
          change({ restarts: starts });
          starts += 1;
        },
        onStatus: (seen) => change(whileRunning(seen, state)),
        onEnded: (ended) => change(between(ended)),
      });
      if (detail !== null) change({ phase: 'failed', detail });
    } catch (error) {
      change({ phase: 'failed', detail: `The tunnel could not be opened: ${String(error)}` });
    }
    running = null;
  };

  const begin = (): void => {
    const provider = options.setting('tunnelProvider') ?? 'none';
    change(initialTunnel(provider, provider === 'none' ? 'off' : 'starting'));
    if (provider === 'none') return;
    const end = new AbortController();
    running = { end, done: run(provider, end.signal) };
  };

  const close = async (): Promise<void> => {
    if (running !== null) {
      change({ phase: 'stopping' });
      running.end.abort();
      await running.done;
    }
    change(initialTunnel(state.provider, 'off'));
  };

  return {
    state: () => state,
    start: () => inTurn(() => (running === null ? begin() : sleeper.wake())),
    stop: () => inTurn(close),
    restart: () => inTurn(() => close().then(begin)),
    resumed: sleeper.wake,
  };
}

/** A tunnel that was not yet up keeps its phase; one that was up is down. */
function whileRunning(
  { up, publicUrl, message }: TunnelStatus,
  state: TunnelState,
): Partial<TunnelState> {
  if (state.phase === 'stopping') return {};
  if (up) return { phase: 'up', publicUrl, detail: message };
  const phase = state.phase === 'up' ? 'down' : state.phase;
  return { phase, publicUrl, detail: message ?? state.detail };
}

/** A tunnel that was up restarts soon; one that never came up waits longer. */
function between({ wasUp, message }: RunOutcome): Partial<TunnelState> {
  return { phase: wasUp ? 'restarting' : 'down', detail: message };
}

/** Returns the same object if nothing changes. */
function changed(state: TunnelState, to: Partial<TunnelState>): TunnelState {
  const since = (to.phase ?? state.phase) === state.phase ? state.since : new Date().toISOString();
  const next = { ...state, ...to, since };
  return isDeepStrictEqual(next, state) ? state : next;
}

/** The state before anything was started. */
export function initialTunnel(
  provider: TunnelState['provider'],
  phase: TunnelState['phase'],
): TunnelState {
  return {
    provider,
    phase,
    since: new Date().toISOString(),
    publicUrl: null,
    restarts: 0,
    detail: null,
  };
}
