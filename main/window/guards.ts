import type {
  ContentsPart,
  ElectronParts,
  Navigation,
  SessionPart,
} from '../platform/electron-parts.ts';
import { allowedExternalUrl, isSameOrigin } from './trusted-urls.ts';

/**
 * Refuses whatever a page could ask of this machine: camera, microphone, position, notifications,
 * devices, screens. One thing is granted, to the portal alone: writing text to the clipboard, which
 * its copy buttons do. `portal` answers the portal's address, null while there is none.
 */
export function guardSession(session: SessionPart, portal: () => string | null): void {
  const granted = (permission: string, origin: string): boolean =>
    permission === 'clipboard-sanitized-write' && isSameOrigin(origin, portal());
  session.setPermissionCheckHandler((_contents, permission, origin) => granted(permission, origin));
  session.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl }) =>
    callback(granted(permission, requestingUrl)),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  // A spelling dictionary would be downloaded, and what is typed here is nobody's business.
  session.setSpellCheckerEnabled(false);
}

/** `error` is Chromium's name of it, such as `net::ERR_CERT_DATE_INVALID`. */
const untrusted = (host: string, error: string) => ({
  type: 'error' as const,
  title: 'Certificate',
  message: `The certificate of ${host} is not trusted (${error}).`,
  detail:
    'Have this machine trust the authority that issued it, by the means of the system, or put a valid certificate in place. Nothing was sent.',
});

/**
 * What holds for every connection of every window: a certificate the system does not trust is
 * refused with no way past, and no certificate of the person is shown to anybody unasked.
 */
export function guardConnections({ app, dialog }: Pick<ElectronParts, 'app' | 'dialog'>): void {
  const explained = new Set<string>();
  app.on('certificate-error', (event, _contents, url, error, _certificate, callback) => {
    event.preventDefault();
    callback(false);
    const { host } = new URL(url);
    if (!explained.has(host)) void dialog.showMessageBox(untrusted(host, error));
    explained.add(host);
  });
  app.on('select-client-certificate', (event, _contents, _url, _certificates, callback) => {
    event.preventDefault();
    callback();
  });
  // Chromium's own errands: the app asks nobody but the portal for anything.
  app.commandLine.appendSwitch('disable-background-networking');
  app.commandLine.appendSwitch('disable-component-update');
  app.commandLine.appendSwitch('disable-domain-reliability');
  app.commandLine.appendSwitch('dns-prefetch-disable');
  app.commandLine.appendSwitch('no-pings');
}

/** What a window may do. `followed` and `redirected` answer whether to go there. */
export interface NavigationRules {
  /** A page wants to go somewhere: a link, a script, a form. */
  followed(navigation: Navigation): boolean;
  /** A server sends the window on. */
  redirected(navigation: Navigation): boolean;
  /** A page asks for a second window at an address that is not for the system's browser. */
  opened(url: string): void;
}

export interface ContentsGuard {
  /** Until a window has manners, it goes nowhere. */
  setRules(contents: ContentsPart, rules: NavigationRules): void;
}

/**
 * Holds every web contents of the app, whoever makes it: no second windows, no embedded ones, no
 * frames, no way out but by `Manners`. The few external pages open in the system's browser.
 */
export function guardContents({ app, shell }: Pick<ElectronParts, 'app' | 'shell'>): ContentsGuard {
  const known = new Map<number, NavigationRules>();
  app.on('web-contents-created', (_event, contents) => {
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      const external = allowedExternalUrl(url);
      if (external === undefined) known.get(contents.id)?.opened(url);
      else void shell.openExternal(external);
      return { action: 'deny' };
    });
    contents.on('will-frame-navigate', (navigation) => {
      const rules = navigation.isMainFrame ? known.get(contents.id) : undefined;
      if (rules?.followed(navigation) !== true) navigation.preventDefault();
    });
    contents.on('will-redirect', (navigation) => {
      const rules = navigation.isMainFrame ? known.get(contents.id) : undefined;
      if (rules?.redirected(navigation) !== true) navigation.preventDefault();
    });
    contents.on('destroyed', () => known.delete(contents.id));
  });
  return {
    setRules: (contents, rules) => {
      known.set(contents.id, rules);
    },
  };
}
