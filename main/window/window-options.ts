import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron';

/** Cookies persist, encrypted with the system's keychain; nothing else is cached on disk. */
export const partition = { name: 'persist:portal', options: { cache: false } } as const;

/**
 * Preferences of every window: a sandboxed, isolated page without Node and without webviews.
 * `developing` allows developer tools, which show the page's content.
 */
export function webPreferences(developing: boolean): WebPreferences {
  return {
    partition: partition.name,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    enableWebSQL: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    safeDialogs: true,
    disableBlinkFeatures: 'Auxclick',
    autoplayPolicy: 'user-gesture-required',
    devTools: developing,
  };
}

/** The paper of the pages, which the window has until its first page is drawn. */
const paper = { light: '#f7f6f3', dark: '#14181a' } as const;

/** The portal's window, which shows at once: its first page takes a second to draw. `preload` is a file. */
export function portalWindowOptions(
  preload: string,
  { developing, isDark }: { readonly developing: boolean; readonly isDark: boolean },
): BrowserWindowConstructorOptions {
  return {
    width: 1280,
    height: 840,
    minWidth: 720,
    minHeight: 480,
    title: 'Voice PHI Proxy',
    backgroundColor: isDark ? paper.dark : paper.light,
    autoHideMenuBar: true,
    webPreferences: { ...webPreferences(developing), preload },
  };
}

/**
 * The window of a sign-in at the clinic's provider: no preload script, so foreign pages have
 * nothing to call.
 */
export function signInWindowOptions(developing: boolean): BrowserWindowConstructorOptions {
  return {
    width: 560,
    height: 760,
    title: 'Sign in · Voice PHI Proxy',
    autoHideMenuBar: true,
    webPreferences: webPreferences(developing),
  };
}
