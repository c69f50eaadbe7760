import type { ElectronParts } from '../platform/electron-parts.ts';
import type { Timers } from '../platform/timers.ts';
import type { Condition } from './condition.ts';

export interface Notice {
  readonly title: string;
  readonly body: string;
}

/** Shorter conditions are not reported; a start may take longer. */
const settleMs = 10_000;
const startMs = 60_000;

/**
 * Notifies the person when calls stop being served and when they are served again: once per change,
 * and only of changes that last. A service that a person stopped is not reported.
 */
export function createStatusNotices(notify: (notice: Notice) => void, { after }: Timers) {
  let notified: Condition['level'] = 'serving';
  let latest: Condition['level'] | undefined;
  let cancel = (): void => {};
  return {
    update({ level, summary }: Condition): void {
      if (level === latest) return;
      latest = level;
      cancel();
      cancel = after(level === 'waiting' ? startMs : settleMs, () => {
        const trouble = isTrouble(level);
        if (level === 'off') notified = 'serving';
        else if (trouble !== isTrouble(notified) || (trouble && level !== notified)) {
          notified = level;
          notify(trouble ? { title: 'Calls are not served', body: summary } : recovered);
        }
      });
    },
  };
}

const recovered: Notice = { title: 'Calls are served again', body: 'You need not do anything.' };

/** `waiting` counts as trouble, because it is asked about only after a long start. */
function isTrouble(level: Condition['level']): boolean {
  return level === 'waiting' || level === 'impaired' || level === 'down';
}

export interface NotifierOptions {
  readonly Notification: ElectronParts['Notification'];
  /** Whether the settings allow notifications. */
  readonly allowed: () => boolean;
  readonly onClick: () => void;
}

/** Shows system notifications. */
export function createNotifier({
  Notification,
  allowed,
  onClick,
}: NotifierOptions): (notice: Notice) => void {
  // Keeps the last one, because a collected notification loses its click handler.
  let shown: unknown;
  return ({ title, body }) => {
    if (!allowed() || !Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    notification.on('click', onClick);
    notification.show();
    shown = notification;
    void shown;
  };
}

/** Notifies once that the service keeps running, when the person closes the window. */
export function createStillRunningNotice(
  notify: (notice: Notice) => void,
  ending: () => boolean,
): () => void {
  let notified = false;
  return () => {
    if (notified || ending()) return;
    notified = true;
    notify({
      title: 'Voice PHI Proxy keeps running',
      body: 'The service is still running. Open the window again from the icon next to the clock.',
    });
  };
}
