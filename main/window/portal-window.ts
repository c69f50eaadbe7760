import { createTokenBucket } from '../../server/shared/token-bucket.ts';
import { channelOf } from '../ipc/channels.ts';
import type { ApplianceState, ServerState } from '../ipc/schema.ts';
import type {
  ElectronParts,
  FailedRequest,
  Invocation,
  KeyInput,
  Navigation,
  WindowFrame,
  WindowPart,
} from '../platform/electron-parts.ts';
import type { Timers } from '../platform/timers.ts';
import type { ContentsGuard } from './guards.ts';
import { isSameOrigin, signInPath, statusPageUrl } from './trusted-urls.ts';
import { portalWindowOptions } from './window-options.ts';

export interface PortalWindowOptions {
  readonly electron: Pick<ElectronParts, 'BrowserWindow'>;
  readonly guard: ContentsGuard;
  /** File of the preload script. */
  readonly preload: string;
  readonly developing: boolean;
  readonly timers: Timers;
  readonly server: () => ServerState;
  /** A path of the portal that signs in once; null when the clinic's own provider signs people in. */
  readonly ticket: () => Promise<string | null>;
  readonly signInElsewhere: () => void;
  readonly onClosed: () => void;
}

/** The app's one lasting window: the portal, or the app's own page while there is none. */
export interface PortalWindow {
  /** Of the portal, also while its server starts again; null before it was ready once. */
  address(): string | null;
  /** Shows it, making it where it was closed. */
  open(): void;
  /** To be called after each change of the server. */
  follow(): void;
  announce(state: ApplianceState): void;
  /** Whether a call comes from a page of the app, in the window itself and no frame of it. */
  isTrustedCaller(invocation: Invocation): boolean;
  /** What dialogs belong to; undefined while it is closed. */
  frame(): WindowFrame | undefined;
  /** Whether it holds these web contents. */
  holds(contents: { readonly id: number }): boolean;
  /** To be called when a request of a page failed. */
  noteFailedRequest(request: FailedRequest): void;
  /** Loads the portal again, as after a sign-in elsewhere. */
  reload(): void;
  close(): void;
}

/** So long a page of the portal stays while its server starts again, in milliseconds. */
const statusDelayMs = 5_000;
/** Pause before a portal that did not load is tried again, in milliseconds. */
const retryMs = 2_000;
/** Chromium's code for a page that was left before it was there. */
const aborted = -3;

type Shown = { readonly page: 'nothing' | 'status' } | { readonly page: 'portal'; url: string };
const nothing: Shown = { page: 'nothing' };

export function createPortalWindow(options: PortalWindowOptions): PortalWindow {
  const { electron, guard, preload, developing, timers, server } = options;
  const reloads = createTokenBucket({ burst: 3, perSecond: 1 / 20 }, timers.now);
  let window: WindowPart | undefined;
  let shown = nothing;
  /** The portal's address, also while its server starts again. */
  let portal: string | null = null;
  let lastPath = '/portal';
  let signedIn = false;
  /** A part of the page did not come: the page may be blank, and does not ask for it again. */
  let incomplete = false;
  let cancel: (() => void) | undefined;

  function later(ms: number, effect: () => void): void {
    cancel ??= timers.after(ms, () => {
      cancel = undefined;
      effect();
    });
  }

  function follow(): void {
    const { phase, url } = server();
    portal = url ?? portal;
    if (window === undefined) return;
    const there = phase === 'running' || phase === 'degraded' ? url : null;
    if (there === null) leave(phase);
    else if (shown.page === 'portal' && shown.url === there && !incomplete) stay();
    else void showPortal(there);
  }

  function leave(phase: ServerState['phase']): void {
    if (shown.page === 'portal' && passingPhases.has(phase)) later(statusDelayMs, showStatus);
    else showStatus();
  }

  function stay(): void {
    cancel?.();
    cancel = undefined;
  }

  function showStatus(): void {
    stay();
    if (shown.page === 'status') return;
    shown = { page: 'status' };
    load(statusPageUrl);
  }

  async function showPortal(url: string): Promise<void> {
    stay();
    const mine: Shown = { page: 'portal', url };
    shown = mine;
    const ticket = signedIn ? null : await options.ticket();
    if (shown !== mine) return;
    signedIn ||= ticket !== null;
    load(`${url}${ticket ?? lastPath}`);
  }

  async function signIn(): Promise<void> {
    const ticket = await options.ticket();
    if (ticket === null) options.signInElsewhere();
    else if (portal !== null) load(`${portal}${ticket}`);
  }

  function load(url: string): void {
    incomplete = false;
    void window?.loadURL(url).catch(() => {
      // `did-fail-load` says so too.
    });
  }

  function followed({ url }: Navigation): boolean {
    if (!isSameOrigin(url, portal)) return false;
    if (URL.parse(url)?.pathname !== signInPath) return true;
    void signIn();
    return false;
  }

  function remember(url: string): void {
    const { pathname, search } = new URL(url);
    if (isSameOrigin(url, portal) && /^\/portal(\/|$)/.test(pathname))
      lastPath = `${pathname}${search}`;
  }

  function reload(): void {
    if (portal !== null && shown.page === 'portal') load(`${portal}${lastPath}`);
  }

  function retryAfterFailure(code: number, url: string): void {
    if (code === aborted || !isSameOrigin(url, portal)) return;
    showStatus();
    later(retryMs, follow);
  }

  function forget(): void {
    stay();
    window = undefined;
    shown = nothing;
    options.onClosed();
  }

  function create(): WindowPart {
    const made = new electron.BrowserWindow(portalWindowOptions(preload, developing));
    const { webContents } = made;
    guard.setRules(webContents, {
      followed,
      redirected: ({ url }) => isSameOrigin(url, portal),
      opened: (url) => {
        if (isSameOrigin(url, portal)) load(url);
      },
    });
    webContents.on('did-navigate', (_event, url) => remember(url));
    webContents.on('did-navigate-in-page', (_event, url) => remember(url));
    webContents.on('did-fail-load', (_event, code, _description, url, isMainFrame) => {
      if (isMainFrame) retryAfterFailure(code, url);
    });
    webContents.on('render-process-gone', () => {
      shown = nothing;
      if (reloads() === 0) follow();
      else made.destroy();
    });
    webContents.on('before-input-event', (event, input) => {
      if (!asksToReload(input)) return;
      event.preventDefault();
      reload();
    });
    made.on('ready-to-show', () => made.show());
    made.on('closed', forget);
    return made;
  }

  return {
    follow,
    address: () => server().url ?? portal,
    open() {
      if (window === undefined) {
        window = create();
        return follow();
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    announce(state) {
      const at = window?.webContents.getURL() ?? '';
      if (isSameOrigin(at, portal) || isSameOrigin(at, statusPageUrl))
        window?.webContents.send(channelOf('stateChanged'), state);
    },
    isTrustedCaller({ sender, senderFrame }) {
      if (senderFrame === null || senderFrame.parent !== null) return false;
      const own =
        isSameOrigin(senderFrame.url, portal) || isSameOrigin(senderFrame.url, statusPageUrl);
      return own && sender.id === window?.webContents.id;
    },
    frame: () => window,
    holds: ({ id }) => id === window?.webContents.id,
    noteFailedRequest({ webContentsId, resourceType, error }) {
      const part = resourceType === 'script' || resourceType === 'stylesheet';
      if (part && error !== 'net::ERR_ABORTED' && webContentsId === window?.webContents.id)
        incomplete = true;
    },
    reload,
    close: () => window?.destroy(),
  };
}

/** The keys by which a browser loads a page again. */
function asksToReload({ type, key, control, meta }: KeyInput): boolean {
  return type === 'keyDown' && (key === 'F5' || ((control || meta) && key.toLowerCase() === 'r'));
}

/** What is over soon by itself. */
const passingPhases: ReadonlySet<ServerState['phase']> = new Set([
  'starting',
  'restarting',
  'stopping',
]);
