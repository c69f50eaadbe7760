import { plural } from '../lib/format.ts';

const otherLanguages: Readonly<Record<string, string>> = {
  mask_all: 'In other languages, all numbers, names and uncommon words are masked.',
  refuse: 'Requests in other languages are refused.',
  detect_only: 'In other languages, detection alone decides, which is not made for them.',
};

export const policyStrings = {
  intro:
    'What is masked in calls, and how. Agents without a custom policy follow the global policy.',
  tabs: 'Policies',
  tab: { table: 'In force', yaml: 'YAML', change: 'Check a change', try: 'Try it out' },
  active: (name: string) => `Global policy: ${name}`,
  columns: {
    kind: 'Kind',
    looked: 'Detected by',
    threshold: 'Minimum confidence',
    action: 'Action',
  },
  passes: { regex: 'patterns', ner: 'model' },
  off: 'off',
  actions: {
    tokenize: 'tokenize: restored in replies',
    redact: 'redact: never restored',
    passthrough: 'passthrough: sent in clear',
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
    text: 'New requests of all agents without a custom policy are masked by the current file. The audit log records the reload.',
    preview: 'Changes in the file',
    confirm: 'Reload',
  },
  change: {
    intro:
      'Edit the text to compare it with the policy in force. Nothing takes effect here: save the file on the server, then reload it.',
    label: 'Policy (YAML)',
    none: 'No changes.',
    rows: {
      added: 'Added kind',
      removed: 'Removed kind',
      change: (what: string, from: string, to: string) => `${what}: ${from} → ${to}`,
    },
    title: 'Changes to the policy in force',
    download: 'Save as file',
  },
  trial: {
    intro:
      'Paste what a caller might say. The text is processed in memory only: it is not stored or logged. Use invented people anyway.',
    text: 'What a caller says',
    policy: 'Policy',
    policyNow: 'in force',
    policyChanged: 'edited in “Check a change”',
    run: 'Find and mask',
    found: (count: number) => plural(count, 'detection'),
    nothing: 'Nothing was found.',
    masked: 'What the model would receive',
    passes: (names: string) => `Detection passes: ${names}`,
    columns: {
      kind: 'Kind',
      text: 'Position',
      score: 'Score',
      detector: 'Detector',
      action: 'Action',
      placeholder: 'Placeholder',
    },
  },
} as const;
