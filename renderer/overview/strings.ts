import type { AttentionItem } from '../../server/contract/figures/overview.ts';
import { formatBytes, formatLanguage, plural } from '../lib/format.ts';

type Sentences = Readonly<
  Record<AttentionItem['about'], (count: number, names: readonly string[]) => string>
>;

const calls = (count: number) => plural(count, 'call');

const attention: Sentences = {
  leak: (count) => `Leak: ${calls(count)} had an identifier that was stopped or may have been sent`,
  in_clear: (count) => `${calls(count)} sent identifiers in the clear, as the policy allows`,
  unreadable: (count) => `Something encoded could not be read in ${calls(count)}`,
  names_not_checked: (count) => `Names were not checked in ${calls(count)}`,
  language_not_covered: (count, names) =>
    `A caller spoke a language that the policy does not cover in ${calls(count)}: ${names.map(formatLanguage).join(', ')}`,
  no_reply: (count) => `The provider gave no reply in ${calls(count)} of the last hour`,
  journal_gap: () => 'The audit log lost events. Calls are refused until an admin acknowledges it',
  unavailable: (_count, names) => `Calls are refused: ${names.join('; ')}`,
  unsealed_calls: (count) => `${calls(count)} began over 6 hours ago and have no seal`,
  disk_low: (count) => `Only ${formatBytes(count)} of disk space is free`,
  keys_not_stored: () =>
    'Nobody has confirmed a copy of keys.json. If it is lost, all data is lost',
  agreement_missing: (_count, names) =>
    `No business associate agreement in force: ${names.join(', ')}`,
};

export const overviewStrings = {
  intro: 'How calls went, and what needs attention.',
  live: 'Live calls',
  attention: {
    title: 'Needs attention',
    none: 'Nothing needs attention.',
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
  agents: {
    title: 'By agent',
    deleted: 'Deleted agent',
    columns: {
      agent: 'Agent',
      calls: 'Calls',
      failures: 'Without a complete reply',
      leaks: 'Leaks',
      inClear: 'Sent by policy',
      masked: 'Masked',
      p50: 'Added latency, median',
    },
  },
} as const;
