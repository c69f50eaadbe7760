/** What people can be alerted about. */
export const alertKinds = [
  'may_have_been_sent',
  'stopped',
  'by_policy',
  'failed_restore',
  'provider_down',
  'chain_broken',
  'journal_gap',
  'disk_low',
  'agreement_missing',
  'keys_not_stored',
  'unreadable',
] as const;

export type AlertKind = (typeof alertKinds)[number];

/** Where a rule sends its alerts. */
export type AlertChannel =
  | { readonly kind: 'email'; readonly to: readonly string[] }
  | {
      readonly kind: 'webhook';
      readonly url: string;
      /** `whsec_` and base64 (Standard Webhooks). */
      readonly secret: string;
    };

export interface AlertRule {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly kinds: readonly AlertKind[];
  /** At most one message in this time; what happens meanwhile is in the next one. */
  readonly quietMinutes: number;
  readonly channel: AlertChannel;
}

/** The mail server of the clinic. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `tls` from the first byte, `starttls` required; `none` only to this machine. */
  readonly security: 'tls' | 'starttls' | 'none';
  /** '' for a server that asks for none. */
  readonly user: string;
  readonly password: string;
  readonly from: string;
}

export interface AlertSettings {
  readonly rules: readonly AlertRule[];
  readonly mailServer: MailServer | null;
  /** A provider is down after this many failures within so many minutes. */
  readonly providerFailures: number;
  readonly providerMinutes: number;
  /** The disk is low below this many megabytes. */
  readonly diskLowMb: number;
}

export const noAlerts: AlertSettings = {
  rules: [],
  mailServer: null,
  providerFailures: 3,
  providerMinutes: 5,
  diskLowMb: 2_000,
};

/** Something to tell: it happened once, or a condition began or ended. */
export interface Occurrence {
  readonly kind: AlertKind;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly sessionId?: string;
  /** True when a condition ended. */
  readonly over?: boolean;
  /** What the condition is about: the name of an upstream. */
  readonly subject?: string;
}

/** One message of one rule. It never holds a value of a call. */
export interface AlertMessage {
  readonly id: string;
  readonly ruleId: string;
  readonly channel: AlertChannel['kind'];
  readonly counts: Readonly<Partial<Record<AlertKind, number>>>;
  /** Conditions that ended. */
  readonly over: Readonly<Partial<Record<AlertKind, number>>>;
  /** The first calls concerned. */
  readonly calls: readonly string[];
  readonly subjects: readonly string[];
  /** ISO 8601 UTC. */
  readonly firstAt: string;
  readonly lastAt: string;
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly attempts: number;
  /** Milliseconds since the epoch: when it is sent, or tried again. */
  readonly dueAt: number;
  /** Why the last attempt failed. */
  readonly error?: string;
  readonly settledAt?: string;
  /** Whether the journal has how it ended. */
  readonly journalled?: boolean;
}

/** Kinds of older versions: a leak could be either. */
const olderKinds: Readonly<Record<string, readonly [worst: AlertKind, ...AlertKind[]]>> = {
  leak: ['may_have_been_sent', 'stopped'],
  sent_in_clear: ['by_policy'],
};

/** Settings that an older version stored, in the words of today. */
export function withCurrentKinds(settings: AlertSettings): AlertSettings {
  const rules = settings.rules.map((rule) => ({
    ...rule,
    kinds: [...new Set(rule.kinds.flatMap((kind) => olderKinds[kind] ?? [kind]))],
  }));
  return { ...settings, rules };
}

/** A message that an older version stored, in the words of today: of two that a word may mean, the worse. */
export function withCurrentCounts(message: AlertMessage): AlertMessage {
  const counts: Partial<Record<AlertKind, number>> = {};
  for (const [kind, count] of Object.entries(message.counts)) {
    const name = olderKinds[kind]?.[0] ?? (kind as AlertKind);
    counts[name] = (counts[name] ?? 0) + count;
  }
  return { ...message, counts };
}
