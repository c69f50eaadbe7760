import { EventEmitter } from 'node:events';
import type { ApplianceState } from '../ipc/schema.ts';

/** Notifies listeners when the app's state has changed. */
export interface StateFeed {
  current(): ApplianceState;
  /** Reports a change; changes in one tick notify once. */
  changed(): void;
  onChange(listener: (state: ApplianceState) => void): void;
}

export function createStateFeed(read: () => ApplianceState): StateFeed {
  const changes = new EventEmitter<{ change: [ApplianceState] }>();
  let scheduled = false;
  return {
    current: read,
    onChange: (listener) => void changes.on('change', listener),
    changed() {
      if (scheduled) return;
      scheduled = true;
      queueMicrotask(() => {
        scheduled = false;
        changes.emit('change', read());
      });
    },
  };
}
