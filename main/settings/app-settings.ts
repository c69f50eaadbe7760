import { choice, httpUrl } from '../../server/shared/setting-schemas.ts';
import { settingGroup } from './define-setting.ts';
import { flag } from './forms.ts';

const setting = settingGroup({ group: 'app', restart: 'none' });

/** The desktop app itself. */
export const appSettings = {
  startAtLogin: setting(flag(), {
    title: 'Start at login',
    description: 'The app starts in the background when this user signs in to the machine.',
    default: true,
  }),
  notifications: setting(flag(), {
    title: 'Notifications',
    description: 'Notify when calls can no longer be served, and when they can again.',
    default: true,
  }),
  keepAwake: setting(flag(), {
    title: 'Keep the machine awake',
    description: 'The machine does not go to sleep while calls are served.',
    default: true,
  }),
  serviceMode: setting(flag(), {
    title: 'Service mode',
    description:
      'The server runs as a system service, before anyone signs in; the app only shows it. Unset: on if that service is enabled.',
    default: false,
    restart: 'app',
  }),
  updates: setting(choice('off', 'feed'), {
    group: 'updates',
    title: 'Updates',
    description:
      'Off, or from a feed in your own network. Installed only on request. Not on Windows: there you roll out the MSI of the new version.',
    default: 'off',
  }),
  updateFeedUrl: setting(httpUrl('https:', 'http:'), {
    group: 'updates',
    title: 'Update feed',
    description: 'Folder on a web server with the signed packages and their description.',
  }),
};
