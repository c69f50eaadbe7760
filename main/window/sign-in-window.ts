import { isLoopbackHost } from '../../server/shared/loopback.ts';
import type { ElectronParts, WindowPart } from '../platform/electron-parts.ts';
import type { ContentsGuard } from './guards.ts';
import { isSameOrigin, signInPath } from './trusted-urls.ts';
import { signInWindowOptions } from './window-options.ts';

export interface SignInWindowOptions {
  readonly electron: Pick<ElectronParts, 'BrowserWindow' | 'dialog'>;
  readonly guard: ContentsGuard;
  readonly developing: boolean;
  /** The portal's address; null while there is none. */
  readonly portal: () => string | null;
  /** Hosts that pages of the identity provider may lead to, as the settings name them. */
  readonly furtherHosts: () => readonly string[];
  /** The person is signed in. */
  readonly onSignedIn: () => void;
}

/**
 * A sign-in at the clinic's own identity provider, in a window that has no preload and closes once the
 * provider has sent it back. Where it may go: wherever the portal and then the provider redirect it,
 * for the clinic trusts them with the sign-in; but a page may lead only to hosts that a redirect has
 * named or the settings list. Always HTTPS, other than on this machine.
 */
export function createSignInWindow(options: SignInWindowOptions) {
  const { electron, guard, developing, portal, furtherHosts, onSignedIn } = options;
  let open: WindowPart | undefined;

  function begin(address: string): WindowPart {
    const window = new electron.BrowserWindow(signInWindowOptions(developing));
    const hosts = new Set(furtherHosts());
    const explained = new Set<string>();
    guard.setRules(window.webContents, {
      redirected: ({ url }) => {
        const host = secureHost(url);
        if (host !== undefined) hosts.add(host);
        return isSameOrigin(url, portal()) || host !== undefined;
      },
      followed: ({ url }) => {
        const host = secureHost(url);
        if (isSameOrigin(url, portal()) || (host !== undefined && hosts.has(host))) return true;
        const place = URL.parse(url)?.host ?? 'an address that cannot be read';
        if (!explained.has(place)) void electron.dialog.showMessageBox(window, refusal(place));
        explained.add(place);
        return false;
      },
      opened: () => {},
    });
    window.webContents.on('did-navigate', (_event, url) => {
      if (!isSameOrigin(url, portal()) || URL.parse(url)?.pathname !== '/portal') return;
      window.destroy();
      onSignedIn();
    });
    window.on('closed', () => {
      open = undefined;
    });
    void window.loadURL(`${address}${signInPath}`).catch(() => {
      // The page says so itself, or was left before it was there.
    });
    return window;
  }

  return {
    /** Does nothing while there is no portal to sign in to. */
    open(): void {
      const address = portal();
      if (open !== undefined) open.focus();
      else if (address !== null) open = begin(address);
    },
    close(): void {
      open?.destroy();
    },
  };
}

/** The host of an address that nobody on the way can read or change; undefined for any other. */
function secureHost(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  const own = url.protocol === 'http:' && isLoopbackHost(url.hostname);
  return url.protocol === 'https:' || own ? url.host : undefined;
}

const refusal = (place: string) => ({
  type: 'warning' as const,
  title: 'Sign in',
  message: `The sign-in page leads to ${place}, where this app does not follow it.`,
  detail:
    'If your identity provider sends people there, add this host to “Further hosts of the sign-in” in the settings and sign in again.',
});
