import { formatCount, formatDay, plural } from '../lib/format.ts';

/** Words about the desktop app, on its own pages and in the first steps. */
export const applianceStrings = {
  title: 'This computer',
  intro: 'What the desktop app does here: it runs the service, keeps its keys and brings calls in.',
  settingsLink: 'Settings',
  guide: 'First steps',
  wrongSettings: 'These settings are not in force as they were set:',
  absent: {
    title: 'Only in the desktop app',
    text: 'This page speaks with the desktop app. Open it in the window of the app, on the computer that runs the service.',
    back: 'Go to the live calls',
  },
  ofTheService:
    'The server runs as a service of this system: an administrator does this with the tools of the system.',
  service: {
    title: 'Service',
    phases: {
      starting: 'starting',
      running: 'serving calls',
      degraded: 'serving no calls',
      restarting: 'starting again',
      crash_loop: 'keeps stopping',
      refused: 'not set up',
      stopping: 'stopping',
      stopped: 'stopped',
    },
    since: 'Since',
    address: 'Portal',
    ingress: 'For the tunnel',
    live: 'Calls in progress',
    restarts: 'Started again',
    restartCount: (count: number) => (count === 0 ? 'never' : plural(count, 'time')),
    lastExit: 'Last ended with',
    app: 'Desktop app',
    appText: (version: string, platform: string) => `${version} on ${platform}`,
    mode: 'Runs',
    modes: { app: 'with this app', service: 'as a service of the system' },
    restart: 'Start again',
    restartTitle: 'Start the service again?',
    restartText: (live: number) =>
      live === 0
        ? 'No call goes on now. Calls that come in within the next seconds are refused.'
        : `${plural(live, 'call in progress', 'calls in progress')} will be given time to end. New calls are refused until the service is back.`,
    restarted: 'The service is starting again.',
  },
  tunnel: {
    title: 'Tunnel',
    phases: {
      off: 'off',
      starting: 'starting',
      up: 'up',
      down: 'down',
      restarting: 'starting again',
      failed: 'failed',
      stopping: 'stopping',
    },
    provider: 'Provider',
    since: 'Since',
    address: 'Public address',
    unknown: 'not known yet',
    restarts: 'Started again',
    none: 'No tunnel is chosen. Calls come in where a proxy of your own leads them, or from this computer alone.',
    choose: 'Choose a tunnel',
    start: 'Open the tunnel',
    stop: 'Close the tunnel',
    stopTitle: 'Close the tunnel?',
    stopText: 'Voice platforms cannot reach this computer until it is opened again.',
  },
  keys: {
    title: 'Keys',
    kept: 'kept',
    unreadable: 'cannot be read',
    custody: 'Kept by',
    backend: 'Of the system',
    kit: 'Recovery kit',
    noKit: 'none yet',
    kitMade: (iso: string) => `made ${formatDay(iso)}`,
    noKitText:
      'Without a recovery kit, a lost keychain or a broken computer takes every recorded call with it. Print one, and lock it away from this computer.',
    save: 'Save a recovery kit…',
    saved:
      'Saved. Print it, lock it away, and delete the file. It takes the place of every older kit.',
    notSaved: 'Nothing was saved.',
    rotate: 'Make a further key',
    rotateTitle: 'Make a further key of masking?',
    rotateText:
      'Older keys stay, to restore what they masked. The new one masks once the global policy names it and the service was started again.',
    rotated: (kid: string) =>
      `Made ${kid}. Name it in the global policy, start the service again, and save a new recovery kit.`,
    restore: {
      notNow:
        'Should the keychain ever lose the keys, this is where the lines of the kit are typed.',
      title: 'Take the keys back from a recovery kit',
      text: 'What is typed is checked here and sent nowhere.',
      label: 'The four lines of the kit',
      hint: 'Upper and lower case, and the spaces, do not matter.',
      button: 'Take the keys back',
    },
  },
  updates: {
    title: 'Updates',
    phases: {
      off: 'off',
      idle: 'up to date as far as known',
      checking: 'looking',
      available: 'available',
      downloading: 'being fetched',
      ready: 'ready to install',
      failed: 'failed',
    },
    offText: 'Updates are off. They come from a feed of your own network, once one is set.',
    set: 'Set a feed',
    version: 'Version',
    check: 'Look for updates',
    install: 'Install and start again',
    installTitle: (version: string) => `Install ${version}?`,
    installText:
      'Calls in progress are finished first; new ones are refused until the app is back.',
  },
  help: {
    title: 'Help',
    text: 'A support bundle holds logs, states and settings, without secrets and without a word of any call. Send it to whoever helps you.',
    save: 'Save a support bundle…',
    saved: 'Saved.',
    notSaved: 'Nothing was saved.',
  },
  settings: {
    title: 'Settings of this computer',
    intro:
      'What your organisation sets wins over what is set here, and that over what came with the installation.',
    back: 'This computer',
    groups: {
      service: 'Service',
      calls: 'Calls',
      sign_in: 'Sign-in',
      tunnel: 'Tunnel',
      app: 'App',
      updates: 'Updates',
    },
    tabs: 'Groups of settings',
    changedIn: (group: string, count: number) => `${group} (${formatCount(count)} changed)`,
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
    unchanged: 'Nothing is changed.',
    changes: (titles: readonly string[]) => `To be saved: ${titles.join(', ')}.`,
    save: 'Save',
    saveAndRestart: 'Save and start the service again',
    discard: 'Discard',
    saved: 'Saved.',
    savedFor: {
      server: (titles: readonly string[]) =>
        `${titles.join(', ')}: in force once the service was started again.`,
      app: (titles: readonly string[]) =>
        `${titles.join(', ')}: in force once the app was closed and opened again.`,
    },
  },
} as const;

/** Words of the first steps where the desktop app can take them. */
export const guidedStartStrings = {
  intro:
    'From installing to a test call in about five minutes. What is done is ticked by itself; what you leave out can be done later.',
  progress: (done: number, skipped: number, all: number) =>
    `${done} of ${all} done, ${skipped} left out`,
  finished: 'All is set up. From here on, the app can be closed: it goes on in the background.',
  toLive: 'Go to the live calls',
  skipped: 'left out',
  skip: 'Leave this out, because…',
  unskip: 'Do it after all',
  skippedBecause: (reason: string) => `Left out: ${reason}`,
  reasons: {
    keys: ['I have no printer here now', 'Somebody else keeps the keys'],
    upstream: ['The stub is enough for now', 'Somebody else has the API key'],
    tunnel: ['A proxy of our own brings calls in', 'Calls come from this network alone', 'Later'],
    agent: ['Somebody else makes the agents', 'Later'],
    call: ['The voice platform calls it anyway', 'Later'],
  },
  /** Of steps that are wider here. */
  titles: {
    keys: 'Keep the keys, and a way back to them',
    agent: 'Make an agent, and tell the voice platform',
  } as Readonly<Record<string, string>>,
  steps: {
    keys: {
      needs: 'Needs a printer, or another safe place outside this computer.',
      text: (custody: string) =>
        `The keys of this installation are kept by the ${custody} of this computer. A recovery kit is one page that brings them back, together with the data folder.`,
      done: (day: string) => `The keys are kept, and a recovery kit was made ${day}.`,
    },
    upstream: {
      needs:
        'Needs the address of your model provider, the name of a model, and mostly an API key.',
    },
    tunnel: {
      needs:
        'Needs an account or a server for the tunnel, and its program on this computer. Calls come in through it, and nothing else.',
      done: (base: string) => `Calls come in at ${base}, through a port that serves nothing else.`,
      failing: 'The tunnel is chosen, but not up:',
      waiting: 'The tunnel is being opened…',
      closed: 'The tunnel is chosen, but closed.',
    },
    agent: {
      needs: 'Needs the settings of your voice platform open beside this.',
      copy: (name: string) => `Enter these for “${name}” at your voice platform:`,
      local:
        'These addresses lead to this computer alone. Open a tunnel first to have those that voice platforms can reach.',
      model: 'Address of the model (custom LLM)',
      webhook: 'Address of the webhook',
      secret:
        'And one secret in both places: with it the platform signs its requests, and this computer refuses all that are not signed.',
      secretKept: 'A webhook secret is set; it must be the same at the voice platform.',
    },
    call: { needs: 'Needs nothing but a minute: the caller is invented.' },
  },
} as const;
