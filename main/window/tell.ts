import type { ElectronParts } from '../electron-parts.ts';
import type { Notice } from './notices.ts';

export interface NotifierOptions {
  readonly Notification: ElectronParts['Notification'];
  /** Whether the settings allow it. */
  readonly allowed: () => boolean;
  readonly onClick: () => void;
}

/** Shows notices by the means of the system. */
export function createNotifier({ Notification, allowed, onClick }: NotifierOptions): (notice: Notice) => void {
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
export function createStillRunningNotice(tell: (notice: Notice) => void, ending: () => boolean): () => void {
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
