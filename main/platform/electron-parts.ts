import type {
  AboutPanelOptionsOptions,
  BaseWindowConstructorOptions,
  BrowserWindowConstructorOptions,
  CustomScheme,
  DownloadItem,
  Input,
  LoginItemSettings,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  MessageBoxReturnValue,
  Menu as NativeMenu,
  Notification as NativeNotification,
  NotificationConstructorOptions,
  OnErrorOccurredListenerDetails,
  SafeStorage,
  SaveDialogOptions,
  SaveDialogReturnValue,
  Settings,
  WindowOpenHandlerResponse,
} from 'electron';

/**
 * The part of Electron that the app uses: `index.ts` passes the real one, tests pass an in-memory
 * one.
 */
export interface ElectronParts {
  readonly app: AppPart;
  readonly BaseWindow: new (
    options: BaseWindowConstructorOptions,
  ) => {
    on(event: 'query-session-end', listener: (event: PreventableEvent) => void): unknown;
    on(event: 'session-end', listener: () => void): unknown;
    destroy(): void;
  };
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => WindowPart;
  readonly Menu: {
    buildFromTemplate(template: MenuItemConstructorOptions[]): NativeMenu;
    setApplicationMenu(menu: NativeMenu | null): void;
  };
  readonly Notification: {
    new (
      options: NotificationConstructorOptions,
    ): Pick<NativeNotification, 'show'> & {
      on(event: 'click', listener: () => void): unknown;
    };
    isSupported(): boolean;
  };
  readonly Tray: new (imagePath: string) => TrayPart;
  readonly clipboard: { writeText(text: string): void };
  readonly dialog: DialogPart;
  readonly ipcMain: IpcPart;
  /** Whether the person likes dark windows. */
  readonly nativeTheme: { readonly shouldUseDarkColors: boolean };
  readonly powerMonitor: {
    on(event: 'suspend' | 'resume', listener: () => void): unknown;
    /** Electron documents this event, but its types omit it. */
    on(event: 'shutdown', listener: (event?: PreventableEvent) => void): unknown;
  };
  readonly powerSaveBlocker: {
    start(type: 'prevent-app-suspension'): number;
    stop(id: number): unknown;
  };
  readonly protocol: { registerSchemesAsPrivileged(schemes: CustomScheme[]): void };
  readonly safeStorage: Pick<
    SafeStorage,
    | 'isAsyncEncryptionAvailable'
    | 'encryptStringAsync'
    | 'decryptStringAsync'
    | 'getSelectedStorageBackend'
  >;
  readonly session: {
    fromPartition(partition: string, options?: { cache: boolean }): SessionPart;
  };
  readonly shell: { openExternal(url: string): Promise<void> };
}

/** An event whose default can be prevented. */
export interface PreventableEvent {
  preventDefault(): void;
}

export interface AppPart {
  readonly isPackaged: boolean;
  readonly commandLine: { appendSwitch(name: string, value?: string): void };
  requestSingleInstanceLock(): boolean;
  whenReady(): Promise<void>;
  quit(): void;
  exit(code?: number): void;
  enableSandbox(): void;
  getVersion(): string;
  getPath(name: 'userData' | 'downloads' | 'documents' | 'appData'): string;
  setAppUserModelId(id: string): void;
  setAboutPanelOptions(options: AboutPanelOptionsOptions): void;
  showAboutPanel(): void;
  setLoginItemSettings(settings: Settings): void;
  getLoginItemSettings(): Pick<LoginItemSettings, 'wasOpenedAtLogin'>;
  on(
    event: 'second-instance' | 'activate' | 'window-all-closed' | 'quit',
    listener: () => void,
  ): unknown;
  on(event: 'before-quit', listener: (event: PreventableEvent) => void): unknown;
  on(
    event: 'web-contents-created',
    listener: (event: unknown, contents: ContentsPart) => void,
  ): unknown;
  on(
    event: 'certificate-error',
    listener: (
      event: PreventableEvent,
      contents: unknown,
      url: string,
      error: string,
      certificate: unknown,
      callback: (trusted: boolean) => void,
    ) => void,
  ): unknown;
  on(
    event: 'select-client-certificate',
    listener: (
      event: PreventableEvent,
      contents: unknown,
      url: string,
      certificates: unknown,
      callback: (certificate?: never) => void,
    ) => void,
  ): unknown;
}

export interface WindowPart {
  readonly webContents: ContentsPart;
  loadURL(url: string): Promise<void>;
  show(): void;
  focus(): void;
  restore(): void;
  destroy(): void;
  isMinimized(): boolean;
  on(event: 'closed', listener: () => void): unknown;
}

export interface Navigation extends PreventableEvent {
  readonly url: string;
  readonly isMainFrame: boolean;
}

export interface ContentsPart {
  readonly id: number;
  getURL(): string;
  send(channel: string, message: unknown): void;
  setWindowOpenHandler(handler: (details: { url: string }) => WindowOpenHandlerResponse): void;
  setWebRTCIPHandlingPolicy(policy: 'disable_non_proxied_udp'): void;
  on(
    event: 'will-frame-navigate' | 'will-redirect',
    listener: (navigation: Navigation) => void,
  ): unknown;
  on(event: 'will-attach-webview', listener: (event: PreventableEvent) => void): unknown;
  on(
    event: 'did-navigate' | 'did-navigate-in-page',
    listener: (event: unknown, url: string) => void,
  ): unknown;
  on(
    event: 'did-fail-load',
    listener: (
      event: unknown,
      code: number,
      description: string,
      url: string,
      isMainFrame: boolean,
    ) => void,
  ): unknown;
  on(event: 'render-process-gone' | 'destroyed', listener: () => void): unknown;
  on(
    event: 'before-input-event',
    listener: (event: PreventableEvent, input: KeyInput) => void,
  ): unknown;
}

export type KeyInput = Pick<Input, 'type' | 'key' | 'control' | 'meta'>;
export type FailedRequest = Pick<
  OnErrorOccurredListenerDetails,
  'webContentsId' | 'resourceType' | 'error'
>;

export interface SessionPart {
  readonly webRequest: { onErrorOccurred(listener: (request: FailedRequest) => void): void };
  readonly protocol: {
    handle(scheme: string, handler: (request: Request) => Response): void;
  };
  setPermissionRequestHandler(
    handler: (
      contents: unknown,
      permission: string,
      callback: (granted: boolean) => void,
      details: { readonly requestingUrl: string },
    ) => void,
  ): void;
  setPermissionCheckHandler(
    handler: (contents: unknown, permission: string, origin: string) => boolean,
  ): void;
  setDevicePermissionHandler(handler: () => boolean): void;
  setDisplayMediaRequestHandler(
    handler: (request: unknown, callback: (streams: null) => void) => void,
  ): void;
  setSpellCheckerEnabled(enabled: boolean): void;
  on(
    event: 'will-download',
    listener: (event: PreventableEvent, item: DownloadPart, contents: ContentsPart) => void,
  ): unknown;
}

export type DownloadPart = Pick<
  DownloadItem,
  'getURL' | 'getFilename' | 'setSaveDialogOptions' | 'getSavePath'
> & {
  once(event: 'done', listener: (event: unknown, state: DownloadEnd) => void): unknown;
};
export type DownloadEnd = 'completed' | 'cancelled' | 'interrupted';

export interface TrayPart {
  setImage(imagePath: string): void;
  setToolTip(text: string): void;
  setContextMenu(menu: NativeMenu | null): void;
  on(event: 'click', listener: () => void): unknown;
}

/** A window that dialogs can belong to. */
export type WindowFrame = Pick<WindowPart, 'show' | 'focus' | 'restore' | 'destroy'>;

/** Dialogs that wait for an answer. */
export interface ModalDialogs {
  showSaveDialog(options: SaveDialogOptions): Promise<SaveDialogReturnValue>;
  showMessageBox(options: MessageBoxOptions): Promise<MessageBoxReturnValue>;
}

export interface DialogPart extends ModalDialogs {
  showSaveDialog(options: SaveDialogOptions): Promise<SaveDialogReturnValue>;
  showSaveDialog(window: WindowFrame, options: SaveDialogOptions): Promise<SaveDialogReturnValue>;
  showMessageBox(options: MessageBoxOptions): Promise<MessageBoxReturnValue>;
  showMessageBox(window: WindowFrame, options: MessageBoxOptions): Promise<MessageBoxReturnValue>;
  showErrorBox(title: string, text: string): void;
}

export interface IpcPart {
  handle(channel: string, listener: (event: Invocation, input: unknown) => Promise<unknown>): void;
}

/** A call from a page. */
export interface Invocation {
  readonly sender: { readonly id: number };
  /** Null if the frame has navigated away since. */
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}
