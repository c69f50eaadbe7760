/** Clock, timers and randomness; tests pass their own. */
export interface Timers {
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
  readonly after: After;
}

/** Calls back after `ms` milliseconds; returns a function that cancels. */
export type After = (ms: number, callback: () => void) => () => void;

export const systemTimers: Timers = {
  now: Date.now,
  random: Math.random,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
