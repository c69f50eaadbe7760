import { plural } from '../lib/format.ts';

export const policyStrings = {
  intro:
    'What is looked for in calls, and what becomes of it. Agents without a policy of their own follow the global one.',
  tabs: 'Policies',
  tab: { table: 'In force', yaml: 'As YAML', change: 'Check a change', try: 'Try it out' },
  active: (name: string) => `Global policy: ${name}`,
  columns: {
    kind: 'Kind',
    looked: 'Looked for by',
    threshold: 'Least confidence of the model',
    action: 'Action',
  },
  passes: { regex: 'patterns', ner: 'model' },
  off: 'not looked for',
  actions: {
    tokenize: 'tokenize: restored in replies',
    redact: 'redact: never restored',
    passthrough: 'passthrough: left as it is',
  } as Readonly<Record<string, string>>,
  sha: 'SHA-256',
  reload: {
    button: 'Reload the policy file',
    hint: 'Reads the file of the global policy again. Calls in progress finish their request under the old one.',
    changed: (from: string, to: string) => `Reloaded: ${from} gave way to ${to}.`,
    same: 'Reloaded: the file says the same as before.',
    title: 'Reload the global policy?',
    text: 'New requests of every agent without an own policy are masked by the file as it stands now. This is written to the audit journal.',
    preview: 'What the file would change',
    confirm: 'Reload',
  },
  change: {
    intro:
      'Change the text and see what differs from the policy in force. Nothing is put in force here: save the file on the server, then reload it.',
    label: 'Policy in YAML',
    none: 'No difference in what is looked for and what becomes of it.',
    rows: {
      added: 'Added kind',
      removed: 'Removed kind',
      change: (what: string, from: string, to: string) => `${what}: ${from} → ${to}`,
    },
    title: 'Difference to the policy in force',
    download: 'Save the text as a file',
  },
  trial: {
    intro:
      'Paste what a caller might say. The text is searched in memory and neither kept nor put on record; use invented people all the same.',
    text: 'What a caller says',
    policy: 'Under the policy',
    policyNow: 'in force',
    policyChanged: 'as changed in “Check a change”',
    run: 'Find and mask',
    found: (count: number) => plural(count, 'detection'),
    nothing: 'Nothing was found.',
    original: 'As said',
    masked: 'As the model would get it',
    passes: (names: string) => `Passes that ran: ${names}`,
    columns: {
      kind: 'Kind',
      text: 'Place',
      score: 'Score',
      detector: 'Detector',
      action: 'Action',
      placeholder: 'Placeholder',
    },
  },
} as const;
