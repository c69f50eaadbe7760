import type { AppUpdater } from 'electron-updater';
import type { UpdateSource } from './updates.ts';

/** The part of electron-updater that the app uses. */
export type Updater = Pick<
  AppUpdater,
  | 'allowDowngrade'
  | 'allowPrerelease'
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'checkForUpdates'
  | 'disableWebInstaller'
  | 'downloadUpdate'
  | 'fullChangelog'
  | 'logger'
  | 'once'
  | 'quitAndInstall'
  | 'setFeedURL'
>;

/**
 * Updates through electron-updater, which neither fetches nor installs on its own here. Loaded when
 * it is first needed.
 */
export function electronUpdaterSource(find: () => Updater): UpdateSource {
  let found: Updater | undefined;
  const updater = (): Updater => {
    found ??= quiet(find());
    return found;
  };
  return {
    async newest(feed) {
      updater().setFeedURL({ provider: 'generic', url: feed });
      const newest = await updater().checkForUpdates();
      return newest?.isUpdateAvailable === true ? newest.updateInfo.version : null;
    },
    async download() {
      const [file] = await updater().downloadUpdate();
      if (file === undefined) throw new Error('the feed names no package for this system');
      return file;
    },
    install: () =>
      new Promise((_resolve, reject) => {
        // electron-updater reports failures only by this event, such as a denied elevation.
        updater().once('error', reject);
        updater().quitAndInstall(true, true);
      }),
  };
}

function quiet(updater: Updater): Updater {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  updater.disableWebInstaller = true;
  updater.fullChangelog = false;
  updater.logger = null;
  return updater;
}
