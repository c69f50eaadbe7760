import { plural } from '../lib/format.ts';

/** Used on every page. */
export const commonStrings = {
  productName: 'Voice PHI Proxy',
  skip: 'Skip to content',
  pages: {
    live: 'Live calls',
    calls: 'Calls',
    agents: 'Agents',
    policies: 'Policies',
    audit: 'Audit log',
    system: 'System',
    appliance: 'This computer',
  },
  signOut: 'Sign out',
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  waiting: 'Loading…',
  again: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  cancel: 'Cancel',
  close: 'Close',
  failed: 'Something went wrong.',
  request: (id: string) => `Request ${id}`,
  notFound: {
    title: 'Page not found',
    text: 'This page does not exist.',
    back: 'Go to live calls',
  },
  pageFailed: {
    title: 'Page not loaded',
    what: 'This page could not be loaded',
    text: 'The service did not answer, or the page has an error. Try again. If it happens again, contact your administrator.',
  },
  adminsOnly: 'Only account admins can do this.',
  more: 'Load more',
  newAgent: 'New agent',
} as const;

/** For the policy editor, which agents and policies share. */
export const policyEditorStrings = {
  valid: (name: string) => `Valid: ${name}`,
  atLine: (line: number) => `Line ${line}`,
} as const;

/** For what the desktop app can do, on its own pages and in the first steps. */
export const desktopStrings = {
  managedBySystem:
    'The service runs as a system service. An administrator does this with the system’s own tools.',
  settingsLink: 'Settings',
  service: {
    restart: 'Restart',
    restartTitle: 'Restart the service?',
    restartText: (live: number) =>
      live === 0
        ? 'No call is in progress. Calls that arrive in the next few seconds are refused.'
        : `${plural(live, 'call in progress gets', 'calls in progress get')} time to end. New calls are refused until the service is back.`,
    restarted: 'The service is restarting.',
  },
  keys: {
    save: 'Save a recovery kit…',
    saved: 'Saved. Print it, lock it away, and delete the file. It replaces every older kit.',
    notSaved: 'Nothing was saved.',
  },
  tunnel: {
    start: 'Open the tunnel',
    stop: 'Close the tunnel',
    stopTitle: 'Close the tunnel?',
    stopText: 'Voice platforms cannot reach this computer until you open the tunnel again.',
  },
  settings: {
    sources: {
      policy: 'set by your organization',
      user: 'set here',
      preset: 'preset',
      default: 'default',
    },
    lockedWhy:
      'Your organization manages this setting. It can be changed only in the policy of this machine.',
    restarts: {
      none: 'takes effect immediately',
      tunnel: 'reopens the tunnel',
      server: 'needs a restart of the service',
      app: 'needs a restart of the app',
    },
    kept: 'Set. Type to replace.',
    unset: 'not set',
    takeBack: 'Reset',
    remove: 'Remove',
    leaving: (type: string) =>
      type === 'secret' ? 'removed when you save' : 'reset when you save',
    keep: (title: string) => `Keep “${title}”`,
    save: 'Save',
    saveAndRestart: 'Save and restart the service',
  },
} as const;
