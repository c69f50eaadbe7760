import { formatCount, plural } from '../lib/format.ts';
import { commonStrings } from '../ui/strings.ts';

const endings: Readonly<Record<string, string>> = {
  single_request: 'one request',
  idle: 'silent too long',
  platform: 'hung up',
  shutdown: 'service stopped',
};

export const callStrings = {
  live: {
    intro: 'Each turn on both sides: what was said here, and what left for the model.',
    list: 'Calls in progress',
    empty: {
      title: 'No call is in progress',
      text: 'Calls show up here by themselves as soon as a voice platform sends their first turn.',
      next: 'Try it with a test call from an agent’s page',
      guide: 'First steps, from the keys to a call',
    },
    choose: 'Choose a call to watch it.',
    reveal: 'Show the regulated side',
    hide: 'Hide the regulated side',
    revealNote: 'Opening it is written to the audit journal with your name.',
    revealed: 'You are looking at real values. That was written to the audit journal.',
    pause: 'Pause',
    resume: 'Resume',
    paused: 'Paused: what arrives meanwhile is shown when you resume.',
    feed: {
      connecting: 'Connecting',
      open: 'Live',
      lost: 'Connection lost, trying again',
      closed: 'The feed was closed',
    },
    feedClosed: 'The service closed the feed. Load the page again to watch on.',
    follow: 'Follow the newest turn',
    said: 'What is said, on both sides',
    earlier: (count: number) =>
      `${plural(count, 'earlier turn')} of this call ${count === 1 ? 'is' : 'are'} not shown any more.`,
    ended: (reason: string) => `Ended (${endings[reason] ?? reason})`,
    inProgress: 'In progress',
    turns: (count: number) => plural(count, 'turn'),
    details: 'Open the call',
  },
  sides: {
    regulated: 'Regulated side',
    regulatedNote: 'as it was really said',
    public: 'Public side',
    publicNote: 'what the model is sent and says',
    hidden: 'hidden',
    notSent: '(was not sent)',
    roles: { user: 'Caller', assistant: 'Agent', system: 'Instructions', tool: 'Tool' } as Readonly<
      Record<string, string>
    >,
    reply: 'Reply',
    toolCall: 'Tool call',
    turn: (turn: number) => `Turn ${turn + 1}`,
    added: (ms: string) => `added ${ms}`,
    firstByte: (ms: string) => `first byte ${ms}`,
    whole: (ms: string) => `whole reply ${ms}`,
    scan: {
      clean: 'Leak scan clean',
      reported: 'Leak scan reported',
      blocked: 'Blocked by leak scan',
    } as Readonly<Record<string, string>>,
    restored: (count: number) => `${formatCount(count)} restored`,
    failed: (count: number) => `${formatCount(count)} not restored`,
    status: { ok: 'Complete', partial: 'Cut short', error: 'Not delivered' } as Readonly<
      Record<string, string>
    >,
    waiting: 'Waiting for the reply',
    streaming: 'The reply is coming in',
    reasons: {
      rehydration_failed: 'a value was not restored',
      client_gone: 'the caller’s side hung up',
      upstream_cut: 'the model stopped in the middle',
      upstream_error: 'the model failed',
      upstream_busy: 'all connections to the model were in use',
      leak_blocked: 'held back by the leak scan',
    } as Readonly<Record<string, string>>,
    hits: (count: number, rules: readonly string[]) =>
      `${plural(count, 'hit')}${rules.length === 0 ? '' : ` (${rules.join(', ')})`}`,
    notRestored: 'Not restored',
    failure: (kind: string, reason: string) => `${kind} was not restored: ${reason}`,
    failureReasons: {
      out_of_scope: 'the token does not belong to this call',
      key_missing: 'its key is no longer configured',
      vault_miss: 'the vault holds no value for it',
      malformed: 'it is no well-formed token',
    } as Readonly<Record<string, string>>,
    mark: (kind: string, action: string, detector: string) =>
      `${kind}, ${action}, found by ${detector}`,
  },
  list: {
    intro: 'Every call of the chosen time, newest first.',
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
    minRedactions: 'Redactions, at least',
    columns: {
      started: 'Started',
      agent: 'Agent',
      status: 'Status',
      turns: 'Turns',
      duration: 'Length',
      redactions: 'Redactions',
      model: 'Model',
    },
    empty: {
      title: 'No calls here',
      text: 'No call started within this time fits the filters. Widen the time, or loosen a filter.',
    },
    more: commonStrings.more,
    end: (count: number) => `${plural(count, 'call')}, no more`,
    inProgress: 'in progress',
  },
  detail: {
    title: (agent: string) => `Call with ${agent}`,
    back: 'All calls',
    facts: {
      id: 'Session',
      agent: 'Agent',
      started: 'Started',
      ended: 'Last event',
      duration: 'Length',
      status: 'Status',
      turns: 'Turns',
      redactions: 'Redactions',
      model: 'Model',
    },
    summary: 'The call',
    redactions: 'Redactions by kind',
    noRedactions: 'Nothing was masked in this call.',
    tabs: 'What is on record',
    tab: { timeline: 'Timeline', replay: 'Two sides', report: 'Report' },
    report: {
      intro:
        'The compliance report is made from the journal each time it is asked for. Both forms carry the same root.',
      pdf: 'Download PDF',
      json: 'Download JSON',
      making: 'Making the report…',
      recorded: 'That a report was handed out is itself on record.',
    },
    replay: {
      open: 'Show both sides',
      note: 'Showing them is written to the audit journal with your name.',
      states: {
        not_kept:
          'No payloads were kept for this call: the policy does not ask for them (log_payloads). The timeline shows what happened, without the words.',
        erased:
          'The payloads of this call were erased. The journal still proves what happened to them.',
        key_missing:
          'The payloads of this call were kept under a key that is no longer configured, so they cannot be read.',
        damaged:
          'Some of what the journal names is gone or changed. What is shown below is what still matches its record.',
      } as Readonly<Record<string, string>>,
      empty: 'Nothing was said in this call.',
    },
    timeline: {
      intro: 'Every event of this call, in order, as it stands in the journal.',
      columns: {
        seq: 'No.',
        at: 'Time',
        kind: 'Event',
        what: 'What',
        hash: 'Hash',
        proof: 'Proof',
      },
      more: 'Load more events',
      prove: 'Prove',
      proveLabel: (kind: string, seq: number) => `Prove event ${seq}, ${kind}`,
    },
    proof: {
      title: (seq: number) => `Event ${seq}`,
      checking: 'Computing…',
      intro: 'This browser computed the hashes again, from the event itself.',
      hash: 'The hash of the event is the hash of its contents',
      path: (steps: number) =>
        `${plural(steps, 'step')} lead from the event to the root of the call`,
      root: 'Root of the call',
      holds: 'holds',
      broken: 'does not hold',
      verdict: {
        good: 'This event is part of the call, unchanged.',
        bad: 'This event is not what the root of the call was made from. Verify the whole chain on the audit page, and keep a copy of the journal.',
      },
      notLeaf:
        'Seals, reports and views are written after the call and are no part of its root, so there is no proof for them.',
    },
  },
} as const;
