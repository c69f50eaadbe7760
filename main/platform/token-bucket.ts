/** Lets something happen, but not too often. */
export interface TokenBucket {
  /** False when it has happened too often of late. */
  take(): boolean;
}

/** At most `burst` at once, and one more each `everyMs`. `now` is in milliseconds. */
export function createTokenBucket(burst: number, everyMs: number, now: () => number): TokenBucket {
  let left = burst;
  let counted = now();
  return {
    take() {
      const regained = Math.floor((now() - counted) / everyMs);
      if (regained > 0) {
        left = Math.min(burst, left + regained);
        counted += regained * everyMs;
      }
      if (left === 0) return false;
      left -= 1;
      return true;
    },
  };
}
