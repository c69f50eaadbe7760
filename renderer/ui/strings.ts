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
    audit: 'Audit',
    system: 'System',
    appliance: 'This computer',
  },
  signOut: 'Sign out',
  theme: { label: 'Theme', system: 'As the system', light: 'Light', dark: 'Dark' },
  waiting: 'Loading…',
  again: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  cancel: 'Cancel',
  close: 'Close',
  failed: 'That did not work.',
  request: (id: string) => `Request ${id}`,
  notFound: {
    title: 'Nothing here',
    text: 'This page does not exist.',
    back: 'Go to the live calls',
  },
  pageFailed: {
    title: 'Page not shown',
    what: 'This page could not be loaded',
    text: 'The service did not answer, or the page has an error. Try again; if it happens once more, tell your administrator.',
  },
  adminsOnly: 'Only account admins can do this.',
  more: 'Load more',
  newAgent: 'New agent',
} as const;

/** Of the policy editor, which agents and policies share. */
export const policyEditorStrings = {
  valid: (name: string) => `Valid: ${name}`,
  atLine: (line: number) => `Line ${line}`,
} as const;

/** Of what the desktop app can do, on its own pages and in the first steps. */
export const desktopStrings = {
  managedBySystem:
    'The server runs as a service of this system: an administrator does this with the tools of the system.',
  settingsLink: 'Settings',
  service: {
    restart: 'Start again',
    restartTitle: 'Start the service again?',
    restartText: (live: number) =>
      live === 0
        ? 'No call goes on now. Calls that come in within the next seconds are refused.'
        : `${plural(live, 'call in progress', 'calls in progress')} will be given time to end. New calls are refused until the service is back.`,
    restarted: 'The service is starting again.',
  },
  keys: {
    save: 'Save a recovery kit…',
    saved:
      'Saved. Print it, lock it away, and delete the file. It takes the place of every older kit.',
    notSaved: 'Nothing was saved.',
  },
  tunnel: {
    start: 'Open the tunnel',
    stop: 'Close the tunnel',
    stopTitle: 'Close the tunnel?',
    stopText: 'Voice platforms cannot reach this computer until it is opened again.',
  },
  settings: {
    sources: {
      policy: 'set by your organisation',
      user: 'set here',
      preset: 'preset',
      default: 'default',
    },
    lockedWhy:
      'Your organisation decides this: it can be changed in the policy of this machine alone.',
    restarts: {
      none: 'takes effect at once',
      tunnel: 'reopens the tunnel',
      server: 'needs a restart',
      app: 'needs the app reopened',
    },
    kept: 'set; type to replace it',
    unset: 'not set',
    takeBack: 'Take back',
    remove: 'Remove',
    leaving: (type: string) =>
      type === 'secret'
        ? 'is removed when you save'
        : 'goes back to what it was without you when you save',
    keep: (title: string) => `Leave “${title}” as it is`,
    save: 'Save',
    saveAndRestart: 'Save and start the service again',
  },
} as const;
