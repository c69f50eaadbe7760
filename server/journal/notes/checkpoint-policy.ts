/** How many records there are, and how many of them the last checkpoint covers. */
export interface Coverage {
  readonly size: number;
  /** 0 while there is no checkpoint. */
  readonly covered: number;
}

export const eventsPerCheckpoint = 256;
const activityMs = 60_000;
/** Each checkpoint costs a signature and a commit: seals within this time share one. */
const sealMs = 100;

/** Records since the last checkpoint, without the record of that checkpoint. */
export function uncovered({ size, covered }: Coverage): number {
  return size - covered - (covered === 0 ? 0 : 1);
}

/**
 * Milliseconds until the journal signs a checkpoint (design D24): shortly after a seal, within
 * `delayWhenFullMs` once 256 records wait for it, else after 60 s. Undefined when no record waits. `lastSeal`
 * is the `seq` of the last seal, or higher.
 */
export function signDelayMs(
  coverage: Coverage,
  lastSeal: number,
  delayWhenFullMs: number,
): number | undefined {
  const waiting = uncovered(coverage);
  if (waiting <= 0) return undefined;
  if (waiting >= eventsPerCheckpoint) return delayWhenFullMs;
  return lastSeal >= coverage.covered ? sealMs : activityMs;
}
