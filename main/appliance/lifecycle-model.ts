import type { Problem, ServerState } from '../ipc/schema.ts';

/** Time limits in milliseconds, and limits on counts. */
export interface LifecycleTimes {
  /** From its launch until a server is ready. */
  readonly startMs: number;
  /** Between two health requests. */
  readonly healthMs: number;
  /** Unanswered health requests in a row after which the server hangs. */
  readonly unansweredLimit: number;
  /** Time for calls in flight to finish; the server itself takes at most 30 s. */
  readonly drainMs: number;
  /** After SIGTERM, until SIGKILL. */
  readonly terminateMs: number;
  /** After it reported a refusal, until SIGKILL. */
  readonly refusedMs: number;
  /** Pauses before restarts double from the first to the longest. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** Crash-loop threshold: `crashLimit` crashes within `crashWindowMs`. */
  readonly crashLimit: number;
  readonly crashWindowMs: number;
  /**
   * After this time a crash loop ends with another start, because the machine may be unattended.
   */
  readonly coolDownMs: number;
}

export const defaultTimes: LifecycleTimes = {
  startMs: 60_000,
  healthMs: 5_000,
  unansweredLimit: 3,
  drainMs: 40_000,
  terminateMs: 5_000,
  refusedMs: 5_000,
  firstPauseMs: 500,
  longestPauseMs: 30_000,
  crashLimit: 5,
  crashWindowMs: 10 * 60_000,
  coolDownMs: 15 * 60_000,
};

export type LifecyclePhase =
  | { readonly name: 'stopped' }
  /** Keys, files and folder are being checked; nothing is launched yet. */
  | { readonly name: 'preparing' }
  | { readonly name: 'starting' }
  | {
      readonly name: 'running';
      readonly url: string;
      readonly ingressUrl: string | null;
      readonly reasons: readonly string[];
      readonly liveCalls: number;
      readonly unanswered: number;
    }
  /** It got SIGKILL and has not exited yet. */
  | { readonly name: 'killed'; readonly because: string }
  | { readonly name: 'restarting' }
  | { readonly name: 'crash_loop' }
  | { readonly name: 'refused'; readonly problems: readonly Problem[]; readonly alive: boolean }
  | {
      readonly name: 'stopping';
      readonly next: 'stopped' | 'launch';
      readonly launched: boolean;
      readonly step: 'asked' | 'terminated' | 'killed';
    };

/** Everything the supervisor knows. Times are in milliseconds since the epoch. */
export interface Lifecycle {
  readonly phase: LifecyclePhase;
  readonly since: number;
  readonly launches: number;
  readonly lastExit: string | null;
  readonly crashes: readonly number[];
}

export type LifecycleEvent =
  | { readonly type: 'start' | 'stop' | 'restart' }
  | { readonly type: 'launched' }
  /** Nothing was launched, and another try would fail too. */
  | { readonly type: 'unable'; readonly problems: readonly Problem[] }
  | { readonly type: 'hello'; readonly known: boolean }
  | { readonly type: 'ready'; readonly url: string; readonly ingressUrl: string | null }
  | { readonly type: 'refused'; readonly problems: readonly Problem[] }
  | {
      readonly type: 'health';
      readonly reasons: readonly string[];
      readonly liveCalls?: number | undefined;
    }
  | { readonly type: 'exited'; readonly exit: string }
  /** The wait of `wakeMs` is over. */
  | { readonly type: 'due' }
  /** The machine slept, so elapsed times mean nothing. */
  | { readonly type: 'resumed' };

export type LifecycleEffect =
  | { readonly do: 'launch' }
  | { readonly do: 'send'; readonly message: 'secrets' | 'health' | 'shutdown' }
  | { readonly do: 'kill'; readonly signal: 'SIGTERM' | 'SIGKILL' };

export interface Transition {
  readonly model: Lifecycle;
  readonly effects: readonly LifecycleEffect[];
  /** When to send `due`; null: never; absent: unchanged. */
  readonly wakeMs?: number | null;
}

export interface LifecycleContext {
  readonly now: number;
  /** From 0 to 1: spreads the pauses before a restart. */
  readonly random: number;
  readonly times: LifecycleTimes;
}

export function initialLifecycle(now: number): Lifecycle {
  return { phase: { name: 'stopped' }, since: now, launches: 0, lastExit: null, crashes: [] };
}

/** The phase that the window shows. */
export function shownPhase(phase: LifecyclePhase): ServerState['phase'] {
  switch (phase.name) {
    case 'preparing':
      return 'starting';
    case 'running':
      return phase.reasons.length === 0 ? 'running' : 'degraded';
    case 'killed':
      return 'restarting';
    default:
      return phase.name;
  }
}

/** The state that the window shows. */
export function shownState({ phase, since, launches, lastExit }: Lifecycle): ServerState {
  const running = phase.name === 'running' ? phase : undefined;
  return {
    phase: shownPhase(phase),
    since: new Date(since).toISOString(),
    url: running?.url ?? null,
    ingressUrl: running?.ingressUrl ?? null,
    restarts: Math.max(0, launches - 1),
    lastExit,
    reasons: [...(running?.reasons ?? [])],
    liveCalls: running?.liveCalls ?? 0,
    problems: phase.name === 'refused' ? [...phase.problems] : [],
  };
}
