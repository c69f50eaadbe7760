import { createTokenBucket, type TokenBucket } from '../../server/shared/token-bucket.ts';
import { channelOf } from '../ipc/channels.ts';
import type { ApplianceState, ServerState } from '../ipc/schema.ts';
import type {
  ElectronParts,
  FailedRequest,
  Invocation,
  KeyInput,
  WindowFrame,
  WindowPart,
} from '../platform/electron-parts.ts';
import type { Timers } from '../platform/timers.ts';
import type { ContentsGuard } from './guards.ts';
import { isSameOrigin, signInPath, statusPageUrl } from './trusted-urls.ts';
import { portalWindowOptions } from './window-options.ts';

export interface PortalWindowOptions {
  readonly electron: Pick<ElectronParts, 'BrowserWindow' | 'nativeTheme'>;
  readonly guard: ContentsGuard;
  /** File of the preload script. */
  readonly preload: string;
  readonly developing: boolean;
  readonly timers: Timers;
  readonly server: () => ServerState;
  /** A one-time sign-in path of the portal; null if the clinic's own provider signs people in. */
  readonly ticket: () => Promise<string | null>;
  readonly signInElsewhere: () => void;
  readonly onClosed: () => void;
}

/** How long a page of the portal stays while its server restarts, in milliseconds. */
const statusDelayMs = 5_000;
/** Pause before another try to load the portal, in milliseconds. */
const retryMs = 2_000;
/** Page crashes after which the page is reloaded; after more the window closes. */
const crashRate = { burst: 3, perSecond: 1 / 20 };
/** Chromium's code for a page that was left before it had loaded. */
const aborted = -3;

type Shown = { readonly page: 'nothing' | 'status' } | { readonly page: 'portal'; url: string };
const nothing: Shown = { page: 'nothing' };

/** The app's main window: the portal, or the app's own page without a portal. */
export class PortalWindow {
  readonly #options: PortalWindowOptions;
  readonly #crashes: TokenBucket;
  #window: WindowPart | undefined;
  #shown = nothing;
  #portal: string | null = null;
  #lastPath = '/portal';
  #signedIn = false;
  /** A script or style sheet did not load: the page may be blank, and does not ask for it again. */
  #incomplete = false;
  #cancel: (() => void) | undefined;

  constructor(options: PortalWindowOptions) {
    this.#options = options;
    this.#crashes = createTokenBucket(crashRate, options.timers.now);
  }

  /** The portal's address, also while its server restarts; null before the first start. */
  readonly address = (): string | null => this.#options.server().url ?? this.#portal;
  /** The window that dialogs belong to; undefined while it is closed. */
  readonly frame = (): WindowFrame | undefined => this.#window;
  readonly close = (): void => this.#window?.destroy();
  /** Whether these web contents belong to the window. */
  readonly holds = ({ id }: { readonly id: number }): boolean =>
    id === this.#window?.webContents.id;

  /** Shows the window; makes a new one if it was closed. */
  readonly open = (): void => {
    const window = this.#window;
    if (window === undefined) {
      this.#window = this.#create();
      this.follow();
    } else {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    }
  };

  /** Call this after each change of the server. */
  readonly follow = (): void => {
    const { phase, url } = this.#options.server();
    this.#portal = url ?? this.#portal;
    if (this.#window === undefined) return;
    const serving = phase === 'running' || phase === 'degraded' ? url : null;
    const shown = this.#shown;
    if (serving === null) {
      if (shown.page === 'portal' && passingPhases.has(phase))
        this.#later(statusDelayMs, () => this.#showStatus());
      else this.#showStatus();
    } else if (shown.page === 'portal' && shown.url === serving && !this.#incomplete)
      this.#cancelLater();
    else void this.#showPortal(serving);
  };

  readonly announce = (state: ApplianceState): void => {
    const contents = this.#window?.webContents;
    if (this.#isOwnPage(contents?.getURL() ?? '')) contents?.send(channelOf('stateChanged'), state);
  };

  /** Whether a call comes from one of the app's pages, in the window itself and not in a frame. */
  readonly isTrustedCaller = ({ sender, senderFrame }: Invocation): boolean => {
    if (senderFrame === null || senderFrame.parent !== null) return false;
    return this.#isOwnPage(senderFrame.url) && this.holds(sender);
  };

  /** Call this when a page's request has failed. */
  readonly noteFailedRequest = (request: FailedRequest): void => {
    const { webContentsId, resourceType, error } = request;
    const part = resourceType === 'script' || resourceType === 'stylesheet';
    if (part && error !== 'net::ERR_ABORTED' && webContentsId === this.#window?.webContents.id)
      this.#incomplete = true;
  };

  /** Reloads the portal, as after a sign-in at the clinic's provider. */
  readonly reload = (): void => {
    if (this.#portal !== null && this.#shown.page === 'portal')
      this.#load(`${this.#portal}${this.#lastPath}`);
  };

  #isOwnPage(url: string): boolean {
    return isSameOrigin(url, this.#portal) || isSameOrigin(url, statusPageUrl);
  }

  #later(ms: number, effect: () => void): void {
    this.#cancel ??= this.#options.timers.after(ms, () => {
      this.#cancel = undefined;
      effect();
    });
  }

  #cancelLater(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #showStatus(): void {
    this.#cancelLater();
    if (this.#shown.page === 'status') return;
    this.#shown = { page: 'status' };
    this.#load(statusPageUrl);
  }

  async #showPortal(url: string): Promise<void> {
    this.#cancelLater();
    const mine: Shown = { page: 'portal', url };
    this.#shown = mine;
    const ticket = this.#signedIn ? null : await this.#options.ticket();
    if (this.#shown !== mine) return;
    this.#signedIn ||= ticket !== null;
    this.#load(`${url}${ticket ?? this.#lastPath}`);
  }

  async #signIn(): Promise<void> {
    const ticket = await this.#options.ticket();
    if (ticket === null) this.#options.signInElsewhere();
    else if (this.#portal !== null) this.#load(`${this.#portal}${ticket}`);
  }

  #load(url: string): void {
    this.#incomplete = false;
    void this.#window?.loadURL(url).catch(() => {
      // `did-fail-load` reports it too.
    });
  }

  #mayFollow(url: string): boolean {
    if (!isSameOrigin(url, this.#portal)) return false;
    if (URL.parse(url)?.pathname !== signInPath) return true;
    void this.#signIn();
    return false;
  }

  #remember(url: string): void {
    const { pathname, search } = new URL(url);
    if (isSameOrigin(url, this.#portal) && /^\/portal(\/|$)/.test(pathname))
      this.#lastPath = `${pathname}${search}`;
  }

  #retryAfterFailure(code: number, url: string): void {
    if (code === aborted || !isSameOrigin(url, this.#portal)) return;
    this.#showStatus();
    this.#later(retryMs, this.follow);
  }

  #create(): WindowPart {
    const { electron, guard, preload, developing, onClosed } = this.#options;
    const isDark = electron.nativeTheme.shouldUseDarkColors;
    const looks = portalWindowOptions(preload, { developing, isDark });
    const window = new electron.BrowserWindow(looks);
    const { webContents } = window;
    guard.setRules(webContents, {
      followed: ({ url }) => this.#mayFollow(url),
      redirected: ({ url }) => isSameOrigin(url, this.#portal),
      opened: (url) => {
        if (isSameOrigin(url, this.#portal)) this.#load(url);
      },
    });
    webContents.on('did-navigate', (_event, url) => this.#remember(url));
    webContents.on('did-navigate-in-page', (_event, url) => this.#remember(url));
    webContents.on('did-fail-load', (_event, code, _description, url, isMainFrame) => {
      if (isMainFrame) this.#retryAfterFailure(code, url);
    });
    webContents.on('render-process-gone', () => {
      this.#shown = nothing;
      if (this.#crashes() === 0) this.follow();
      else window.destroy();
    });
    webContents.on('before-input-event', (event, input) => {
      if (!asksToReload(input)) return;
      event.preventDefault();
      this.reload();
    });
    window.on('closed', () => {
      this.#cancelLater();
      this.#window = undefined;
      this.#shown = nothing;
      onClosed();
    });
    return window;
  }
}

/** The keys that reload a page in a browser. */
function asksToReload({ type, key, control, meta }: KeyInput): boolean {
  return type === 'keyDown' && (key === 'F5' || ((control || meta) && key.toLowerCase() === 'r'));
}

/** Phases that end soon. */
const passingPhases: ReadonlySet<ServerState['phase']> = new Set([
  'starting',
  'restarting',
  'stopping',
]);
