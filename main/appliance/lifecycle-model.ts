import type { Problem, ServerState } from '../ipc/schema.ts';

/** How long things may take, in milliseconds. */
export interface LifecycleTimes {
  /** From its launch until a server is ready. */
  readonly startMs: number;
  /** Between two questions about its health. */
  readonly healthMs: number;
  /** Questions in a row that may stay unanswered; then it hangs. */
  readonly unansweredLimit: number;
  /** For calls in flight to end; the server itself takes 30 s at most. */
  readonly drainMs: number;
  /** After SIGTERM, until SIGKILL. */
  readonly terminateMs: number;
  /** After it said that it is refused, until SIGKILL. */
  readonly refusedMs: number;
  /** Pauses before a restart grow from the first to the longest, twofold each. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** So many crashes in so long a time are a loop. */
  readonly crashLimit: number;
  readonly crashWindowMs: number;
  /** A loop is left after this time, to try again where nobody looks. */
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
  /** Keys, files and folder are looked at; nothing is launched yet. */
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
  /** It was sent SIGKILL and is not gone yet. */
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
  /** Nothing was launched, and trying again would change nothing. */
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
  /** The time asked for with `wakeMs` is over. */
  | { readonly type: 'due' }
  /** The machine slept, so that times mean nothing. */
  | { readonly type: 'resumed' };

export type LifecycleEffect =
  | { readonly do: 'launch' }
  | { readonly do: 'send'; readonly message: 'secrets' | 'health' | 'shutdown' }
  | { readonly do: 'kill'; readonly signal: 'SIGTERM' | 'SIGKILL' };

export interface Transition {
  readonly model: Lifecycle;
  readonly effects: readonly LifecycleEffect[];
  /** When `due` is wanted; null: never; absent: as it was. */
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

/** The name of a phase as the window is shown it. */
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

/** A lifecycle as the window is shown it. */
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
