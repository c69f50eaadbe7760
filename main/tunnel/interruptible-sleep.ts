/** Pauses that one call ends early, as when the machine wakes. */
export interface InterruptibleSleep {
  /** Resolves after `ms` milliseconds, when woken, or when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  wake(): void;
}

export function createInterruptibleSleep(): InterruptibleSleep {
  const sleepers = new Set<() => void>();
  return {
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const up = (): void => {
          clearTimeout(timer);
          sleepers.delete(up);
          signal.removeEventListener('abort', up);
          resolve();
        };
        const timer = setTimeout(up, ms);
        sleepers.add(up);
        signal.addEventListener('abort', up);
        if (signal.aborted) up();
      }),
    wake: () => {
      for (const up of [...sleepers]) up();
    },
  };
}
