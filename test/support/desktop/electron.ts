import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { MenuItemConstructorOptions, Menu as NativeMenu } from 'electron';
import type {
  AppPart,
  ElectronParts,
  IpcPart,
  TrayPart,
} from '../../../main/platform/electron-parts.ts';
import { MemorySession } from './electron-session.ts';
import { type CallAnswer, MemoryWindow } from './electron-window.ts';
import { createMemoryKeychain } from './memory-keychain.ts';

export interface MemoryElectronOptions {
  /** Home of the app's folders. */
  readonly folder: string;
  readonly packaged?: boolean;
}

/** Electron in memory: what the app does with it can be looked at, and what people do can be done. */
export function memoryElectron(options: MemoryElectronOptions) {
  const app = new MemoryApp(options);
  const keychain = createMemoryKeychain();
  const sessions = new Map<string, MemorySession>();
  const windows: MemoryWindow[] = [];
  /** Invisible windows without a page. */
  const hidden: EventEmitter[] = [];
  const trays: MemoryTray[] = [];
  const notices: MemoryNotice[] = [];
  const copied: string[] = [];
  const said: string[] = [];
  const details: string[] = [];
  const attached: object[] = [];
  const saves: { path: string | null; readonly proposed: string[] } = { path: null, proposed: [] };
  const person = { agrees: true };
  const calls = new Map<string, Parameters<IpcPart['handle']>[1]>();
  const powerMonitor = new EventEmitter();
  const awake = new Set<number>();
  const menuBar: { template: MenuItemConstructorOptions[] | null | undefined } = {
    template: undefined,
  };

  const sessionOf = (partition: string): MemorySession => {
    const session = sessions.get(partition) ?? new MemorySession();
    sessions.set(partition, session);
    return session;
  };
  const answer: CallAnswer = async (channel, invocation, input) => {
    const handler = calls.get(channel);
    if (handler === undefined) throw new Error(`no handler for ${channel}`);
    return await handler(invocation, input);
  };

  const optionsOf = <T extends object>([first, second]: readonly [object, object?]): T => {
    if (second !== undefined) attached.push(first);
    return (second ?? first) as T;
  };

  const parts: ElectronParts = {
    app,
    BaseWindow: class extends EventEmitter {
      constructor() {
        super();
        hidden.push(this);
      }
      destroy(): void {}
    },
    BrowserWindow: class extends MemoryWindow {
      constructor(windowOptions: ConstructorParameters<ElectronParts['BrowserWindow']>[0]) {
        const session = sessionOf(windowOptions.webPreferences?.partition ?? 'default');
        const onContents = (contents: unknown) => app.emit('web-contents-created', {}, contents);
        super(windowOptions, { session, answer, onContents });
        windows.push(this);
        this.on('closed', () => {
          windows.splice(windows.indexOf(this), 1);
          if (windows.length === 0) app.emit('window-all-closed');
        });
      }
    },
    Menu: {
      buildFromTemplate: (template) => template as unknown as NativeMenu,
      setApplicationMenu: (menu) => {
        menuBar.template = menu as unknown as MenuItemConstructorOptions[] | null;
      },
    },
    Notification: class extends MemoryNotice {
      static isSupported = () => true;
      show(): void {
        notices.push(this);
      }
    },
    Tray: class extends MemoryTray {
      constructor(imagePath: string) {
        super(imagePath);
        trays.push(this);
      }
    },
    nativeTheme: { shouldUseDarkColors: false },
    clipboard: { writeText: (text) => copied.push(text) },
    dialog: {
      showSaveDialog: async (...given: readonly [object, object?]) => {
        const { defaultPath = '' } = optionsOf<{ defaultPath?: string }>(given);
        saves.proposed.push(defaultPath);
        return { canceled: saves.path === null, filePath: saves.path ?? '' };
      },
      showMessageBox: async (...given: readonly [object, object?]) => {
        const { message, detail = '' } = optionsOf<{ message: string; detail?: string }>(given);
        said.push(message);
        details.push(detail);
        return { response: person.agrees ? 0 : 1, checkboxChecked: false };
      },
      showErrorBox: (title, text) => said.push(`${title}: ${text}`),
    },
    ipcMain: {
      handle: (channel, listener) => {
        if (calls.has(channel)) throw new Error(`a second handler for ${channel}`);
        calls.set(channel, listener);
      },
    },
    powerMonitor,
    powerSaveBlocker: {
      start: () => {
        awake.add(awake.size + 1);
        return awake.size;
      },
      stop: (id) => awake.delete(id),
    },
    protocol: { registerSchemesAsPrivileged: () => {} },
    safeStorage: keychain,
    session: { fromPartition: sessionOf },
    shell: { openExternal: async () => {} },
  };
  return {
    parts,
    app,
    keychain,
    windows,
    hidden,
    trays,
    notices,
    copied,
    /** What dialogs said. */
    said,
    /** The details under it. */
    details,
    /** The window of each dialog that had one. */
    attached,
    /** Whether the person answers questions with yes. */
    person,
    /** Where the next file is saved, null when the dialog is closed; and what was proposed. */
    saves,
    answer,
    powerMonitor,
    awake,
    menuBar,
    sessionOf,
  };
}

export type MemoryElectron = ReturnType<typeof memoryElectron>;

class MemoryApp extends EventEmitter implements AppPart {
  readonly isPackaged: boolean;
  readonly commandLine = { appendSwitch: () => {} };
  readonly loginItems: unknown[] = [];
  abouts = 0;
  /** Undefined while it runs. */
  exitCode: number | undefined;
  readonly #options: MemoryElectronOptions;
  readonly #launched = Promise.withResolvers<void>();

  constructor(options: MemoryElectronOptions) {
    super();
    this.#options = options;
    this.isPackaged = options.packaged ?? true;
  }

  requestSingleInstanceLock(): boolean {
    return true;
  }
  whenReady(): Promise<void> {
    return this.#launched.promise;
  }
  /** Electron does this once the main module has been evaluated, and not before. */
  becomeReady(): void {
    this.#launched.resolve();
  }
  quit(): void {
    if (this.exitCode !== undefined) return;
    let kept = false;
    this.emit('before-quit', { preventDefault: () => (kept = true) });
    if (!kept) this.exit(0);
  }
  exit(code = 0): void {
    this.exitCode ??= code;
  }
  enableSandbox(): void {}
  getVersion(): string {
    return '0.1.0';
  }
  getPath(name: string): string {
    return `${this.#options.folder}/${name}`;
  }
  setAppUserModelId(): void {}
  setAboutPanelOptions(): void {}
  showAboutPanel(): void {
    this.abouts += 1;
  }
  setLoginItemSettings(settings: unknown): void {
    this.loginItems.push(settings);
  }
  getLoginItemSettings() {
    return { wasOpenedAtLogin: false };
  }
}

class MemoryTray extends EventEmitter implements TrayPart {
  picture: Buffer;
  tip = '';
  items: readonly MenuItemConstructorOptions[] = [];

  constructor(imagePath: string) {
    super();
    this.picture = readFileSync(imagePath);
  }
  setImage(imagePath: string): void {
    this.picture = readFileSync(imagePath);
  }
  setToolTip(text: string): void {
    this.tip = text;
  }
  setContextMenu(menu: NativeMenu | null): void {
    this.items = (menu as unknown as MenuItemConstructorOptions[] | null) ?? [];
  }
  item(label: string): MenuItemConstructorOptions | undefined {
    return this.items.find((item) => item.label === label);
  }
  /** Clicks an item as a person does; throws when it is not there or cannot be clicked. */
  choose(label: string): void {
    const item = this.item(label);
    if (item === undefined || item.enabled === false) throw new Error(`no ${label} to choose`);
    (item.click as (() => void) | undefined)?.();
  }
}

class MemoryNotice extends EventEmitter {
  readonly title: string | undefined;
  readonly body: string | undefined;
  constructor({ title, body }: { title?: string; body?: string }) {
    super();
    this.title = title;
    this.body = body;
  }
}
