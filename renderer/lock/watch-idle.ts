/** Milliseconds without a key or pointer event after which the portal locks (decision 0110). */
export const idleMs = 15 * 60_000;

const checkEveryMs = 1_000;
const signsOfLife = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

export interface IdleClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs again and again; the function that it returns ends that. */
  every(ms: number, run: () => void): () => void;
}

export const browserClock: IdleClock = {
  now: () => Date.now(),
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};

/**
 * Calls `onIdle` once nobody has used a key or the pointer for `idleMs`. It compares times of day, because
 * timers stand still while a computer sleeps. The function that it returns ends the watch.
 */
export function watchIdle(target: EventTarget, clock: IdleClock, onIdle: () => void): () => void {
  let last = clock.now();
  const check = (): boolean => {
    const idle = clock.now() - last >= idleMs;
    if (idle) onIdle();
    return idle;
  };
  // The first key after a long sleep must not count as use.
  const used = () => {
    if (!check()) last = clock.now();
  };
  const stop = clock.every(checkEveryMs, check);
  for (const sign of signsOfLife) target.addEventListener(sign, used, { passive: true });
  return () => {
    stop();
    for (const sign of signsOfLife) target.removeEventListener(sign, used);
  };
}
