import { exposureStrings } from '../exposure/strings.ts';
import { formatCount, plural } from '../lib/format.ts';
import { kindName } from '../ui/kind-names.ts';
import { functionOutcomes } from '../ui/strings.ts';

const endings: Readonly<Record<string, string>> = {
  single_request: 'one request',
  idle: 'silent too long',
  platform: 'hung up',
  shutdown: 'service stopped',
};

const ranFunction = (name: string, outcome: string, time: string): string =>
  outcome === 'done'
    ? `${name}, ${time}`
    : `${name} failed after ${time}: ${functionOutcomes[outcome] ?? outcome}`;

const fallbackHandlings: Readonly<Record<string, string>> = {
  sent: 'asked, business-associate agreement in force',
  no_agreement: 'not asked, no business-associate agreement in force',
  no_time: 'not asked, the first provider took all of the time',
  not_expressible: 'not asked, its protocol cannot express this request',
  blocked: 'not asked, the leak scan stopped the request',
};

const handlings: Readonly<Record<string, string>> = {
  mask_all: ', more was masked',
  refuse: ', refused',
  detect_only: ', masked as usual',
};

/** Rules of the leak scan in words. */
const rules: Readonly<Record<string, string>> = {
  'pattern.ssn': 'something like a social security number',
  'pattern.ssn_spaced': 'something like a social security number',
  'pattern.phone': 'something like a telephone number',
  'pattern.phone_plain': 'something like a telephone number',
  'pattern.spoken_number': 'a long number in words',
  'pattern.email': 'something like an e-mail address',
  'pattern.card': 'something like a card number',
  'pattern.iban': 'something like an IBAN',
  'pattern.key': 'something like a key or password',
  'pattern.number_in_name': 'a number like a value in the name of a function or field',
  'pattern.email_in_name': 'an e-mail address in the name of a function or field',
  'pattern.address_in_name': 'a postal address in the name of a function or field',
  'pattern.ip_in_name': 'an IP address in the name of a function or field',
  not_json: 'a body that is not JSON',
};

/** `exact.PHONE` is a value of the call that should have been masked. */
function ruleText(rule: string): string {
  const [, kind] = /^exact\.(.+)$/.exec(rule) ?? [];
  return kind === undefined
    ? (rules[rule] ?? rule)
    : `a known value that was not masked (${kindName(kind)})`;
}

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
    pause: 'Pause',
    resume: 'Resume',
    pausedPill: 'Paused',
    noLongerRevealed: 'This call has ended; its real values are no longer shown.',
    fresh: (count: number) => plural(count, 'new call'),
    failed: (cause: string) => `Failed: ${cause}`,
    dismiss: 'Dismiss',
    paused: 'Paused. Resume to show what arrived in the meantime.',
    feed: {
      connecting: 'Connecting',
      open: 'Live',
      lost: 'Connection lost, retrying',
      closed: 'Disconnected',
    },
    feedClosed: 'The service refuses the connection. Trying again…',
    follow: 'Follow the newest turn',
    said: 'Conversation',
    earlier: (count: number) =>
      `${plural(count, 'earlier turn')} of this call ${count === 1 ? 'is' : 'are'} not shown.`,
    ended: (reason: string) => `Ended (${endings[reason] ?? reason})`,
    inProgress: 'In progress',
    turns: (count: number) => plural(count, 'turn'),
    masked: (count: number) => plural(count, 'value masked', 'values masked'),
    details: 'Open the call',
  },
  sides: {
    regulated: 'Regulated side',
    regulatedNote: 'what was really said',
    public: 'Public side',
    publicNote: 'what the model receives and says',
    hidden: exposureStrings.hidden,
    notSent: '(not sent)',
    roles: { user: 'Caller', assistant: 'Agent', system: 'Instructions', tool: 'Tool' } as Readonly<
      Record<string, string>
    >,
    reply: 'Reply',
    toolCall: (name?: string) => (name === undefined ? 'Tool call' : `Tool call: ${name}`),
    turn: (turn: number) => `Turn ${turn + 1}`,
    added: (ms: string) => `added ${ms}`,
    firstByte: (ms: string) => `first byte ${ms}`,
    whole: (time: string) => `reply ${time}`,
    masked: (kinds: readonly string[]) =>
      kinds.length === 0 ? 'nothing new masked' : `masked ${kinds.join(', ')}`,
    language: (language: string, handling: string) =>
      `Language not covered: ${language}${handlings[handling] ?? ''}`,
    restored: (count: number) => `${plural(count, 'value')} restored`,
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
      service_stopped: 'the service stopped before it could record how the reply ended',
      upstream_error: 'the model failed',
      upstream_busy: 'all connections to the model were in use',
      leak_blocked: 'the leak scan stopped the request',
      validation_failed: 'the request was refused as not valid',
    } as Readonly<Record<string, string>>,
    hits: (count: number, rules: readonly string[]) =>
      rules.length === 0
        ? plural(count, 'hit')
        : `${plural(count, 'hit')}: ${rules.map(ruleText).join(', ')}`,
    notRestored: 'Not restored',
    failure: (kind: string, reason: string) => `${kind} was not restored: ${reason}`,
    failureReasons: {
      out_of_scope: 'the token does not belong to this call',
      key_missing: 'its key is no longer configured',
      vault_miss: 'the vault has no value for it',
      malformed: 'the token is malformed',
    } as Readonly<Record<string, string>>,
    fallback: (first: string, second: string, handling: string) =>
      `${first} failed; ${second}: ${fallbackHandlings[handling] ?? handling}`,
    local: (upstream: string) =>
      `refused for any other model; sent to ${upstream} on the clinic’s network`,
    answered: (status: number) => `the provider answered ${status}`,
    spokenFailure: (transferred: boolean) =>
      `The caller heard the sentence for failures${transferred ? ', and the platform was asked to transfer' : ''}`,
  },
  functions: {
    running: (name: string) => `${name} runs`,
    ran: ranFunction,
  },
  marking: {
    missed: 'Mark as missed…',
    hint: 'Select words that should have been masked, or choose a masked value that is not private.',
    publicHint: 'Select words that should have been masked.',
    missedTitle: 'Mark words that were not masked',
    words: 'Words',
    wordsHint: 'As they stand in the call.',
    notSaid: 'Nobody said this in the call.',
    valuesHidden: 'Real values are hidden. Close this and show them again to mark words.',
    kind: 'What they are',
    mark: 'Mark',
    falseHitTitle: 'Is this value private?',
    falseHit: 'Not private',
    falseHitText: (words: string, kind: string) =>
      `“${words}” was masked as: ${kind}. If it is not private, the model receives it in the rest of this call.`,
    saved: 'Marked.',
    effects: {
      missed: {
        masked: 'Marked. It is masked from the next turn on.',
        unchanged:
          'Marked for review. This call does not change: it is over, or its policy does not mask this kind.',
      },
      false_hit: {
        in_clear: 'Marked. It is no longer masked from the next turn on.',
        unchanged:
          'Marked for review. In this call it stays as it is: the call is over, or something else keeps the value masked.',
      },
    } as Readonly<Record<string, Readonly<Record<string, string>>>>,
  },
  valueSearch: {
    ask: 'Calls with this value…',
    title: 'Calls with a value',
    intro:
      'Finds the calls in which a value was replaced by a token. Redacted and synthetic values leave no token and are not found.',
    value: 'Value',
    valueHint: 'The complete value, as people write or say it: 202-555-0143, or a full name.',
    kind: 'Masked as',
    anyKind: 'Any kind',
    recorded:
      'The audit log records that you searched and how many calls were found, not the value.',
    search: 'Search',
    found: (count: number) => `${plural(count, 'call')} found.`,
    since: (time: string) => `Calls before ${time} cannot be found by value.`,
  },
  wordSearch: {
    label: 'Words that were said',
    example: 'refill "new inhaler" insul*',
    hint: 'All words, in any order. Words in quotation marks follow each other, and insul* stands for all words that begin so.',
    tag: 'Tag',
    search: 'Find calls',
    note: 'Calls whose texts are kept are found once they are over. The audit log records that you searched and how many calls were found, not the words and the tag.',
    empty: {
      title: 'No matching calls',
      text: 'Try fewer or other words, or remove a filter. “Calls with this value…” finds masked values.',
    },
    wordByWord: 'This service looks for each word by itself, also in quotation marks.',
    unread: (count: number) =>
      `${plural(count, 'call')} ${count === 1 ? 'is' : 'are'} not read yet: search again in a while.`,
  },
  list: {
    intro: 'Calls in the chosen time range.',
    filters: 'Filters',
    activeFilters: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
    search: 'Call ID',
    searchHint: 'The complete ID or its beginning, or the platform’s ID of the call',
    since: 'Started',
    sinceChoices: {
      '1h': 'Last hour',
      '24h': 'Last 24 hours',
      '7d': 'Last 7 days',
      '30d': 'Last 30 days',
      all: 'At any time',
    },
    days: 'Between two days',
    from: 'From',
    until: 'Until',
    agent: 'Agent',
    anyAgent: 'All agents',
    kind: 'Masked kind',
    anyKind: 'Any kind',
    exposure: 'In the clear',
    anyExposure: 'Anything',
    exposures: exposureStrings.short,
    state: 'State',
    anyState: 'Any state',
    states: {
      in_progress: 'In progress',
      ok: 'Complete',
      partial: 'Partly delivered',
      error: 'Not delivered',
    } as Readonly<Record<string, string>>,
    minRedactions: 'Masked at least',
    review: 'Review',
    anyReview: 'Any',
    reviews: { yes: 'Reviewed', no: 'Not reviewed' },
    reviewed: 'Reviewed',
    columns: {
      started_at: 'Started',
      agent: 'Agent',
      state: 'State',
      exposure: 'In the clear',
      turn_count: 'Turns',
      duration_ms: 'Length',
      redaction_count: 'Masked',
      model: 'Model',
    },
    empty: {
      title: 'No matching calls',
      text: 'Choose a longer time range, or remove a filter.',
    },
    csv: 'Download CSV',
    csvNote: 'The list, without any words of the calls. The audit log records each download.',
    views: {
      label: 'Saved views',
      save: 'Save this view…',
      title: 'Save this view',
      text: 'Keeps the filters and the order in this browser.',
      name: 'Name',
      confirm: 'Save',
      remove: (name: string) => `Remove the view ${name}`,
    },
    total: (count: number) => plural(count, 'call'),
  },
  detail: {
    title: (agent: string) => `Call with ${agent}`,
    back: 'All calls',
    facts: {
      id: 'Call ID',
      agent: 'Agent ID',
      started: 'Started',
      ended: 'Last event',
      model: 'Model',
      policy: 'Policy',
      policyVersion: (name: string, version: number) => `${name}, version ${version}`,
      provider: 'Provider',
    },
    summary: 'Summary',
    redactions: 'Masked by kind',
    review: {
      title: 'Review',
      notReviewed: 'Nobody has reviewed this call.',
      reviewedBy: (name: string) => `Reviewed by ${name},`,
      review: 'Mark as reviewed',
      takeBack: 'Mark as not reviewed',
      tags: 'Tags',
      tagsHint: 'Short words with commas between them. Do not name a patient.',
      note: 'Note',
      noteHint: 'Only admins and compliance read it. Do not name a patient.',
      writtenBy: (name: string) => `Written by ${name},`,
      save: 'Save tags and note',
    },
    noRedactions: 'Nothing was masked in this call.',
    tabs: 'Details of the call',
    tab: { timeline: 'Timeline', replay: 'Conversation', access: 'Access', report: 'Report' },
    report: {
      intro:
        'The compliance report is made from the audit log for each download. Both formats have the same root.',
      pdf: 'Download PDF',
      json: 'Download JSON',
      making: 'Making the report…',
      recorded: 'Every download is logged.',
    },
    replay: {
      states: {
        not_kept:
          'No transcript of this call was kept: the policy does not ask for one, or the call is older than that setting. The timeline shows what happened.',
        erased: 'The transcript was erased. The audit log still proves what it was.',
        key_missing: 'The transcript cannot be read: its key is no longer configured.',
        damaged:
          'Part of the transcript is missing or changed. You see the part that matches the audit log.',
      } as Readonly<Record<string, string>>,
      empty: 'Nothing was said in this call.',
      download: 'Download the masked transcript',
      erase: {
        button: 'Erase the transcript…',
        title: 'Erase the transcript of this call?',
        text: 'Nobody will be able to read it again, on either side; tags and note of the call go with it. The events stay in the audit log, which records your name. Values stay in the vault: a masked text that was kept elsewhere can still be unmasked.',
        confirm: 'Erase permanently',
      },
    },
    timeline: {
      intro: 'What happened in each turn, according to the audit log.',
      columns: {
        turn: 'Turn',
        seq: 'No.',
        at: 'Time',
        kind: 'Event',
        what: 'Details',
        hash: 'Hash',
        proof: 'Proof',
      },
      steps: { request: 'Request', check: 'Leak check', reply: 'Reply' },
      /** Events that no person causes. */
      kinds: {
        call_started: 'Call began',
        request_masked: 'Request masked',
        detection: 'Found',
        redaction_applied: 'Masked',
        language_not_covered: 'Language not covered',
        egress_scanned: 'Leak check',
        leak_blocked: 'Leak stopped',
        upstream_failed: 'Model failed',
        function_called: 'Function called',
        function_ended: 'Function ended',
        response_completed: 'Reply',
        rehydration_failed: 'Value not restored',
        call_ended: 'Call ended',
        session_sealed: 'Call sealed',
        transcript_sent: 'Transcript sent',
        transcript_failed: 'Transcript not sent',
      } as Readonly<Record<string, string>>,
      /** Of passes and actions. */
      codes: {
        regex: 'patterns',
        nermodel: 'model',
        tokenize: 'replaced',
        redact: 'removed',
      } as Readonly<Record<string, string>>,
      events: (count: number, more: boolean) =>
        `${more ? 'Events' : `All ${plural(count, 'event')}`} of the audit log`,
      turn: {
        signed: 'signed',
        byToken: (id: string) => `access token ${id}`,
        masked: (kinds: readonly string[]) =>
          kinds.length === 0 ? 'nothing new masked' : `masked ${kinds.join(', ')}`,
        language: (language: string) => `language not covered: ${language}`,
        clean: 'passed',
        inClear: (kinds: readonly string[]) => `sent in the clear: ${kinds.join(', ')}`,
        leak: 'may have been sent',
        blocked: 'stopped before it was sent',
        reply: (time: string) => `reply ${time}`,
        added: (time: string) => `${time} in this service`,
        stages: (search: string, record: string) =>
          `of it ${search} to search, ${record} to record`,
        firstByte: (time: string) => `${time} until the model began`,
        cut: 'cut short',
        noReply: 'no reply',
        ran: ranFunction,
      },
      verifyAll: 'Verify all',
      verifying: (done: number, of: number) => `Verified ${done} of ${of}`,
      allHold: (count: number, after: number) =>
        `${plural(count, 'event')} verified in this browser: the call is complete.${
          after === 0
            ? ''
            : ` ${plural(after, 'event')} came after the call, such as its seal, and ${after === 1 ? 'is' : 'are'} not part of it.`
        }`,
      notAllHold: (count: number) =>
        `${plural(count, 'event')} did not match the root of the call. Verify the audit log, and keep a copy of it.`,
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
