import { plural } from '../lib/format.ts';

/** Used on every page. */
export const commonStrings = {
  productName: 'Voice PHI Proxy',
  skip: 'Skip to content',
  pages: {
    overview: 'Overview',
    live: 'Live calls',
    calls: 'Calls',
    agents: 'Agents',
    policies: 'Policies',
    review: 'Review',
    reports: 'Reports',
    audit: 'Audit log',
    roster: 'Roster',
    settings: 'Settings',
    system: 'System',
    appliance: 'This computer',
  },
  morePages: 'More',
  refused: {
    ask: (admins: string) => `Ask ${admins}.`,
    request: 'Request access',
    subject: (reason: string) => `Voice PHI Proxy: ${reason}`,
  },
  demo: {
    mark: 'Demo: ',
    text: 'Demo: everybody here is invented. Nothing of it is in your record, your figures or your reports.',
    play: 'Play a demo call',
    remove: 'Remove the demo',
    leave: 'Leave the demo',
    gone: 'There is no demo any more.',
  },
  signOut: 'Sign out',
  account: 'Account',
  zone: (zone: string) => `Times in ${zone}`,
  zoneOf: (isClinics: boolean) => (isClinics ? ' (clinic)' : ' (this browser)'),
  things: (count: number) => `${plural(count, 'thing needs', 'things need')} you`,
  shortcutsHint: 'Press ? for keyboard shortcuts.',
  looks: {
    theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
    density: { label: 'Density', comfortable: 'Comfortable', compact: 'Compact' },
  },
  waiting: 'Loading…',
  again: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  cancel: 'Cancel',
  close: 'Close',
  noAnswer: 'The service does not answer. Trying again…',
  away: 'The service does not answer. What you see may be out of date. Trying again…',
  failed: 'Something went wrong.',
  invalid: 'Some values are not valid.',
  unsaved: {
    title: 'Leave without saving?',
    text: 'Your changes on this page will be lost.',
    leave: 'Leave',
  },
  discard: {
    title: 'Discard what you typed?',
    text: 'The dialog closes, and what you typed will be lost.',
    discard: 'Discard',
  },
  request: (id: string) => `Request ${id}`,
  notFound: {
    title: 'Page not found',
    what: 'Nothing is at this address',
    text: 'It is wrong, or what was there is gone.',
    back: 'Go to the overview',
  },
  pageFailed: {
    title: 'Page not loaded',
    what: 'This page could not be loaded',
    text: 'The service did not answer, or the page has an error. Try again. If it happens again, contact your administrator.',
  },
  more: 'Load more',
  newAgent: 'New agent',
  apiDocs: 'API documentation',
} as const;

const notKnown = 'whether it was done is not known';

/** What became of a function that the model called, if it was not done. */
export const functionOutcomes: Readonly<Record<string, string>> = {
  refused: 'the clinic’s function refused it',
  failed: `the clinic’s function answered with an error, ${notKnown}`,
  redirected: 'the address leads elsewhere',
  too_large: 'the answer was too long',
  unreadable: 'the answer was no text',
  timed_out: `no answer in time, ${notKnown}`,
  unreachable: `no connection or a broken answer, ${notKnown}`,
  bad_certificate: 'its certificate is not valid',
  address_not_allowed: 'the address is not allowed',
  stopped: `the caller spoke on or hung up, or the connection broke, ${notKnown}`,
  unknown: `the service stopped meanwhile, ${notKnown}`,
  unknown_function: 'not called, the agent has no such function',
  bad_arguments: 'not called, the arguments could not be read',
  no_value: 'not called, an argument was no value of this call',
  too_many: 'not called, too many at once',
};

/** How masked values are replaced (spec, Tokenization). */
export const tokenNames: Readonly<Record<string, string>> = {
  'vault-deterministic': 'Short, values in the vault',
  'reversible-aead': 'Longer, nothing stored',
  synthetic: 'Invented values',
};

/** For the copy of the keys that somebody keeps elsewhere. */
export const keysStoredStrings = {
  missing:
    'Nobody has confirmed a copy of keys.json. If this machine is lost without one, no call and no backup can be read. Copy the file to a safe place, then confirm it here. The audit log records your name.',
  button: 'I stored keys.json elsewhere',
  by: (login: string) => `${login} confirmed a copy of keys.json elsewhere on`,
} as const;

/** For the policy editor, which agents and policies share. */
export const policyEditorStrings = {
  valid: (name: string) => `Valid: ${name}`,
  problems: (count: number) => `${plural(count, 'problem')}: choose one to go to its line`,
  atLine: (line: number, column?: number) =>
    column === undefined ? `Line ${line}` : `Line ${line}, column ${column}`,
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
      default: 'as shipped',
    },
    lockedWhy:
      'Your organization manages this setting. It can be changed only in the policy of this machine.',
    restarts: {
      none: 'takes effect immediately',
      tunnel: 'reopens the tunnel',
      server: 'needs a restart of the service',
      app: 'needs a restart of the app',
    },
    choices: {
      openai: 'OpenAI: Chat Completions',
      responses: 'OpenAI: Responses',
      azure: 'Azure OpenAI',
      anthropic: 'Anthropic',
      bedrock: 'Amazon Bedrock',
      gemini: 'Google Gemini',
      none: 'No tunnel',
      cloudflared: 'Cloudflare Tunnel',
      ssh: 'An SSH server of yours',
      custom: 'A program of yours',
      off: 'Off',
      hosted: 'On',
      feed: 'Look for updates at the address',
      call: 'In the call that it belongs to',
      agent: 'In all calls of its agent',
      fatal: 'Only what ends the service',
      error: 'Errors',
      warn: 'Errors and warnings',
      info: 'Errors, warnings and what happens',
      debug: 'Details for developers',
      trace: 'Every detail',
      silent: 'Nothing',
    } as Readonly<Record<string, string>>,
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
