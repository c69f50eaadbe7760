import type { ApplianceState } from '../ipc/schema.ts';

/** Tells everybody who shows the app's state when it has changed. */
export interface StateFeed {
  current(): ApplianceState;
  /** Something has changed; several changes at a time are told once. */
  changed(): void;
  onChange(listener: (state: ApplianceState) => void): void;
}

export function createStateFeed(read: () => ApplianceState): StateFeed {
  const listeners: ((state: ApplianceState) => void)[] = [];
  let told = true;
  return {
    current: read,
    onChange: (listener) => {
      listeners.push(listener);
    },
    changed() {
      if (!told) return;
      told = false;
      queueMicrotask(() => {
        told = true;
        const state = read();
        for (const listener of listeners) listener(state);
      });
    },
  };
}
