import { clockSlackDays } from './retention-scan.ts';

/** What pruning thinks of the clock (design D27). */
export type ClockState = 'ok' | 'clock_behind' | 'clock_ahead';

const dayMs = 24 * 3_600_000;
/** Less than this is queueing between threads. */
const toleranceMs = 60_000;

/**
 * A wrong clock must not make records look old. Behind the newest record, or behind what it read
 * before, it is wrong; further ahead of what it read before than the slack that records are kept
 * beyond their retention, it cannot be told from a wrong one.
 */
export function checkClock(
  nowMs: number,
  { clockSeen, newest = clockSeen }: { readonly clockSeen: string; readonly newest?: string },
): ClockState {
  const seenMs = Date.parse(clockSeen);
  if (!(nowMs >= Math.max(seenMs, Date.parse(newest)) - toleranceMs)) return 'clock_behind';
  return nowMs - seenMs > clockSlackDays * dayMs ? 'clock_ahead' : 'ok';
}
