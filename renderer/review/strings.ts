/** The page of mistakes of detection that people marked. */
export const reviewStrings = {
  intro:
    'Mistakes of detection that people marked in calls, newest first. Mark them in a live call or in a transcript.',
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
  undecided: 'To decide',
  outcomes: {
    policy_word: 'Into the policy',
    roster_person: 'Into the roster',
    this_call: 'Only this call',
    dismissed: 'Dismissed',
  } as Readonly<Record<string, string>>,
  open: 'Open',
  openLabel: (kind: string, at: string) => `Open the mark of ${at}, ${kind}`,
  empty: {
    title: 'No marks',
    text: 'In a live call or a transcript, select words that should have been masked, or choose a masked value that is not private.',
  },
  title: (mistake: string, kind: string) => `${mistake}: ${kind}`,
  decide: {
    policy_word: 'Put it into the policy',
    roster_person: 'Add to the roster',
    this_call: 'Only this call',
    dismissed: 'Dismiss',
  },
  decideHints: {
    policy_word:
      'Proposes the word for the policy. It counts in all calls once an admin approves it. Everybody who signs in can read it, and reports show it: not for names of patients.',
    roster_person: 'A patient of the clinic: the name is known in all calls.',
    this_call: 'The mark was right, and counts in no other call.',
    dismissed: 'The mark was wrong.',
  },
  decided: (outcome: string) => `Decided: ${outcome}.`,
  proposed: 'Proposed. An admin approves it with the tab History of the page',
  policyLines: 'Add these lines to the policy, or add the word with the tab Change of the page',
  policyLabel: 'Lines for the policy',
} as const;
