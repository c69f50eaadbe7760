import type { ContentsPart, ElectronParts, Navigation } from '../electron-parts.ts';
import { externalPage } from './places.ts';

/** What a window may do. `followed` and `redirected` answer whether to go there. */
export interface Manners {
  /** A page wants to go somewhere: a link, a script, a form. */
  followed(navigation: Navigation): boolean;
  /** A server sends the window on. */
  redirected(navigation: Navigation): boolean;
  /** A page asks for a second window at an address that is not for the system's browser. */
  opened(url: string): void;
}

export interface ContentsGuard {
  /** Until a window has manners, it goes nowhere. */
  teach(contents: ContentsPart, manners: Manners): void;
}

/**
 * Holds every web contents of the app, whoever makes it: no second windows, no embedded ones, no
 * frames, no way out but by `Manners`. The few external pages open in the system's browser.
 */
export function guardContents({ app, shell }: Pick<ElectronParts, 'app' | 'shell'>): ContentsGuard {
  const known = new Map<number, Manners>();
  app.on('web-contents-created', (_event, contents) => {
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      const external = externalPage(url);
      if (external === undefined) known.get(contents.id)?.opened(url);
      else void shell.openExternal(external);
      return { action: 'deny' };
    });
    contents.on('will-frame-navigate', (navigation) => {
      const manners = navigation.isMainFrame ? known.get(contents.id) : undefined;
      if (manners?.followed(navigation) !== true) navigation.preventDefault();
    });
    contents.on('will-redirect', (navigation) => {
      const manners = navigation.isMainFrame ? known.get(contents.id) : undefined;
      if (manners?.redirected(navigation) !== true) navigation.preventDefault();
    });
    contents.on('destroyed', () => known.delete(contents.id));
  });
  return {
    teach: (contents, manners) => {
      known.set(contents.id, manners);
    },
  };
}
