import type { AppUpdater } from 'electron-updater';
import type { UpdateSource } from './update-source.ts';

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
  | 'quitAndInstall'
  | 'setFeedURL'
>;

/** Updates by electron-updater, which does nothing by itself here: not fetch, and not install. */
export function electronSource(updater: Updater): UpdateSource {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  updater.disableWebInstaller = true;
  updater.fullChangelog = false;
  updater.logger = null;
  return {
    async newest(feed) {
      updater.setFeedURL({ provider: 'generic', url: feed });
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable === true ? found.updateInfo.version : null;
    },
    async download() {
      const [file] = await updater.downloadUpdate();
      if (file === undefined) throw new Error('the feed names no package for this system');
      return file;
    },
    install: () => updater.quitAndInstall(true, true),
  };
}
