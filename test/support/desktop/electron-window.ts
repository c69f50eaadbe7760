import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions } from 'electron';
import { exposeAppliance } from '../../../main/ipc/expose-appliance.ts';
import type { ApplianceApi } from '../../../main/ipc/schema.ts';
import type {
  ContentsPart,
  Invocation,
  WindowPart,
} from '../../../main/platform/electron-parts.ts';
import type { Loaded, MemorySession } from './electron-session.ts';

/** Answers a call of a page by the handlers of `ipcMain`. */
export type CallAnswer = (
  channel: string,
  invocation: Invocation,
  input: unknown,
) => Promise<unknown>;

/** What a window of the in-memory Electron stands in. */
export interface WindowWorld {
  readonly session: MemorySession;
  readonly answer: CallAnswer;
  readonly onContents: (contents: MemoryContents) => void;
}

let lastId = 0;
function nextId(): number {
  lastId += 1;
  return lastId;
}

/** Web contents that load pages for real, and do what a test orders the page in them to do. */
export class MemoryContents extends EventEmitter implements ContentsPart {
  readonly id = nextId();
  readonly session: MemorySession;
  /** What is shown; undefined before the first page. */
  page: Loaded | undefined;
  /** `window.appliance` of the page, where the window has a preload script. */
  appliance: ApplianceApi | undefined;
  destroyed = false;
  readonly #heard = new EventEmitter();

  constructor({ session, answer }: WindowWorld, preload: string | undefined) {
    super();
    this.session = session;
    if (preload === undefined) return;
    exposeAppliance({
      contextBridge: {
        exposeInMainWorld: (_name, api) => {
          this.appliance = api as ApplianceApi;
        },
      },
      ipcRenderer: {
        invoke: (channel, input) => this.callAs(this.getURL(), channel, input, answer),
        on: (channel, listener) => this.#heard.on(channel, listener),
        off: (channel, listener) => this.#heard.off(channel, listener),
      },
    });
  }

  /** A call as a frame of this window makes it; what passes is copied, as between processes. */
  async callAs(
    url: string,
    channel: string,
    input: unknown,
    answer: CallAnswer,
    parent: unknown = null,
  ): Promise<unknown> {
    const invocation = { sender: { id: this.id }, senderFrame: { url, parent } };
    return structuredClone(await answer(channel, invocation, structuredClone(input)));
  }

  getURL(): string {
    return this.page?.url ?? '';
  }
  send(channel: string, message: unknown): void {
    this.#heard.emit(channel, {}, structuredClone(message));
  }
  setWindowOpenHandler(): void {}
  setWebRTCIPHandlingPolicy(): void {}

  /** The page goes somewhere by a link, a script or a form; false when it is kept from it. */
  async follows(url: string, isMainFrame = true): Promise<boolean> {
    if (!this.#allowed('will-frame-navigate', url, isMainFrame)) return false;
    await this.navigate(url);
    return true;
  }

  /** Loads a page as the app asks for it; rejects when there is none. */
  async navigate(url: string): Promise<void> {
    try {
      const page = await this.session.load(url, (to) => this.#allowed('will-redirect', to, true));
      if (page === undefined || this.destroyed) throw new Error('ERR_ABORTED');
      this.page = page;
      this.emit('did-navigate', {}, page.url);
    } catch (error) {
      const aborted = error instanceof Error && error.message === 'ERR_ABORTED';
      this.emit('did-fail-load', {}, aborted ? -3 : -102, 'ERR_FAILED', url, true);
      throw error;
    }
  }

  /** The page changes its address without leaving, as the portal's links do. */
  moves(path: string): void {
    const url = new URL(path, this.getURL()).href;
    this.page = { ...(this.page ?? empty), url };
    this.emit('did-navigate-in-page', {}, url);
  }

  #allowed(event: string, url: string, isMainFrame: boolean): boolean {
    let kept = false;
    this.emit(event, { url, isMainFrame, preventDefault: () => (kept = true) });
    return !kept;
  }
}

const empty: Loaded = { url: '', status: 200, headers: new Headers(), text: '' };

/** A window of the in-memory Electron. */
export class MemoryWindow extends EventEmitter implements WindowPart {
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents: MemoryContents;
  visible: boolean;

  constructor(options: BrowserWindowConstructorOptions, world: WindowWorld) {
    super();
    this.options = options;
    this.visible = options.show !== false;
    this.webContents = new MemoryContents(world, options.webPreferences?.preload);
    world.onContents(this.webContents);
  }

  async loadURL(url: string): Promise<void> {
    await this.webContents.navigate(url);
  }
  show(): void {
    this.visible = true;
  }
  focus(): void {}
  restore(): void {}
  isMinimized(): boolean {
    return false;
  }
  destroy(): void {
    if (this.webContents.destroyed) return;
    this.webContents.destroyed = true;
    this.visible = false;
    this.emit('closed');
    this.webContents.emit('destroyed');
  }
}
