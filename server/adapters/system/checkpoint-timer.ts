import { type Coverage, signDelayMs, uncovered } from '../../journal/index.ts';

/** Signs checkpoints when they are due (design D24). */
export interface CheckpointTimer {
  /** After a commit; `lastSeal` is the `seq` of a seal in it, or higher; -1 when there is none. */
  after(coverage: Coverage, lastSeal: number): void;
  hasUncovered(): boolean;
  /** Nothing is signed from then on. */
  stop(): void;
}

/**
 * `sign` may resolve with what a checkpoint covers then. A checkpoint of 256 records waits for
 * `delayWhenFullMs`.
 */
export function checkpointTimer(
  sign: () => Promise<Coverage | undefined>,
  delayWhenFullMs: number,
): CheckpointTimer {
  let coverage: Coverage = { size: 0, covered: 0 };
  let seal = -1;
  let signing = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let timerMs = 0;

  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const signNow = async () => {
    if (signing || stopped) return;
    signing = true;
    clear();
    try {
      const now = await sign();
      signing = false;
      // Records may have come while this checkpoint was signed.
      schedule(now ?? coverage);
    } catch {
      // The checkpoint stays due: the next append tries again.
      signing = false;
    }
  };
  /** Keeps a timer that ends earlier. */
  const schedule = (now: Coverage) => {
    coverage = now;
    const ms = signDelayMs(now, seal, delayWhenFullMs);
    if (ms === undefined) clear();
    else if (ms === 0) void signNow();
    else if (!stopped && (timer === undefined || timerMs > ms)) {
      clear();
      timerMs = ms;
      timer = setTimeout(signNow, ms).unref();
    }
  };
  return {
    after(now, lastSeal) {
      seal = Math.max(seal, lastSeal);
      schedule(now);
    },
    hasUncovered: () => uncovered(coverage) > 0,
    stop() {
      stopped = true;
      clear();
    },
  };
}
