import { isDeepStrictEqual } from 'node:util';
import type { TunnelState } from '../ipc/schema.ts';
import type { RunOutcome } from './attempt.ts';
import { keepOpen } from './keep-open.ts';
import { createInterruptibleSleep } from './naps.ts';
import type { TunnelSource } from './prepare.ts';
import { providers } from './providers.ts';
import { type TunnelTimes, usualTimes } from './times.ts';
import type { TunnelStatus } from './view.ts';

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
  const naps = createInterruptibleSleep();
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
        sleeper: naps,
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
    start: () => inTurn(() => (running === null ? begin() : naps.wake())),
    stop: () => inTurn(close),
    restart: () => inTurn(() => close().then(begin)),
    resumed: naps.wake,
  };
}

/** A tunnel that was not up yet is still what it was; one that was is down. */
function whileRunning({ up, publicUrl, words }: TunnelStatus, state: TunnelState): Partial<TunnelState> {
  if (state.phase === 'stopping') return {};
  if (up) return { phase: 'up', publicUrl, detail: words };
  const phase = state.phase === 'up' ? 'down' : state.phase;
  return { phase, publicUrl, detail: words ?? state.detail };
}

/** The first new start is tried in a moment; what did not even come up takes longer. */
function between({ wasUp, words }: RunOutcome): Partial<TunnelState> {
  return { phase: wasUp ? 'restarting' : 'down', detail: words };
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
