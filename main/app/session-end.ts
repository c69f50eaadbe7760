import type { ElectronParts, PreventableEvent } from '../electron-parts.ts';
import type { Shutdown } from './ending.ts';

/**
 * Lets calls finish when the person signs out of Windows, which tells windows alone: a hidden one
 * hears it while the app has none open. The sign-out waits, for as long as Windows lets it, until the
 * app has ended. Does nothing on other systems, which tell the app itself.
 */
export function shutDownOnSessionEnd(
  { app, BaseWindow }: Pick<ElectronParts, 'app' | 'BaseWindow'>,
  platform: NodeJS.Platform,
  shutdown: Pick<Shutdown, 'begin'>,
): void {
  if (platform !== 'win32') return;
  const listener = new BaseWindow({ show: false, skipTaskbar: true });
  listener.on('query-session-end', (event: PreventableEvent) => {
    event.preventDefault();
    shutdown.begin();
  });
  listener.on('session-end', shutdown.begin);
  app.on('quit', () => listener.destroy());
}
