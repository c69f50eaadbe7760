import type { ContentsPart, ElectronParts, Navigation } from '../electron-parts.ts';
import { allowedExternalUrl } from './places.ts';

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
