import type { Clock } from '../../ports/clock.ts';

/** The machine's clocks: wall time from `Date`, durations from `process.hrtime`. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicUs: () => {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1_000_000 + Math.floor(nanoseconds / 1000);
  },
};
