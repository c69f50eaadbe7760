import type { ApplianceParts } from '../appliance/appliance-parts.ts';
import type { ElectronParts } from '../platform/electron-parts.ts';
import type { Updates } from '../update/updates.ts';
import { setLoginItem } from '../window/login-item.ts';
import type { AppLog } from './app-log.ts';

/** Keeps the machine awake while it is active. */
export function createPowerSaveBlocker(blocker: ElectronParts['powerSaveBlocker']) {
  let held: number | undefined;
  return {
    setActive(awake: boolean): void {
      if (awake) held ??= blocker.start('prevent-app-suspension');
      else if (held !== undefined) {
        blocker.stop(held);
        held = undefined;
      }
    },
  };
}

export interface ApplySettingsOptions {
  readonly electron: Pick<ElectronParts, 'app' | 'powerSaveBlocker'>;
  readonly platform: NodeJS.Platform;
  readonly program: string;
  readonly args: readonly string[];
  readonly parts: Pick<ApplianceParts, 'settings' | 'server' | 'serviceMode'>;
  readonly updates: Pick<Updates, 'settingsChanged'>;
  readonly log: AppLog;
}

/** The update feed in the settings; null while updates are off. */
export function updateFeed({ settings }: Pick<ApplianceParts, 'settings'>): string | null {
  return settings.value('updates') === 'feed' ? settings.value('updateFeedUrl') : null;
}

/** Applies the app's settings to the system, now and whenever the returned function is called. */
export function applySettings(follower: ApplySettingsOptions): () => void {
  const { electron, platform, program, args, parts, updates, log } = follower;
  const { settings, server, serviceMode } = parts;
  const powerSaveBlocker = createPowerSaveBlocker(electron.powerSaveBlocker);
  let feed: string | null | undefined;
  let startsAtLogin: boolean | undefined;

  const apply = (): void => {
    const { phase } = server.state();
    const serves = phase === 'running' || phase === 'degraded';
    powerSaveBlocker.setActive(!serviceMode && serves && settings.value('keepAwake') === true);
    const wanted = settings.value('startAtLogin') === true;
    if (wanted !== startsAtLogin)
      setLoginItem({ app: electron.app, platform, program, args }, wanted).catch((error: unknown) =>
        log.error('the start at login could not be set', error),
      );
    startsAtLogin = wanted;
    const current = updateFeed(parts);
    if (current !== feed) updates.settingsChanged();
    feed = current;
  };
  apply();
  return apply;
}
