import type { AppLog } from './app/app-log.ts';
import { applySettings, updateFeed } from './app/apply-settings.ts';
import { windowDialogs } from './app/confirm-dialogs.ts';
import { createInvocationHandlers } from './app/invocation-handlers.ts';
import type { ProductFiles } from './app/product-files.ts';
import { createShutdown, type Shutdown, shutDownOnSessionEnd } from './app/shutdown.ts';
import { createStateFeed, type StateFeed } from './app/state-feed.ts';
import { createTunnelControl, type TunnelControl } from './app/tunnel-control.ts';
import type { ApplianceParts } from './appliance/appliance-parts.ts';
import { handleInvocations } from './ipc/handle-invocations.ts';
import { Refusal } from './ipc/refusal.ts';
import type { ApplianceState } from './ipc/schema.ts';
import type { ElectronParts } from './platform/electron-parts.ts';
import type { Timers } from './platform/timers.ts';
import { Updates, type UpdatesOptions } from './update/updates.ts';
import { appMenu } from './window/app-menu.ts';
import { conditionOf } from './window/condition.ts';
import type { ContentsGuard } from './window/guards.ts';
import { atLogin } from './window/login-item.ts';
import {
  createNotifier,
  createStatusNotices,
  createStillRunningNotice,
} from './window/notifications.ts';
import type { PortalWindow } from './window/portal-window.ts';
import { createTray, trayActions } from './window/tray.ts';
import { createWindows, guardWindows } from './window/windows.ts';

export interface AppOptions {
  readonly electron: ElectronParts;
  readonly platform: NodeJS.Platform;
  /** The app's arguments. */
  readonly args: readonly string[];
  /** The program to start at login. */
  readonly program: string;
  readonly logDir: string;
  readonly log: AppLog;
  readonly timers: Timers;
  /** Finds the installed files. */
  readonly files: () => Promise<ProductFiles>;
  /** Opens settings, keys, server and tunnel; nothing is started yet. */
  readonly open: (files: ProductFiles) => Promise<ApplianceParts>;
  readonly updates: Pick<UpdatesOptions, 'source' | 'fetch'>;
  /** Called last, before the app quits. */
  readonly onEnd: () => Promise<void>;
}

/**
 * The desktop app: takes the single-instance lock, sets the guards before any window, opens keys
 * and settings, starts server and tunnel, and shows window and tray. When it quits, calls in flight
 * finish first. Resolves once everything is started.
 */
export async function runApp(options: AppOptions): Promise<void> {
  const { electron, platform } = options;
  const { app, dialog } = electron;
  if (!app.requestSingleInstanceLock()) return app.quit();
  app.setAppUserModelId('app.voicephiproxy.desktop');
  const guard = guardWindows(electron);
  await app.whenReady();
  app.setAboutPanelOptions({
    applicationName: 'Voice PHI Proxy',
    applicationVersion: app.getVersion(),
    copyright: 'Apache License 2.0',
  });
  const menu = appMenu(platform, () => app.showAboutPanel());
  electron.Menu.setApplicationMenu(menu === null ? null : electron.Menu.buildFromTemplate(menu));
  try {
    await start(options, guard);
  } catch (error) {
    options.log.error('the app could not start', error);
    dialog.showErrorBox('Voice PHI Proxy cannot start', explain(error));
    await options.onEnd();
    app.exit(1);
  }
}

async function start(options: AppOptions, guard: ContentsGuard): Promise<void> {
  const { electron, platform, timers, log } = options;
  const files = await options.files();
  const parts = await options.open(files);
  const { server, settings } = parts;
  const tunnel = createTunnelControl(parts.tunnel, () => settings.value('tunnelProvider'));
  const notify = createNotifier({
    Notification: electron.Notification,
    allowed: () => settings.value('notifications') === true,
    onClick: () => window.open(),
  });
  const shutdown = createShutdown({
    app: electron.app,
    onBegin: () => window.close(),
    drain: async () => {
      await server.stop();
      await parts.tunnel.stop();
    },
    onEnd: options.onEnd,
    onFailure: (error) => log.error('a step of the shutdown failed', error),
    timers,
  });
  const updates = appUpdates(options, files, { parts, shutdown, onState: () => feed.changed() });
  const feed = createStateFeed(() => appState(options, parts, updates));
  const questions = windowDialogs(electron.dialog, () => window.frame());
  const own = { parts, tunnel, updates, feed };
  const handlers = createInvocationHandlers({ ...options, ...own, questions });
  const window = await createWindows({
    ...options,
    preload: files.preload,
    parts,
    guard,
    onClosed: createStillRunningNotice(notify, shutdown.isUnderWay),
  });
  handleInvocations(electron.ipcMain, handlers, {
    trusted: window.isTrustedCaller,
    onBug: (name, error) => log.error(`the call ${name} failed`, error),
    now: timers.now,
  });
  const { open } = window;
  const actions = trayActions({ electron, handlers, open, quit: shutdown.begin });
  const icons = files.trayIcons;
  const tray = createTray(feed.current(), { electron, platform, icons, actions });
  const notices = createStatusNotices(notify, timers);
  feed.onChange((state) => {
    window.announce(state);
    tray.show(state);
    if (!shutdown.isUnderWay()) notices.update(conditionOf(state));
  });
  const running = { ...own, window, shutdown };
  followChanges(options, running);
  followSystem(options, running);
  const unseen =
    options.args.includes(atLogin) || electron.app.getLoginItemSettings().wasOpenedAtLogin;
  // First: its page is drawn while the server starts.
  if (!unseen) window.open();
  server.start();
}

function appUpdates(
  { updates, platform, timers, log }: AppOptions,
  { updateKey }: ProductFiles,
  { parts, shutdown, onState }: Pick<RunningApp, 'parts' | 'shutdown'> & { onState: () => void },
): Updates {
  const { server } = parts;
  return new Updates({
    ...updates,
    publicKey: updateKey,
    platform,
    feed: () => updateFeed(parts),
    liveCalls: () => server.state().liveCalls ?? 0,
    drain: shutdown.drain,
    resume: () => {
      shutdown.resume();
      server.start();
    },
    onState,
    onFailure: (error) => log.error('the update failed', error),
    timers,
  });
}

function appState(
  { electron, platform }: AppOptions,
  { server, tunnel, custody, settings, serviceMode }: ApplianceParts,
  updates: Updates,
): ApplianceState {
  return {
    app: { version: electron.app.getVersion(), platform, serviceMode },
    server: server.state(),
    tunnel: tunnel.state(),
    keys: custody.state(),
    settings: [...settings.views()],
    update: updates.state(),
  };
}

interface RunningApp {
  readonly parts: ApplianceParts;
  readonly tunnel: TunnelControl;
  readonly updates: Updates;
  readonly feed: StateFeed;
  readonly window: PortalWindow;
  readonly shutdown: Shutdown;
}

/** Brings window, tunnel and settings in line with each change of the parts. */
function followChanges(options: AppOptions, { parts, tunnel, updates, feed, window }: RunningApp) {
  const reapplySettings = applySettings({ ...options, parts, updates });
  parts.onChange(() => {
    window.follow();
    tunnel.serverChanged(parts.server.state());
    reapplySettings();
    feed.changed();
  });
  parts.custody.onChange(feed.changed);
  parts.settings.onChange(() => {
    reapplySettings();
    feed.changed();
  });
}

/** Answers what the system and the person do outside the window. */
function followSystem({ electron, platform, log }: AppOptions, running: RunningApp): void {
  const { parts, window, shutdown } = running;
  const { app, powerMonitor } = electron;
  app.on('second-instance', window.open);
  app.on('activate', window.open);
  // The service keeps running without a window.
  app.on('window-all-closed', () => {});
  powerMonitor.on('suspend', () => log.info('the machine falls asleep'));
  powerMonitor.on('resume', () => {
    log.info('the machine is awake again');
    parts.server.resumed();
    parts.tunnel.resumed();
  });
  shutDownOnSessionEnd(electron, platform, shutdown);
  powerMonitor.on('shutdown', (event) => {
    // The system then waits for the app, up to a limit.
    event?.preventDefault();
    shutdown.begin();
  });
}

/** What the person can do about it; for a bug, whom to send the log. */
function explain(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return 'An unexpected error. Start the app again. If it happens again, send app.log from the log folder to your support contact.';
}
