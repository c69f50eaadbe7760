import type { Timers } from '../../../main/platform/timers.ts';

/** Time that passes when a test says so. */
export interface ManualTimers extends Timers {
  /** Lets `ms` milliseconds pass and calls what is due, in order. */
  advance(ms: number): void;
  /** Lets the clock go on while nothing runs, as in a sleeping machine. */
  sleep(ms: number): void;
  /** When what is due next is due, in milliseconds from now; undefined when nothing is. */
  next(): number | undefined;
}

export function manualTimers(random = 1): ManualTimers {
  let now = Date.UTC(2026, 0, 5, 8);
  const waiting = new Map<() => void, number>();
  const first = () => [...waiting].toSorted(([, a], [, b]) => a - b)[0];

  function call(callback: () => void): void {
    waiting.delete(callback);
    callback();
  }

  return {
    now: () => now,
    random: () => random,
    after: (ms, callback) => {
      const due = () => callback();
      waiting.set(due, now + ms);
      return () => waiting.delete(due);
    },
    advance: (ms) => {
      const until = now + ms;
      for (let entry = first(); entry !== undefined && entry[1] <= until; entry = first()) {
        now = Math.max(now, entry[1]);
        call(entry[0]);
      }
      now = until;
    },
    sleep: (ms) => {
      now += ms;
    },
    next: () => {
      const entry = first();
      return entry === undefined ? undefined : entry[1] - now;
    },
  };
}
