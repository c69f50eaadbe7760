import { formatDay, formatDuration, plural } from '../lib/format.ts';
import { commonStrings } from '../ui/strings.ts';

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
  intro: 'How the service is set up and how it is. Names, sizes and ages, never a secret.',
  guide: 'First steps',
  health: {
    title: 'Health',
    ok: 'Serving calls',
    unavailable: 'Serving no calls',
    okText: 'Calls are answered and put on record.',
    live: 'Calls in progress',
    up: 'Running for',
    since: 'Started',
  },
  reach: {
    title: 'How it is reached',
    base: 'For people',
    calls: 'For voice platforms',
    tunnel: 'For a tunnel',
    ingress: (port: number) => `port ${port}, calls only`,
    noIngress: 'no port of its own',
    noIngressText:
      'Set SVC_INGRESS_PORT and point the tunnel there: that port serves calls and nothing else, so this portal stays inside. SVC_CALLS_URL names the address that the tunnel has.',
    signIn: 'Sign-in',
    methods: {
      embedded: 'one-time links of this service',
      oidc: 'your own identity provider',
    } as Readonly<Record<string, string>>,
    rate: 'Rate limits',
    rates: { off: 'off', hosted: 'those of the hosted service' },
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
    title: 'Keys of masking',
    columns: { kid: 'Key id', from: 'Given by', age: 'Made', use: 'Use' },
    sources: { file: 'keys.json', environment: 'the environment' },
    unknown: 'not known',
    age: (days: number, day: string) => `${day} (${days === 0 ? 'today' : plural(days, 'day')})`,
    active: 'masks now',
    kept: 'restores older tokens',
    rotate:
      'A new key is made on the machine of the service; old ones stay, to restore what they masked:',
    command: 'svc keys rotate',
  },
  upstreams: {
    title: 'Models',
    columns: { name: 'Name', state: 'State', missing: 'Still to be set' },
    configured: 'configured',
    missing: 'not configured',
  },
  storage: {
    title: 'Storage',
    free: 'Free on this disk',
    all: 'All data',
    names: {
      'journal.db': 'Journal',
      'journal.head': 'Head of the journal',
      'vault.db': 'Vault, agents, users',
      'calls.db': 'Summaries of calls',
      'payloads.db': 'Kept payloads',
    } as Readonly<Record<string, string>>,
    few: 'Little room is left. A call whose events cannot be written is refused.',
  },
  people: {
    title: 'Who may come in',
    tabs: 'People and sign-ins',
    tab: { users: 'People', browsers: 'Signed-in browsers', link: 'Sign-in link' },
    adminsOnly: 'People and sign-ins are seen by account admins.',
    users: {
      columns: { login: 'Login', name: 'Name', since: 'Since', role: 'Role', act: 'Change' },
      admin: 'admin',
      user: 'user',
      you: 'you',
      grant: 'Make admin',
      revoke: 'No longer admin',
      yourself: 'Nobody changes their own rights.',
      grantTitle: (login: string) => `Make ${login} an admin?`,
      grantText:
        'Admins change agents and policies, export the journal, prune it, and decide who may come in.',
      revokeTitle: (login: string) => `Take the admin rights of ${login}?`,
      revokeText: 'It holds at once. Logins of SVC_ADMIN_LOGINS become admins again at sign-in.',
    },
    browsers: {
      columns: { login: 'Login', since: 'Signed in', seen: 'Last seen', act: 'Change' },
      current: 'this browser',
      end: 'Sign out',
      endLabel: (login: string) => `Sign out the browser of ${login}`,
      endTitle: (login: string) => `Sign this browser of ${login} out?`,
      endText: 'Its cookie is worth nothing from then on. What was not saved in it is lost.',
    },
    link: {
      intro:
        'A link signs in the person it names, once and within 15 minutes. Whoever opens it first is them: give it to nobody else.',
      login: 'Login',
      loginHint: 'Mostly an e-mail address. Somebody new becomes a user without admin rights.',
      button: 'Make a link',
      made: (login: string) => `For ${login}. It is shown this once.`,
      label: 'Sign-in link',
      oidc: 'People sign in with your own identity provider; who may is decided there.',
    },
    more: commonStrings.more,
  },
} as const;
