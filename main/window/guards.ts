import type {
  ContentsPart,
  ElectronParts,
  Navigation,
  SessionPart,
} from '../platform/electron-parts.ts';
import { allowedExternalUrl, isSameOrigin } from './trusted-urls.ts';

/**
 * Refuses all permissions of pages: camera, microphone, location, notifications, devices, screens.
 * The portal alone may write text to the clipboard, for its copy buttons. `portal` returns the
 * portal's address, null without a portal.
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
  // The spell checker would download a dictionary.
  session.setSpellCheckerEnabled(false);
}

/** `error` is Chromium's name, such as `net::ERR_CERT_DATE_INVALID`. */
const untrusted = (host: string, error: string) => ({
  type: 'error' as const,
  title: 'Certificate',
  message: `The certificate of ${host} is not trusted (${error}).`,
  detail:
    'Add the issuing authority to the certificates that this system trusts, or install a valid certificate. Nothing was sent.',
});

/**
 * Rules for all connections: a certificate that the system does not trust is always refused, and no
 * client certificate is sent.
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
  // Chromium's own requests: the app contacts only the portal.
  app.commandLine.appendSwitch('disable-background-networking');
  app.commandLine.appendSwitch('disable-component-update');
  app.commandLine.appendSwitch('disable-domain-reliability');
  app.commandLine.appendSwitch('dns-prefetch-disable');
  app.commandLine.appendSwitch('no-pings');
}

/** What a window may do. `followed` and `redirected` return whether to go there. */
export interface NavigationRules {
  /** A page navigates by a link, a script or a form. */
  followed(navigation: Navigation): boolean;
  /** A server redirects. */
  redirected(navigation: Navigation): boolean;
  /** A page opens an address that is not for the system's browser. */
  opened(url: string): void;
}

export interface ContentsGuard {
  /** Without rules a window navigates nowhere. */
  setRules(contents: ContentsPart, rules: NavigationRules): void;
}

/**
 * Applies to all web contents of the app: no second windows, no webviews, no navigation of frames,
 * and no navigation that `NavigationRules` do not allow. A few external pages open in the system's
 * browser.
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
