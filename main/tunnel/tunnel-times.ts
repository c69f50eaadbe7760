/** Time limits of a tunnel, in milliseconds. */
export interface TunnelTimes {
  /** Between two probes of a tool that is up. */
  readonly probeMs: number;
  /** Between two probes of a tool that is down. */
  readonly startProbeMs: number;
  /** Between two checks from outside. */
  readonly outsideMs: number;
  /** A tool that is down for this long is restarted. */
  readonly hungMs: number;
  /** After this long up, pauses start again with the shortest. */
  readonly steadyMs: number;
  /** Pause before the first restart; it doubles up to the longest. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /** Time for a tool to end after SIGTERM. */
  readonly stopMs: number;
}

export const usualTimes: TunnelTimes = {
  probeMs: 10_000,
  startProbeMs: 2_000,
  outsideMs: 60_000,
  hungMs: 90_000,
  steadyMs: 60_000,
  pauseMs: 1_000,
  longestPauseMs: 60_000,
  stopMs: 8_000,
};

/** Pause before the next start after `failures` short runs in a row. */
export function pauseAfter(failures: number, { pauseMs, longestPauseMs }: TunnelTimes): number {
  return Math.min(longestPauseMs, pauseMs * 2 ** Math.max(0, failures - 1));
}
