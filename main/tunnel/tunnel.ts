import { mkdir, rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
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

/** Every way of bringing calls in, by the name it has in the settings. */
export const providers: Readonly<Record<Provider['name'], Provider>> = {
  cloudflared,
  ssh,
  custom,
};

export interface KeepOpenOptions extends RunContext {
  /** Called when a run has ended and another will follow. */
  readonly onEnded: (ended: RunOutcome) => void;
}

/**
 * Runs a provider's tool again and again, with pauses that grow while it does not last, until it is not
 * wanted any more: null then. Resolves with what somebody must do first when another run would change
 * nothing. What an earlier run of the app left behind is ended and removed before.
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

/** The tunnel that brings calls in, whoever provides it. */
export interface Tunnel {
  state(): TunnelState;
  /**
   * Begins to open the tunnel that the settings name, and keeps it open until `stop`. Resolves before it
   * is up. One that waits for its next try, as for the server's listener, tries at once; one that failed
   * begins anew.
   */
  start(): Promise<void>;
  /** Ends the tool: calls in flight are to be finished first. Resolves when nothing of it is left. */
  stop(): Promise<void>;
  /** Takes up changed settings. */
  restart(): Promise<void>;
  /** The machine woke up: nothing waits any longer, everything is looked at. */
  resumed(): void;
}

export interface TunnelOptions extends TunnelSource {
  /** Called after each change. */
  readonly onState: (state: TunnelState) => void;
  /** For the look from outside; the desktop app's own knows the proxy of the system. */
  readonly fetch?: typeof fetch;
  readonly times?: Partial<TunnelTimes>;
}

interface Running {
  readonly end: AbortController;
  readonly done: Promise<void>;
}

/** Supervises the tool of whichever provider the settings name. */
export function createTunnel(options: TunnelOptions): Tunnel {
  const sleeper = createInterruptibleSleep();
  let state = initial('none', 'off');
  let running: Running | null = null;
  let queue: Promise<void> = Promise.resolve();

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
    change(initial(provider, provider === 'none' ? 'off' : 'starting'));
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
    change(initial(state.provider, 'off'));
  };

  const inTurn = (step: () => Promise<void> | void): Promise<void> => {
    queue = queue.then(step);
    return queue;
  };

  return {
    state: () => state,
    start: () => inTurn(() => (running === null ? begin() : sleeper.wake())),
    stop: () => inTurn(close),
    restart: () => inTurn(() => close().then(begin)),
    resumed: sleeper.wake,
  };
}

/** A tunnel that was not up yet is still what it was; one that was is down. */
function whileRunning(
  { up, publicUrl, message }: TunnelStatus,
  state: TunnelState,
): Partial<TunnelState> {
  if (state.phase === 'stopping') return {};
  if (up) return { phase: 'up', publicUrl, detail: message };
  const phase = state.phase === 'up' ? 'down' : state.phase;
  return { phase, publicUrl, detail: message ?? state.detail };
}

/** The first new start is tried in a moment; what did not even come up takes longer. */
function between({ wasUp, message }: RunOutcome): Partial<TunnelState> {
  return { phase: wasUp ? 'restarting' : 'down', detail: message };
}

/** The same object when nothing changes. */
function changed(state: TunnelState, to: Partial<TunnelState>): TunnelState {
  const since = (to.phase ?? state.phase) === state.phase ? state.since : new Date().toISOString();
  const next = { ...state, ...to, since };
  return isDeepStrictEqual(next, state) ? state : next;
}

function initial(provider: TunnelState['provider'], phase: TunnelState['phase']): TunnelState {
  return {
    provider,
    phase,
    since: new Date().toISOString(),
    publicUrl: null,
    restarts: 0,
    detail: null,
  };
}
