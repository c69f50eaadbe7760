import { choice, httpUrl } from '../../server/shared/setting-schemas.ts';
import { defineSetting } from './define-setting.ts';
import { flag } from './forms.ts';

/** The desktop app itself. */
export const appSettings = {
  startAtLogin: defineSetting(flag(), {
    group: 'app',
    title: 'Start at login',
    description: 'The app starts in the background when this user signs in to the machine.',
    default: true,
    restart: 'none',
  }),
  notifications: defineSetting(flag(), {
    group: 'app',
    title: 'Notifications',
    description: 'Notify when calls can no longer be served, and when they can again.',
    default: true,
    restart: 'none',
  }),
  keepAwake: defineSetting(flag(), {
    group: 'app',
    title: 'Keep the machine awake',
    description: 'The machine does not go to sleep while calls are served.',
    default: true,
    restart: 'none',
  }),
  serviceMode: defineSetting(flag(), {
    group: 'app',
    title: 'Service mode',
    description:
      'The server runs as a system service, before anyone signs in; the app only shows it. Unset: on if that service is enabled.',
    default: false,
    restart: 'app',
  }),
  updates: defineSetting(choice('off', 'feed'), {
    group: 'updates',
    title: 'Updates',
    description:
      'Off, or from a feed in your own network. Installed only on request. Not on Windows: there you roll out the MSI of the new version.',
    default: 'off',
    restart: 'none',
  }),
  updateFeedUrl: defineSetting(httpUrl('https:', 'http:'), {
    group: 'updates',
    title: 'Update feed',
    description: 'Folder on a web server with the signed packages and their description.',
    default: null,
    restart: 'none',
  }),
};
