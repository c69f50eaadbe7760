import type { ElectronParts } from '../platform/electron-parts.ts';
import type { Timers } from '../platform/timers.ts';
import type { Condition } from './condition.ts';

export interface Notice {
  readonly title: string;
  readonly body: string;
}

/** A condition that passes sooner is not worth anybody's attention; starting takes its time. */
const settleMs = 10_000;
const startMs = 60_000;

/**
 * Tells a person when calls stop being served and when they are again: each change once, and only
 * one that lasts. A service that somebody stopped is no news.
 */
export function createStatusNotices(tell: (notice: Notice) => void, { after }: Timers) {
  let told: Condition['level'] = 'serving';
  let heard: Condition['level'] | undefined;
  let cancel = (): void => {};
  return {
    update({ level, summary }: Condition): void {
      if (level === heard) return;
      heard = level;
      cancel();
      cancel = after(level === 'waiting' ? startMs : settleMs, () => {
        const trouble = troubled(level);
        if (level === 'off') told = 'serving';
        else if (trouble !== troubled(told) || (trouble && level !== told)) {
          told = level;
          tell(trouble ? { title: 'Calls are not served', body: summary } : recovered);
        }
      });
    },
  };
}

const recovered: Notice = { title: 'Calls are served again', body: 'Nothing needs to be done.' };

/** Starting is trouble once it takes long, which is when this is asked. */
function troubled(level: Condition['level']): boolean {
  return level === 'waiting' || level === 'impaired' || level === 'down';
}

export interface NotifierOptions {
  readonly Notification: ElectronParts['Notification'];
  /** Whether the settings allow it. */
  readonly allowed: () => boolean;
  readonly onClick: () => void;
}

/** Shows notices by the means of the system. */
export function createNotifier({
  Notification,
  allowed,
  onClick,
}: NotifierOptions): (notice: Notice) => void {
  // Held until the next, for one that is collected takes its click with it.
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

/** Says once that the service goes on, when somebody closes the window and may think it has ended. */
export function createStillRunningNotice(
  tell: (notice: Notice) => void,
  ending: () => boolean,
): () => void {
  let told = false;
  return () => {
    if (told || ending()) return;
    told = true;
    tell({
      title: 'Voice PHI Proxy keeps running',
      body: 'The service goes on. Open it again from its icon beside the clock.',
    });
  };
}
