import { join } from 'node:path';
import { createAppLog } from '../../../main/app/app-log.ts';
import { runApp } from '../../../main/app.ts';
import type { ApplianceParts } from '../../../main/appliance/appliance-parts.ts';
import { openSettings } from '../../../main/settings/open-settings.ts';
import { emptyLayer, type Layer } from '../../../main/settings/settings-layer.ts';
import type { UpdateSource } from '../../../main/update/updates.ts';
import { newDesk, temporaryFolder } from './custody-kit.ts';
import { type MemoryElectron, type MemoryElectronOptions, memoryElectron } from './electron.ts';
import type { MemoryWindow } from './electron-window.ts';
import { manualTimers } from './manual-timers.ts';
import { memoryServer, memoryTunnel } from './memory-appliance.ts';

export interface DesktopOptions extends Partial<Omit<MemoryElectronOptions, 'folder'>> {
  readonly platform?: NodeJS.Platform;
  readonly args?: readonly string[];
  /** Settings of the user. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  /** Of the machine; none by default. */
  readonly policy?: Layer;
  /** What is opened instead of keys and settings in a folder, and a server in memory. */
  readonly open?: (electron: MemoryElectron, folder: string) => Promise<ApplianceParts>;
  readonly updates?: UpdateSource;
  readonly updateKey?: string;
}

/** The whole main process over an Electron in memory, with real keys and settings. */
export async function startDesktop(options: DesktopOptions = {}) {
  const folder = await temporaryFolder();
  const electron = memoryElectron({ folder, ...options });
  const desk = await newDesk({ keychain: electron.keychain });
  const custody = desk.start();
  const timers = manualTimers();
  const logged: string[] = [];
  const asked: string[] = [];
  const listeners: (() => void)[] = [];
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const server = memoryServer(changed, asked);
  const tunnel = memoryTunnel(changed, asked);
  const settings = await openSettings({
    readPolicy: async () => options.policy ?? emptyLayer,
    readPreset: async () => emptyLayer,
    userFile: join(folder, 'settings.json'),
    defaults: { dataFolder: desk.folder },
    secrets: custody,
  });
  const changedSettings = await settings.change(options.settings ?? {});
  if (!changedSettings.ok) throw new Error(changedSettings.problems[0]?.message);
  const parts: ApplianceParts = {
    settings,
    custody,
    server,
    tunnel,
    serviceMode: false,
    dataDir: desk.folder,
    onChange: (listener) => listeners.push(listener),
  };
  let ended = false;
  const running = runApp({
    electron: electron.parts,
    platform: options.platform ?? 'linux',
    args: options.args ?? [],
    program: '/opt/Voice PHI Proxy/voice-phi-proxy',
    logDir: join(folder, 'logs'),
    log: createAppLog({ write: (line) => logged.push(line) }, timers.now),
    timers,
    files: async () => ({
      program: { node: 'node', entry: 'svc.js' },
      preload: '/app/preload.cjs',
      trayIcons: join(import.meta.dirname, '../../../main/window/tray-icons'),
      updateKey: options.updateKey ?? null,
    }),
    open: async () => (await options.open?.(electron, folder)) ?? parts,
    updates: { source: options.updates ?? noUpdates, fetch },
    onEnd: async () => {
      ended = true;
    },
  });
  electron.app.becomeReady();
  await running;
  return {
    electron,
    desk,
    folder,
    server,
    tunnel,
    settings,
    custody,
    timers,
    logged,
    /** What was asked of server and tunnel, in order. */
    asked,
    /** Whether the last thing was done. */
    ended: () => ended,
    /** The one window; throws when there is none. */
    window: (): MemoryWindow => {
      const [window] = electron.windows;
      if (window === undefined) throw new Error('there is no window');
      return window;
    },
    tray: () => {
      const [tray] = electron.trays;
      if (tray === undefined) throw new Error('there is no tray');
      return tray;
    },
  };
}

export type Desktop = Awaited<ReturnType<typeof startDesktop>>;

const noUpdates: UpdateSource = {
  newest: async () => null,
  download: async () => {
    throw new Error('there is nothing to fetch');
  },
  install: async () => {},
};
