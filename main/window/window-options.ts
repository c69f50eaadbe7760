import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron';

/** Cookies stay between runs, encrypted by the system's keychain; nothing shown is kept on disk. */
export const partition = { name: 'persist:portal', options: { cache: false } } as const;

/**
 * What every window of the app is: a sandboxed, isolated page that cannot reach Node, embed another
 * or relax anything. `developing` allows the developer tools, which show what is on the page.
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

/** The window of the portal. `preload` is a file of the app. */
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

/** The window of a sign-in elsewhere: no preload, so that foreign pages have nothing to call. */
export function signInWindowOptions(developing: boolean): BrowserWindowConstructorOptions {
  return {
    width: 560,
    height: 760,
    title: 'Sign in · Voice PHI Proxy',
    autoHideMenuBar: true,
    webPreferences: webPreferences(developing),
  };
}
