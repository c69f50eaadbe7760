import { plural } from '../lib/format.ts';

const otherLanguages: Readonly<Record<string, string>> = {
  mask_all: 'In other languages, all numbers, names and uncommon words are masked.',
  refuse: 'Requests in other languages are refused.',
  detect_only:
    'In other languages, only what detection finds is masked, and detection is not made for them.',
};

const listWords = {
  always: 'always masked',
  never: 'never masked',
  patterns: 'masked by the pattern',
} as const;

export const policyStrings = {
  intro:
    'What is masked in calls, and how. Agents without a custom policy follow the global policy.',
  tabs: 'Policies',
  tab: {
    table: 'In force',
    coverage: 'Coverage',
    change: 'Change',
    history: 'History',
    try: 'Try it out',
  },
  waiting: (count: number) =>
    count === 1 ? 'One proposal waits for a decision.' : `${count} proposals wait for a decision.`,
  toHistory: 'Open history',
  yaml: 'Show as YAML',
  active: (name: string) => `Global policy: ${name}`,
  columns: {
    kind: 'Kind',
    looked: 'Detected by',
    threshold: 'Minimum confidence',
    action: 'Action',
  },
  passes: { regex: 'patterns', ner: 'model', nermodel: 'model' } as Readonly<
    Record<string, string>
  >,
  off: 'off',
  actions: {
    tokenize: 'Mask: restored in replies',
    redact: 'Redact: never restored',
    passthrough: 'Pass: sent in the clear',
    off: 'Off: sent in the clear',
  } as Readonly<Record<string, string>>,
  languages: (covered: string, handling: string) =>
    `Languages covered: ${covered}. ${otherLanguages[handling] ?? handling}`,
  sha: 'SHA-256',
  reload: {
    button: 'Reload the policy file',
    hint: 'Reads the global policy file again. Requests in progress finish under the old policy.',
    changed: (from: string, to: string) => `Reloaded: ${to} replaces ${from}.`,
    same: 'Reloaded: no changes.',
    title: 'Reload the global policy?',
    text: 'New requests of all agents without a custom policy are masked by the current file, without a proposal. The audit log and the history record it.',
    preview: 'Changes in the file',
    confirm: 'Reload',
  },
  change: {
    intro:
      'Change the policy here, then propose it. Nothing takes effect until an admin approves the proposal.',
    label: 'Policy (YAML)',
    view: 'Edit as',
    views: { form: 'Form', yaml: 'YAML' },
    problems: 'This policy has problems',
    none: 'No changes.',
    rows: {
      coverage: (before: number, after: number, of: number) =>
        `Safe Harbor identifiers without a gap: ${before} → ${after} of ${of}`,
      addedKinds: (kinds: readonly string[]) =>
        `${plural(kinds.length, 'kind')} added: ${kinds.join(', ')}`,
      removedKinds: (kinds: readonly string[]) =>
        `${plural(kinds.length, 'kind')} removed: ${kinds.join(', ')}`,
      action: (kind: string, from: string, to: string) => `${kind}: ${to}, before: ${from}`,
      switched: (kind: string, by: string, isOn: boolean) =>
        `${kind}: ${isOn ? 'now' : 'no longer'} ${by}`,
      threshold: (kind: string, from: string, to: string) =>
        `${kind}: masked from ${to} confidence on, before: ${from}`,
      word: (kind: string, list: 'always' | 'never' | 'patterns', word: string) =>
        `${kind}: ${listWords[list]}, added: ${word}`,
      noWord: (kind: string, list: 'always' | 'never' | 'patterns', word: string) =>
        `${kind}: ${listWords[list]}, removed: ${word}`,
      values: {
        true: 'yes',
        false: 'no',
        mask_all: 'more is masked',
        refuse: 'refused',
        detect_only: 'masked as usual',
        fail: 'refused',
        local_model: 'sent to the clinic’s own model',
        pass: 'sent as it is',
        en: 'English',
        es: 'Spanish',
        fr: 'French',
        public: 'what the model got',
        nothing: 'none',
      },
      fields: {
        enabled: 'masked',
        regex: 'found by patterns',
        ner: 'found by the model',
        name: 'Name of the policy',
        version: 'Version in the text',
        description: 'Description',
        passes: 'Detection passes',
        languages: 'Languages covered',
        other_languages: 'Other languages',
        refused_turns: 'Refused turns',
        unreadable: 'What cannot be read',
        tokenization: 'Tokens',
        'audit.log_events': 'Events in the audit log',
        'audit.log_payloads': 'Transcripts kept',
        'audit.keep': 'Sides of a transcript that are kept',
        'audit.retention_days': 'Days that records are kept',
      },
      change: (what: string, from: string, to: string) => `${what}: ${from} → ${to}`,
    },
    title: 'Changes to the policy in force',
    download: 'Save as file',
  },
  preview: {
    button: 'Show what would change',
    title: 'What would change in calls',
    tried: (texts: number, calls: number, since: string) =>
      `Tried on ${plural(texts, 'kept text')} of ${plural(calls, 'call')} since ${since}.`,
    incomplete: 'There are more calls: these are the newest.',
    noTexts: 'No call of the last week has kept texts under the policy that would change.',
    nothing: 'Nothing in them would change.',
    newlyMasked: (kind: string, count: number) => `${kind}: ${plural(count, 'place')} newly masked`,
    noLongerMasked: (kind: string, count: number) =>
      `${kind}: ${plural(count, 'place')} no longer masked`,
    unknown:
      'The service keeps no values. So it cannot say what a new word of “never masked” would leave in the clear.',
    turn: (turn: number) => `Turn ${turn} of a call`,
    sent: 'As it was sent',
    wouldBe: 'As it would be sent',
    mark: (kind: string, masked: boolean) => `${kind}, ${masked ? 'masked' : 'in the clear'}`,
  },
  words: {
    title: 'Words of this policy',
    none: 'This policy has no words or patterns of its own.',
    search: 'Search words',
    nothing: 'No word matches.',
    list: 'List',
    lists: { always: 'always masked', never: 'never masked', patterns: 'pattern' },
    kind: 'Kind',
    word: 'Word, phrase or pattern',
    add: 'Add',
    remove: 'Remove',
    removeWord: (word: string) => `Remove ${word}`,
  },
  form: {
    title: 'What happens to each kind',
    unreadable: 'The text cannot be read as a form. Correct it as YAML first.',
    regex: 'Patterns',
    ner: 'Model',
    of: (what: string, kind: string) => `${what}: ${kind}`,
    actions: { tokenize: 'Mask', redact: 'Redact', passthrough: 'Pass', off: 'Off' },
  },
  propose: {
    button: 'Propose',
    reason: 'Reason',
    hint: 'Do not write patient data here.',
    done: 'Proposed. An admin can approve it under “History”.',
  },
  history: {
    columns: {
      state: 'State',
      reason: 'Reason',
      author: 'Proposed by',
      at: 'Proposed',
      name: 'Policy',
      act: 'Open',
    },
    states: {
      proposed: 'Proposed',
      in_force: 'In force',
      replaced: 'Replaced',
      rejected: 'Rejected',
      approved: 'Approved',
    },
    numbered: (number: number, state: string) => `Version ${number}: ${state.toLowerCase()}`,
    file: 'Policy file',
    open: 'Open',
    openLabel: (at: string) => `Open the version of ${at}`,
    empty: {
      title: 'No versions',
      text: 'The policy in force becomes the first version when the service starts.',
    },
  },
  version: {
    title: 'Version of a policy',
    name: 'Policy',
    agent: 'Only for the agent',
    deletedAgent: 'An agent that was deleted',
    reason: 'Reason',
    author: 'Proposed by',
    decision: 'Decision',
    note: 'Note',
    outcomes: { approved: 'Approved', rejected: 'Rejected' },
    changed: 'Changes from the version before',
    wouldChange: 'Changes to the policy in force',
    unreadable: 'The texts cannot be compared.',
    stale:
      'The policy in force changed after this proposal. Approving it also undoes those changes: compare the list above.',
    text: 'Show as YAML',
    approve: 'Approve',
    reject: 'Reject',
    withdraw: 'Withdraw',
    waits: 'An admin has to approve or reject this proposal.',
    ownNote: 'Note (needed to approve your own proposal)',
    ownHint: 'Where there are two admins, the other one approves. Do not write patient data here.',
    back: 'Propose this version again',
    backReason: (at: string) => `Back to the version of ${at}`,
  },
  coverage: {
    intro:
      'The 18 identifiers of the HIPAA Safe Harbor rule, 45 CFR 164.514(b)(2)(i). Coverage says what a policy looks for and masks. It does not say that everything is found.',
    agents: 'Agents',
    noAgents: 'There are no agents yet.',
    columns: {
      agent: 'Agent',
      gaps: 'Coverage',
      policy: 'Policy',
      act: 'Change',
      identifier: 'Identifier',
      level: 'Coverage',
      why: 'Gaps',
    },
    gaps: (count: number) => (count === 0 ? 'No gaps' : plural(count, 'gap')),
    unchecked: 'Names not checked',
    levels: {
      full: 'Full',
      partial: 'Partial',
      none: 'None',
      not_applicable: 'Text only',
    },
    notes: {
      P_biometric: 'No voice or other recording reaches the service.',
      Q_photo: 'Requests with an image are refused.',
      R_other: 'No list of patterns can cover this category.',
    } as Readonly<Record<string, string>>,
    title: (name: string, source: 'global' | 'shipped' | 'agent') =>
      ({
        global: `Global policy: ${name}`,
        shipped: `Comes with the product: ${name}`,
        agent: `Policy of an agent: ${name}`,
      })[source],
    identifiers: 'The 18 identifiers',
    warning: 'This policy leaves identifiers in the clear that detection can find.',
    propose: (name: string) => `Propose ${name}`,
    use: (name: string) => `Use ${name}`,
    useFor: (name: string, agent: string) => `Use ${name} for ${agent}`,
  },
  trial: {
    intro:
      'Paste what a caller might say. The text is processed in memory only: it is not stored or logged. Use invented people anyway.',
    text: 'What a caller says',
    policy: 'Policy',
    policyNow: 'in force',
    policyChanged: 'edited in “Change”',
    run: 'Find and mask',
    found: (count: number) => plural(count, 'detection'),
    nothing: 'Nothing was found.',
    masked: 'What was said, and what the model would receive',
    left: (kinds: readonly string[]) =>
      kinds.length === 0 ? 'Nothing stays in the clear' : `Stays in the clear: ${kinds.join(', ')}`,
    passes: (names: readonly string[]) => `Looked for by: ${names.join(', ')}`,
    vetoes: (counts: string) => `Left readable by “never”: ${counts}`,
    columns: {
      kind: 'Kind',
      text: 'Position',
      score: 'Score',
      detector: 'Found by',
      action: 'Action',
      placeholder: 'Placeholder',
    },
  },
} as const;
