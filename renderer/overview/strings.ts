import type { AttentionItem } from '../../server/contract/figures/overview.ts';
import { saidNumber, verdictWords } from '../../server/contract/figures/words.ts';
import { formatBytes, formatLanguage, plural } from '../lib/format.ts';

type Sentences = Readonly<
  Record<AttentionItem['about'], (count: number, names: readonly string[]) => string>
>;

const calls = (count: number) => plural(count, 'call');

const attention: Sentences = {
  may_have_been_sent: (count) => `An identifier may have been sent in ${calls(count)}`,
  by_policy: (count) => `${calls(count)} sent identifiers in the clear, as the policy allows`,
  unreadable: (count) => `Something encoded could not be read in ${calls(count)}`,
  names_not_checked: (count) => `Names were not checked in ${calls(count)}`,
  language_not_covered: (count, names) =>
    `A caller spoke a language that the policy does not cover in ${calls(count)}: ${names.map(formatLanguage).join(', ')}`,
  no_reply: (count) => `No reply was delivered in ${calls(count)} of the last hour`,
  journal_gap: () => 'The audit log lost events. Calls are refused until an admin acknowledges it',
  chain_broken: () => 'The audit log does not verify: keep a copy of it, and verify it again',
  unavailable: (_count, names) => `Calls are refused: ${names.join('; ')}`,
  unsealed_calls: (count) => `${calls(count)} began over 6 hours ago and have no seal`,
  disk_low: (count) => `Only ${formatBytes(count)} of disk space is free`,
  keys_not_stored: () =>
    'Nobody has confirmed a copy of keys.json. If it is lost, all data is lost',
  agreement_missing: (_count, names) =>
    `No business associate agreement in force: ${names.join(', ')}`,
  policy_gaps: (_count, names) =>
    `The policy lets identifiers pass that detection can find: ${names.join(', ')}`,
};

/** The sentences on top of the overview. */
export const verdictStrings = {
  ...verdictWords,
  notVerified: 'The audit log was not verified yet since the service started.',
  unavailable: 'The service takes no calls.',
  diskLow: 'Disk space is low.',
  things: (count: number) =>
    count === 0
      ? 'Nothing needs you.'
      : `${saidNumber(count)} ${count === 1 ? 'thing needs' : 'things need'} you.`,
} as const;

export const overviewStrings = {
  intro: 'How calls went, and what needs you.',
  verdict: 'In short',
  verified: 'Audit log verified:',
  ranges: {
    '24h': 'in the last 24 hours',
    '7d': 'in the last 7 days',
    '30d': 'in the last 30 days',
  },
  live: 'Live calls',
  attention: {
    title: 'Needs you',
    none: 'Nothing needs you.',
    acknowledge: 'Acknowledge…',
    openIncident: 'Open an incident…',
    incident: (isAssessed: boolean) =>
      isAssessed ? 'Close the incident…' : 'Assess the incident…',
    acknowledging: {
      title: 'Acknowledge',
      text: 'Says that you have seen it. It comes back when there is more of it, or after a while. The audit log records your name and the note.',
      confirm: 'Acknowledge',
    },
    opening: {
      title: 'Open an incident',
      text: 'An incident is assessed by the four factors of 45 CFR 164.402 and then closed. Its record is in the report of the period, and the audit log records each step with your name.',
      confirm: 'Open an incident',
    },
    note: 'Note',
    noteHint: 'Do not write patient data here.',
    seen: (count: number) => `Seen: ${plural(count, 'thing')}`,
    seenBy: (login: string) => `Seen by ${login},`,
    sentence: ({ about, count = 0, names = [] }: AttentionItem) => attention[about](count, names),
    open: {
      calls: 'Open calls',
      agents: 'Open agents',
      policies: 'Open policies',
      audit: 'Open the audit log',
      settings: 'Open Settings',
      system: 'Open System',
    },
  },
  incidents: {
    title: 'Incidents',
    record: 'Incident',
    columns: { at: 'Opened', about: 'About', by: 'By', state: 'State', open: 'Open' },
    abouts: {
      may_have_been_sent: 'An identifier may have been sent',
      chain_broken: 'The audit log does not verify',
      agreement_missing: 'No business associate agreement in force',
    },
    states: { opened: 'Opened', assessed: 'Assessed', closed: 'Closed' },
    open: 'Open',
    openLabel: (at: string) => `Open the incident of ${at}`,
    parties: 'Parties',
    calls: 'Calls',
    assess: 'Assess',
    assessAgain: 'Assess again',
    assessIntro:
      'The four factors of 45 CFR 164.402(2). Do not write patient data here: the audit log keeps these texts.',
    factors: {
      nature_and_extent: 'Nature and extent of the data',
      recipient: 'Who got it',
      acquired_or_viewed: 'Whether it was acquired or viewed',
      mitigation: 'What was done about the risk',
    },
    hints: {
      nature_and_extent: 'Kinds of identifiers, and how likely somebody is identified by them',
      recipient: 'For example a model provider under an agreement',
      acquired_or_viewed: 'Or only could have been',
      mitigation: 'For example what the recipient assured',
    },
    conclusion: 'Conclusion',
    conclusions: {
      low_probability: 'Low probability that data was compromised',
      breach: 'A breach: people must be told',
    },
    saveAssessment: 'Save the assessment',
    closingNote: 'Note on closing',
    close: 'Close the incident',
  },
  agents: {
    title: 'By agent',
    deleted: 'Deleted agent',
    columns: {
      agent: 'Agent',
      calls: 'Calls',
      failures: 'Without a complete reply',
      maySent: 'May have been sent',
      stopped: 'Stopped before it was sent',
      inClear: 'Sent by policy',
      masked: 'Masked',
      p50: 'Added latency, median',
    },
  },
} as const;
