import type { NativeImage } from 'electron';
import { type Condition, conditionOf } from '../condition.ts';
import type { ElectronParts } from '../electron-parts.ts';
import type { ApplianceState } from '../ipc/schema.ts';
import { type TrayActions, trayMenu } from './tray-menu.ts';
import { trayPicture } from './tray-picture.ts';

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
