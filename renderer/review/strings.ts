/** The page of mistakes of detection that people marked. */
export const reviewStrings = {
  intro:
    'Mistakes of detection that people marked in calls, and words that the model was unsure of, newest first. Mark mistakes in a live call or in a transcript.',
  state: 'Show',
  states: { open: 'To decide', decided: 'Decided', all: 'All' },
  columns: {
    at: 'Marked',
    who: 'By',
    call: 'Call',
    mistake: 'Mistake',
    kind: 'Kind',
    state: 'Decision',
    act: 'Open',
  },
  turn: (turn: number) => `Turn ${turn + 1}`,
  mistakes: { missed: 'Missed', false_hit: 'Not private' },
  service: 'The service',
  unsure: (score: string, threshold: string) =>
    `May be private: scored ${score}, the policy asks for ${threshold}`,
  suggestionTitle: (kind: string) => `May be private: ${kind}`,
  suggestionText: (score: string, threshold: string) =>
    `The model gives these words a score of ${score}. The policy masks from ${threshold} on, so they were sent as they are. The text is the public side of the call: everybody who may read the call can read it.`,
  undecided: 'To decide',
  outcomes: {
    policy_word: 'Added to the policy',
    roster_person: 'Added to the roster',
    this_call: 'This call only',
    dismissed: 'Dismissed',
  } as Readonly<Record<string, string>>,
  open: 'Open',
  openLabel: (kind: string, at: string) => `Open the mark of ${at}, ${kind}`,
  empty: {
    title: 'No marks',
    text: 'In a live call or a transcript, select words that should have been masked, or choose a masked value that is not private. Words that the model was unsure of come once people have checked the drawn calls that they are in.',
  },
  /** For people who see no real values. */
  emptyForReaders: {
    title: 'No marks',
    text: 'Account admins and compliance see real values, so they mark what detection missed. Their marks are listed here.',
  },
  title: (mistake: string, kind: string) => `${mistake}: ${kind}`,
  decide: {
    policy_word: 'Add to the policy',
    roster_person: 'Add to the roster',
    this_call: 'This call only',
    dismissed: 'Dismiss',
  },
  decideHints: {
    policy_word:
      'Proposes the word for the policy. It applies to all calls once an admin approves it. Everyone who signs in can read it, and reports show it, so do not use it for patients’ names.',
    roster_person: 'For a patient of the clinic: the name is then recognized in all calls.',
    this_call: 'The mark was right, but it applies to this call only.',
    dismissed: 'The mark was wrong.',
  },
  suggestionHints: {
    this_call: 'The words are private. Nothing changes in other calls.',
    dismissed: 'The words are not private.',
  },
  decided: (outcome: string) => `Decided: ${outcome}.`,
  proposed: 'Proposed. An admin can approve it on the History tab of the page',
  policyLines: 'Add these lines to the policy, or add the word on the Change tab of the page',
  policyLabel: 'Lines for the policy',
} as const;
