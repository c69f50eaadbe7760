import type { MenuItemConstructorOptions, NativeImage } from 'electron';
import type { InvocationHandlers } from '../ipc/handle-invocations.ts';
import type { ApplianceState } from '../ipc/schema.ts';
import type { ElectronParts } from '../platform/electron-parts.ts';
import { type Condition, conditionOf } from './condition.ts';
import { trayPicture } from './tray-picture.ts';

export interface TrayActionSources {
  readonly electron: Pick<ElectronParts, 'app' | 'clipboard' | 'dialog'>;
  readonly answers: InvocationHandlers;
  readonly open: () => void;
  readonly quit: () => void;
}

/** The tray's menu does what a page can ask for, and says it when something is refused. */
export function trayActions({ electron, answers, open, quit }: TrayActionSources): TrayActions {
  const { app, clipboard, dialog } = electron;
  const run =
    (name: 'restartServer' | 'startTunnel' | 'stopTunnel' | 'saveSupportBundle') =>
    async (): Promise<void> => {
      const outcome = await answers[name](undefined);
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
    copy: (text) => clipboard.writeText(text),
    about: () => app.showAboutPanel(),
  };
}

/** What the tray's menu can do. */
export interface TrayActions {
  readonly open: () => void;
  readonly restartServer: () => void;
  readonly startTunnel: () => void;
  readonly stopTunnel: () => void;
  readonly copy: (text: string) => void;
  readonly saveSupportBundle: () => void;
  readonly about: () => void;
  readonly quit: () => void;
}

/** The tray's menu as things are. */
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
      label: 'Copy the address for calls',
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
  readonly electron: Pick<ElectronParts, 'Menu' | 'Tray' | 'nativeImage'>;
  readonly platform: NodeJS.Platform;
  readonly actions: TrayActions;
}

/** The app beside the clock: how calls fare at a glance, and what one wants of it most. */
export function createTray(state: ApplianceState, { electron, platform, actions }: TrayOptions) {
  const { Menu, Tray } = electron;
  const pictureOf = pictures(electron, platform);
  let condition = conditionOf(state);
  let menu = '';
  const tray = new Tray(pictureOf(condition.level));

  const show = (current: ApplianceState): void => {
    const next = conditionOf(current);
    if (next.level !== condition.level) tray.setImage(pictureOf(next.level));
    condition = next;
    tray.setToolTip(`Voice PHI Proxy: ${next.summary}`);
    const items = trayMenu(current, actions);
    // A menu that is open closes when another is set.
    const fingerprint = JSON.stringify([items, current.tunnel.publicUrl]);
    if (fingerprint === menu) return;
    menu = fingerprint;
    tray.setContextMenu(Menu.buildFromTemplate(items));
  };
  // Elsewhere a click opens the menu.
  if (platform === 'win32') tray.on('click', actions.open);
  show(state);
  return { show };
}

function pictures({ nativeImage }: TrayOptions['electron'], platform: NodeJS.Platform) {
  const drawn = new Map<Condition['level'], NativeImage>();
  const mac = platform === 'darwin';
  const size = platform === 'linux' ? 22 : 16;
  return (level: Condition['level']): NativeImage => {
    const known = drawn.get(level);
    if (known !== undefined) return known;
    const image = nativeImage.createFromBuffer(trayPicture(level, size, mac));
    image.addRepresentation({ scaleFactor: 2, buffer: trayPicture(level, size * 2, mac) });
    if (mac) image.setTemplateImage(true);
    drawn.set(level, image);
    return image;
  };
}
