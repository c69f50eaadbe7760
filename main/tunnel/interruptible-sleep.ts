import { setTimeout as pause } from 'node:timers/promises';

/** Pauses that one call ends early, as when the machine wakes. */
export interface InterruptibleSleep {
  /** Resolves after `ms` milliseconds, when woken, or when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  wake(): void;
}

export function createInterruptibleSleep(): InterruptibleSleep {
  let waking = new AbortController();
  return {
    // A pause that ends early rejects.
    sleep: (ms, signal) =>
      pause(ms, undefined, { signal: AbortSignal.any([signal, waking.signal]) }).catch(() => {}),
    wake: () => {
      waking.abort();
      waking = new AbortController();
    },
  };
}
