import { formatDay, formatDuration, plural } from '../lib/format.ts';

const dayMs = 86_400_000;

/** How long the service has been running: `3 days`, `4 h 12 min`. */
export function formatUptime(seconds: number): string {
  const days = Math.floor((seconds * 1000) / dayMs);
  return days >= 1 ? plural(days, 'day') : formatDuration(seconds * 1000);
}

/** Day and age of an ISO time: `Nov 2, 2026 (19 days)`. */
export function formatAge(iso: string, nowMs: number): string {
  const days = Math.max(0, Math.floor((nowMs - Date.parse(iso)) / dayMs));
  return systemStrings.keys.age(days, formatDay(iso));
}

export const systemStrings = {
  intro: 'Setup and health of the service. No secret is shown.',
  guide: 'First steps',
  health: {
    title: 'Health',
    ok: 'Serving calls',
    unavailable: 'Not serving calls',
    okText: 'Calls are answered and logged.',
    live: 'Calls in progress',
    up: 'Uptime',
    since: 'Started',
  },
  reach: {
    title: 'Addresses',
    base: 'For people',
    calls: 'For voice platforms',
    api: 'For programs',
    tunnel: 'For a tunnel',
    ingress: (port: number) => `port ${port}, calls only`,
    noIngress: 'no separate port',
    noIngressText:
      'Give the tunnel a port of its own: it serves calls only, so this portal stays internal. First steps show the lines to set.',
    signIn: 'Sign-in',
    methods: {
      embedded: 'one-time links',
      oidc: 'your identity provider',
    } as Readonly<Record<string, string>>,
    rate: 'Rate limits',
    rates: { off: 'off', hosted: 'on' },
  },
  versions: {
    title: 'Versions',
    service: 'Service',
    node: 'Node.js',
    database: 'Database',
    model: 'Detection model',
    modelSize: 'Model on disk',
    policy: 'Global policy',
  },
  keys: {
    title: 'Masking keys',
    columns: { kid: 'Key ID', from: 'Source', age: 'Created', use: 'Use' },
    sources: { file: 'keys.json', environment: 'environment' },
    unknown: 'unknown',
    age: (days: number, day: string) => `${day} (${days === 0 ? 'today' : plural(days, 'day')})`,
    active: 'active',
    kept: 'restores older tokens',
    rotate:
      'Create a new key on the machine of the service. Old keys stay, to restore older tokens:',
    command: 'svc keys rotate',
  },
  upstreams: {
    title: 'Models',
    columns: { name: 'Name', state: 'State', missing: 'Missing settings' },
    configured: 'configured',
    missing: 'not configured',
  },
  storage: {
    title: 'Storage',
    free: 'Free disk space',
    all: 'Total',
    names: {
      'journal.db': 'Audit log',
      'journal.head': 'End of the audit log',
      'vault.db': 'Vault, agents, users',
      'calls.db': 'Call summaries',
      'payloads.db': 'Transcripts',
    } as Readonly<Record<string, string>>,
    few: 'Disk space is low. A call is refused when its events cannot be written.',
  },
  people: {
    title: 'Users and access',
    tabs: 'Users and access',
    tab: { users: 'Users', browsers: 'Sign-ins', link: 'Sign-in link' },
    users: {
      columns: { login: 'Login', name: 'Name', since: 'Since', role: 'Role' },
      roles: { viewer: 'Viewer', compliance: 'Compliance', it: 'IT', admin: 'Admin' },
      roleOf: (login: string) => `Role of ${login}`,
      you: 'you',
      yourself: 'You cannot change your own role.',
      change: 'Change role',
      changeTitle: (login: string, role: string) => `Make ${login} ${role}?`,
      changeText: {
        viewer: 'Sees the public side of calls only, and no real values.',
        compliance:
          'Sees real values after giving a reason, decides on marks, reads and exports the audit log, and places legal holds.',
        it: 'Changes agents, access tokens and what is pruned. Sees no real values.',
        admin: 'May do everything: manage users, change policies and the roster, delete.',
      },
    },
    browsers: {
      columns: { login: 'Login', since: 'Signed in', seen: 'Last seen', act: 'Action' },
      current: 'this browser',
      end: 'Sign out',
      endLabel: (login: string) => `Sign out the browser of ${login}`,
      endTitle: (login: string) => `Sign out this browser of ${login}?`,
      endText: 'Its sign-in ends immediately. Unsaved changes in it are lost.',
    },
    link: {
      intro:
        'A link works once, within 15 minutes. Anyone who opens this link signs in as that person.',
      login: 'Login',
      loginHint: 'Usually an email address. New people get a standard account.',
      button: 'Create a link',
      made: (login: string) => `For ${login}. The link is shown only once.`,
      label: 'Sign-in link',
      oidc: 'People sign in with your identity provider. Manage access there.',
    },
  },
} as const;
