import { clockSlackDays } from './retention-scan.ts';

/** What pruning thinks of the clock (design D27). */
export type ClockState = 'ok' | 'clock_behind' | 'clock_ahead';

const dayMs = 24 * 3_600_000;
/** Less than this is queueing between threads. */
const toleranceMs = 60_000;

/**
 * A wrong clock must not make records look old. A clock behind the newest record, or behind its own
 * last reading, is wrong. A clock that ran ahead of its last reading by more than the slack may be
 * wrong: a person must confirm it.
 */
export function checkClock(
  nowMs: number,
  { clockSeen, newest = clockSeen }: { readonly clockSeen: string; readonly newest?: string },
): ClockState {
  const seenMs = Date.parse(clockSeen);
  if (!(nowMs >= Math.max(seenMs, Date.parse(newest)) - toleranceMs)) return 'clock_behind';
  return nowMs - seenMs > clockSlackDays * dayMs ? 'clock_ahead' : 'ok';
}
