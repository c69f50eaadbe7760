import { isLoopbackHost } from '../../server/shared/loopback.ts';
import type { ElectronParts, WindowPart } from '../platform/electron-parts.ts';
import type { ContentsGuard } from './guards.ts';
import { isSameOrigin, signInPath } from './trusted-urls.ts';
import { signInWindowOptions } from './window-options.ts';

export interface SignInWindowOptions {
  readonly electron: Pick<ElectronParts, 'BrowserWindow' | 'dialog'>;
  readonly guard: ContentsGuard;
  readonly developing: boolean;
  /** The portal's address; null without a portal. */
  readonly portal: () => string | null;
  /** Hosts to which pages of the identity provider may link, from the settings. */
  readonly furtherHosts: () => readonly string[];
  readonly onSignedIn: () => void;
}

/**
 * A sign-in at the clinic's own identity provider, in a window without a preload script that closes
 * when the provider has redirected back. It follows every redirect of the portal and the provider,
 * which the clinic trusts. Links of a page lead only to hosts that a redirect or the settings have
 * named. Always HTTPS, except on this machine.
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
        const place = URL.parse(url)?.host ?? 'an unreadable address';
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
      // The page shows the error itself, or was left before it had loaded.
    });
    return window;
  }

  return {
    /** Does nothing without a portal. */
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

/** The host of an address whose connection is protected; undefined for all others. */
function secureHost(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  const own = url.protocol === 'http:' && isLoopbackHost(url.hostname);
  return url.protocol === 'https:' || own ? url.host : undefined;
}

const refusal = (place: string) => ({
  type: 'warning' as const,
  title: 'Sign in',
  message: `The sign-in page links to ${place}, which this app does not open.`,
  detail:
    'If this host belongs to your identity provider, add it to “Further sign-in hosts” in the settings and sign in again.',
});
