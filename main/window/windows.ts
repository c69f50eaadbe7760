import type { ApplianceParts } from '../appliance/appliance-parts.ts';
import type { ElectronParts } from '../platform/electron-parts.ts';
import type { Timers } from '../platform/timers.ts';
import { guardDownloads } from './downloads.ts';
import { type ContentsGuard, guardConnections, guardContents, guardSession } from './guards.ts';
import { PortalWindow } from './portal-window.ts';
import { createSignInWindow } from './sign-in-window.ts';
import { serveStatusPage, statusScheme } from './status-page.ts';
import { partition } from './window-options.ts';

/** Rules for all windows; call this before the app is ready. */
export function guardWindows(electron: ElectronParts): ContentsGuard {
  electron.app.enableSandbox();
  electron.protocol.registerSchemesAsPrivileged([statusScheme]);
  guardConnections(electron);
  return guardContents(electron);
}

export interface WindowsOptions {
  readonly electron: ElectronParts;
  readonly guard: ContentsGuard;
  readonly preload: string;
  readonly timers: Timers;
  readonly parts: Pick<ApplianceParts, 'server' | 'settings'>;
  readonly onClosed: () => void;
}

/** Makes the app's windows, which share a session; opens none. Call this once the app is ready. */
export async function createWindows(options: WindowsOptions): Promise<PortalWindow> {
  const { electron, guard, preload, timers, parts } = options;
  const { server, settings } = parts;
  const developing = !electron.app.isPackaged;
  const portal = (): string | null => window.address();
  const signIn = createSignInWindow({
    electron,
    guard,
    developing,
    portal,
    furtherHosts: () => namesIn(settings.value('signInHosts')),
    onSignedIn: () => window.reload(),
  });
  const window = new PortalWindow({
    electron,
    guard,
    preload,
    developing,
    timers,
    server: server.state,
    ticket: server.ticket,
    signInElsewhere: signIn.open,
    onClosed: () => {
      signIn.close();
      options.onClosed();
    },
  });
  // Before any window: the first user of a partition decides its options.
  const session = electron.session.fromPartition(partition.name, partition.options);
  guardSession(session, portal);
  guardDownloads(session, { electron, portal, holds: window.holds });
  session.webRequest.onErrorOccurred(window.noteFailedRequest);
  await serveStatusPage(session);
  return window;
}

const namesIn = (list: string | null): string[] =>
  (list ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
