import type { AppUpdater } from 'electron-updater';
import type { UpdateSource } from './updates.ts';

/** What is used of electron-updater. */
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
 * Updates by electron-updater, which does nothing by itself here: not fetch, and not install. It is
 * looked for once it is needed.
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
        // It says so by this event alone, as where nobody gave the rights that installing takes.
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
