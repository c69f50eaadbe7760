import { EventEmitter } from 'node:events';
import type { DownloadEnd, SessionPart } from '../../../main/platform/electron-parts.ts';

/** A page, or what came instead of one. */
export interface Loaded {
  /** After all redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** What a download was, and where it went. */
export interface Download {
  readonly refused: boolean;
  /** As the save dialog proposes it; undefined without a dialog. */
  readonly proposed: string | undefined;
  end(state: DownloadEnd): void;
}

const maxRedirects = 20;

/** A session of the in-memory Electron: real requests, a cookie jar, the handlers it was given. */
export class MemorySession extends EventEmitter implements SessionPart {
  readonly cookies = new Map<string, string>();
  readonly #schemes = new Map<string, (request: Request) => Response>();

  readonly protocol: SessionPart['protocol'] = {
    handle: (scheme, handler) => {
      this.#schemes.set(`${scheme}:`, handler);
    },
  };

  readonly webRequest: SessionPart['webRequest'] = {
    onErrorOccurred: (listener) => {
      this.on('request-failed', listener);
    },
  };

  // What these refuse, the real Electron shows (test/desktop).
  setPermissionCheckHandler(): void {}
  setPermissionRequestHandler(): void {}
  setDevicePermissionHandler(): void {}
  setDisplayMediaRequestHandler(): void {}
  setSpellCheckerEnabled(): void {}

  /** Asks as a page does; `onRedirect` may refuse to follow. */
  async load(address: string, onRedirect: (url: string) => boolean): Promise<Loaded | undefined> {
    let url = address;
    for (let hop = 0; hop < maxRedirects; hop += 1) {
      const response = await this.#ask(url);
      const location = response.headers.get('location');
      if (location === null || response.status < 300 || response.status > 399)
        return {
          url,
          status: response.status,
          headers: response.headers,
          text: await response.text(),
        };
      await response.body?.cancel();
      url = new URL(location, url).href;
      if (!onRedirect(url)) return undefined;
    }
    throw new Error('ERR_TOO_MANY_REDIRECTS');
  }

  async #ask(url: string): Promise<Response> {
    const own = this.#schemes.get(new URL(url).protocol);
    if (own !== undefined) return own(new Request(url));
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (name !== undefined && value !== undefined) this.cookies.set(name, value);
    }
    return response;
  }

  /** A page begins a download, which is saved in `folder` under the name that is proposed. */
  download(
    contents: unknown,
    file: { readonly url: string; readonly name: string; readonly folder: string },
  ): Download {
    const ends = new EventEmitter();
    let refused = false;
    let proposed: string | undefined;
    const item = {
      getURL: () => file.url,
      getFilename: () => file.name,
      setSaveDialogOptions: (options: { defaultPath?: string }) => {
        proposed = options.defaultPath;
      },
      getSavePath: () => `${file.folder}/${proposed?.split('/').at(-1)}`,
      once: (event: 'done', listener: (event: unknown, state: DownloadEnd) => void) =>
        ends.once(event, listener),
    };
    const event = { preventDefault: () => (refused = true) };
    this.emit('will-download', event, item, contents);
    return { refused, proposed, end: (state) => ends.emit('done', {}, state) };
  }
}
