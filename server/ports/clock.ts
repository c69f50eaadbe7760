/** Time, so that pure code and tests need none. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
  /** Monotonic microseconds, for durations. */
  monotonicUs(): number;
}
