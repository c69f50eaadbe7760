import { formatCount, plural } from '../lib/format.ts';

const endings: Readonly<Record<string, string>> = {
  single_request: 'one request',
  idle: 'silent too long',
  platform: 'hung up',
  shutdown: 'service stopped',
};

const handlings: Readonly<Record<string, string>> = {
  mask_all: ', masked more',
  refuse: ', refused',
  detect_only: ', masked as usual',
};

export const callStrings = {
  live: {
    intro: 'Each turn on both sides: what was said, and what was sent to the model.',
    list: 'Calls in progress',
    empty: {
      title: 'No calls in progress',
      text: 'Calls appear here when a voice platform sends their first turn.',
      next: 'Make a test call from an agent’s page',
      guide: 'First steps: from keys to a call',
    },
    reveal: 'Show real values',
    hide: 'Hide real values',
    revealNote: 'The audit log records this with your name.',
    revealed: 'You are looking at real values. The audit log has recorded it.',
    pause: 'Pause',
    resume: 'Resume',
    paused: 'Paused. Resume to show what arrived in the meantime.',
    feed: {
      connecting: 'Connecting',
      open: 'Live',
      lost: 'Connection lost, retrying',
      closed: 'Disconnected',
    },
    feedClosed: 'The service closed the connection. Reload the page to continue.',
    follow: 'Follow the newest turn',
    said: 'Conversation, both sides',
    earlier: (count: number) =>
      `${plural(count, 'earlier turn')} of this call ${count === 1 ? 'is' : 'are'} not shown.`,
    ended: (reason: string) => `Ended (${endings[reason] ?? reason})`,
    inProgress: 'In progress',
    turns: (count: number) => plural(count, 'turn'),
    details: 'Open the call',
  },
  sides: {
    regulated: 'Regulated side',
    regulatedNote: 'what was really said',
    public: 'Public side',
    publicNote: 'what the model receives and says',
    hidden: 'hidden',
    notSent: '(not sent)',
    roles: { user: 'Caller', assistant: 'Agent', system: 'Instructions', tool: 'Tool' } as Readonly<
      Record<string, string>
    >,
    reply: 'Reply',
    toolCall: 'Tool call',
    turn: (turn: number) => `Turn ${turn + 1}`,
    added: (ms: string) => `added ${ms}`,
    firstByte: (ms: string) => `first byte ${ms}`,
    whole: (ms: string) => `full reply ${ms}`,
    scan: {
      clean: 'Leak scan clean',
      reported: 'Leak scan warning',
      blocked: 'Blocked by leak scan',
    } as Readonly<Record<string, string>>,
    language: (language: string, handling: string) =>
      `Language not covered: ${language}${handlings[handling] ?? ''}`,
    restored: (count: number) => `${formatCount(count)} restored`,
    failed: (count: number) => `${formatCount(count)} not restored`,
    status: { ok: 'Complete', partial: 'Cut short', error: 'Not delivered' } as Readonly<
      Record<string, string>
    >,
    waiting: 'Waiting for the reply',
    streaming: 'Receiving the reply',
    reasons: {
      rehydration_failed: 'a value was not restored',
      client_gone: 'the caller’s side hung up',
      upstream_cut: 'the model stopped in the middle',
      upstream_error: 'the model failed',
      upstream_busy: 'all connections to the model were in use',
      leak_blocked: 'blocked by the leak scan',
    } as Readonly<Record<string, string>>,
    hits: (count: number, rules: readonly string[]) =>
      `${plural(count, 'hit')}${rules.length === 0 ? '' : ` (${rules.join(', ')})`}`,
    unreadable: (count: number) => `${count} encoded, not readable`,
    notRestored: 'Not restored',
    failure: (kind: string, reason: string) => `${kind} was not restored: ${reason}`,
    failureReasons: {
      out_of_scope: 'the token does not belong to this call',
      key_missing: 'its key is no longer configured',
      vault_miss: 'the vault has no value for it',
      malformed: 'the token is malformed',
    } as Readonly<Record<string, string>>,
    mark: (kind: string, action: string, detector: string) =>
      `${kind}, ${action}, found by ${detector}`,
  },
  list: {
    intro: 'All calls in the chosen time range, newest first.',
    filters: 'Filters',
    since: 'Started within',
    sinceChoices: {
      '1h': 'Last hour',
      '24h': 'Last 24 hours',
      '7d': 'Last 7 days',
      '30d': 'Last 30 days',
    },
    agent: 'Agent',
    anyAgent: 'All agents',
    status: 'Status',
    anyStatus: 'Any status',
    statuses: { ok: 'Complete', partial: 'Partly delivered', error: 'Not delivered' } as Readonly<
      Record<string, string>
    >,
    minRedactions: 'Masked, at least',
    columns: {
      started: 'Started',
      agent: 'Agent',
      status: 'Status',
      turns: 'Turns',
      duration: 'Length',
      redactions: 'Masked',
      model: 'Model',
    },
    empty: {
      title: 'No matching calls',
      text: 'Choose a longer time range, or remove a filter.',
    },
    end: (count: number) => plural(count, 'call'),
    inProgress: 'in progress',
  },
  detail: {
    title: (agent: string) => `Call with ${agent}`,
    back: 'All calls',
    facts: {
      id: 'Call ID',
      agent: 'Agent ID',
      started: 'Started',
      ended: 'Last event',
      duration: 'Length',
      status: 'Status',
      turns: 'Turns',
      model: 'Model',
    },
    summary: 'Summary',
    redactions: 'Masked by kind',
    noRedactions: 'Nothing was masked in this call.',
    tabs: 'Details of the call',
    tab: { timeline: 'Timeline', replay: 'Transcript', report: 'Report' },
    report: {
      intro:
        'The compliance report is made from the audit log for each download. Both formats have the same root.',
      pdf: 'Download PDF',
      json: 'Download JSON',
      making: 'Making the report…',
      recorded: 'Every download is logged.',
    },
    replay: {
      open: 'Show transcript',
      note: 'The audit log records this with your name.',
      states: {
        not_kept:
          'No transcript was kept: the policy does not store one. The timeline shows what happened, without the words.',
        erased: 'The transcript was erased. The audit log still proves what it was.',
        key_missing: 'The transcript cannot be read: its key is no longer configured.',
        damaged:
          'Part of the transcript is missing or changed. You see the part that matches the audit log.',
      } as Readonly<Record<string, string>>,
      empty: 'Nothing was said in this call.',
    },
    timeline: {
      intro: 'Every event of this call, in order, from the audit log.',
      columns: {
        seq: 'No.',
        at: 'Time',
        kind: 'Event',
        what: 'Details',
        hash: 'Hash',
        proof: 'Proof',
      },
      prove: 'Verify',
      proveLabel: (kind: string, seq: number) => `Verify event ${seq}, ${kind}`,
    },
    proof: {
      title: (seq: number) => `Event ${seq}`,
      checking: 'Computing…',
      intro: 'This browser computed the hashes again, from the event itself.',
      hash: 'The event’s hash matches its content',
      path: (steps: number) =>
        `${plural(steps, 'step')} ${steps === 1 ? 'leads' : 'lead'} from the event to the root of the call`,
      root: 'Root of the call',
      holds: 'matches',
      broken: 'does not match',
      verdict: {
        good: 'This event is part of the call, unchanged.',
        bad: 'This event does not match the root of the call. Verify the audit log, and keep a copy of it.',
      },
      notLeaf:
        'Seals, reports and views come after the call. They are not part of its root, so they have no proof.',
    },
  },
} as const;
