import type { ApplianceState } from '../ipc/schema.ts';

/** Notifies listeners when the app's state has changed. */
export interface StateFeed {
  current(): ApplianceState;
  /** Reports a change; changes in one tick notify once. */
  changed(): void;
  onChange(listener: (state: ApplianceState) => void): void;
}

export function createStateFeed(read: () => ApplianceState): StateFeed {
  const listeners: ((state: ApplianceState) => void)[] = [];
  let scheduled = false;
  return {
    current: read,
    onChange: (listener) => {
      listeners.push(listener);
    },
    changed() {
      if (scheduled) return;
      scheduled = true;
      queueMicrotask(() => {
        scheduled = false;
        const state = read();
        for (const listener of listeners) listener(state);
      });
    },
  };
}
