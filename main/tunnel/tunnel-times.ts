/** How long a tunnel waits for what, in milliseconds. */
export interface TunnelTimes {
  /** Between two questions to a tool that is up. */
  readonly probeMs: number;
  /** Between two questions to one that is not. */
  readonly startProbeMs: number;
  /** Between two looks from outside. */
  readonly outsideMs: number;
  /** A tool that is not up for so long is started again. */
  readonly hungMs: number;
  /** A tunnel that was up for so long begins anew with the shortest pause. */
  readonly steadyMs: number;
  /** Pause before the first new start; it doubles up to the longest. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /** For a tool to end by itself. */
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

/** Pause before the start that follows so many in a row that did not last. */
export function pauseAfter(failures: number, { pauseMs, longestPauseMs }: TunnelTimes): number {
  return Math.min(longestPauseMs, pauseMs * 2 ** Math.max(0, failures - 1));
}
