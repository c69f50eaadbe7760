import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import type { InvocationHandlers } from '../ipc/handle-invocations.ts';
import type { ApplianceState } from '../ipc/schema.ts';
import type { ElectronParts } from '../platform/electron-parts.ts';
import { type Condition, conditionOf } from './condition.ts';

export interface TrayActionSources {
  readonly electron: Pick<ElectronParts, 'app' | 'clipboard' | 'dialog'>;
  readonly handlers: InvocationHandlers;
  readonly open: () => void;
  readonly quit: () => void;
}

/** The actions of the tray's menu, which are calls of the app; a refusal opens an error box. */
export function trayActions({ electron, handlers, open, quit }: TrayActionSources) {
  const { app, clipboard, dialog } = electron;
  const run =
    (name: 'restartServer' | 'startTunnel' | 'stopTunnel' | 'saveSupportBundle') =>
    async (): Promise<void> => {
      const outcome = await handlers[name](undefined);
      if (outcome.ok) return;
      const problemLines = outcome.problems.map(({ path, message }) => `${path}: ${message}`);
      dialog.showErrorBox('Voice PHI Proxy', problemLines.join('\n'));
    };
  return {
    open,
    quit,
    restartServer: run('restartServer'),
    startTunnel: run('startTunnel'),
    stopTunnel: run('stopTunnel'),
    saveSupportBundle: run('saveSupportBundle'),
    copy: (text: string) => clipboard.writeText(text),
    about: () => app.showAboutPanel(),
  };
}

export type TrayActions = ReturnType<typeof trayActions>;

/** The tray's menu for this state. */
export function trayMenu(state: ApplianceState, act: TrayActions): MenuItemConstructorOptions[] {
  const { app, server, tunnel } = state;
  const callsUrl = tunnel.publicUrl;
  return [
    { label: conditionOf(state).summary, enabled: false },
    { type: 'separator' },
    { label: 'Open Voice PHI Proxy', click: act.open },
    {
      label: 'Restart the service',
      enabled: !app.serviceMode && server.phase !== 'stopping',
      click: act.restartServer,
    },
    ...tunnelItems(tunnel, act),
    {
      label: 'Copy the call address',
      enabled: callsUrl !== null,
      click: () => {
        if (callsUrl !== null) act.copy(callsUrl);
      },
    },
    { type: 'separator' },
    { label: 'Save a support bundle…', click: act.saveSupportBundle },
    { label: 'About Voice PHI Proxy', click: act.about },
    { type: 'separator' },
    { label: app.serviceMode ? 'Close' : 'Stop the service and quit', click: act.quit },
  ];
}

function tunnelItems(
  { provider, phase }: ApplianceState['tunnel'],
  act: TrayActions,
): MenuItemConstructorOptions[] {
  if (provider === 'none') return [];
  if (phase === 'off' || phase === 'failed')
    return [{ label: 'Start the tunnel', click: act.startTunnel }];
  return [{ label: 'Stop the tunnel', enabled: phase !== 'stopping', click: act.stopTunnel }];
}

export interface TrayOptions {
  readonly electron: Pick<ElectronParts, 'Menu' | 'Tray'>;
  readonly platform: NodeJS.Platform;
  /** Folder of the icons: a folder for each platform, a PNG for each condition. */
  readonly icons: string;
  readonly actions: TrayActions;
}

/** The app's tray icon: it shows the condition and offers the most used actions. */
export function createTray(state: ApplianceState, options: TrayOptions) {
  const { electron, platform, actions } = options;
  const { Menu, Tray } = electron;
  let condition = conditionOf(state);
  let menu = '';
  const tray = new Tray(iconOf(condition.level, options));

  const show = (current: ApplianceState): void => {
    const next = conditionOf(current);
    if (next.level !== condition.level) tray.setImage(iconOf(next.level, options));
    condition = next;
    tray.setToolTip(`Voice PHI Proxy: ${next.summary}`);
    const items = trayMenu(current, actions);
    // Setting a menu closes the open one.
    const fingerprint = JSON.stringify([items, current.tunnel.publicUrl]);
    if (fingerprint === menu) return;
    menu = fingerprint;
    tray.setContextMenu(Menu.buildFromTemplate(items));
  };
  // On other systems a click opens the menu.
  if (platform === 'win32') tray.on('click', actions.open);
  show(state);
  return { show };
}

/**
 * Each condition has a shape of its own, so that it is recognisable without colours. Electron adds the
 * `@2x` file next to each, and macOS colours a `Template` itself.
 */
function iconOf(level: Condition['level'], { platform, icons }: TrayOptions): string {
  return join(icons, platform, `${level}${platform === 'darwin' ? 'Template' : ''}.png`);
}
