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

/** The portal's window. `preload` is a file. */
export function portalWindowOptions(
  preload: string,
  developing: boolean,
): BrowserWindowConstructorOptions {
  return {
    width: 1280,
    height: 840,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Voice PHI Proxy',
    backgroundColor: '#ffffff',
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
