import { plural } from '../lib/format.ts';

/** Words of legal holds. */
export const holdStrings = {
  intro:
    'Nothing under a hold is pruned. A hold on a call also keeps everything after it, so that the log stays verifiable.',
  columns: {
    matter: 'Matter',
    scope: 'Covers',
    reason: 'Reason',
    reviewer: 'Reviewer',
    by: 'Placed by',
    at: 'Placed',
    act: 'Action',
  },
  everything: 'Everything',
  place: 'Place the hold',
  ask: 'Place a legal hold…',
  askTitle: 'Place a legal hold',
  recorded: 'The audit log records this with your name.',
  held: (matters: readonly string[]) =>
    matters.length === 0 ? 'Under legal hold' : `Under legal hold: ${matters.join(', ')}`,
  dates: (from: string, until: string | undefined) =>
    until === undefined ? `From ${from} onward` : `${from} to ${until}`,
  matter: 'Matter',
  noPatient: 'The case or the request. Do not name a patient.',
  reason: 'Reason',
  reviewer: 'Reviewer',
  agent: 'Agent',
  chooseAgent: 'Choose an agent',
  from: 'First day',
  until: 'Last day',
  untilHint: 'Leave it empty to cover all later calls as well.',
  banner: {
    all: 'A legal hold on everything is in force. Nothing is pruned.',
    calls: (count: number) =>
      `${plural(count, 'legal hold')} in force. Events from the earliest held call on are not pruned.`,
  },
  scope: 'What to keep',
  scopes: {
    all: 'Everything',
    session: 'One call, and everything after it',
    agent: 'An agent’s calls, and everything after the first',
    dates: 'Calls from certain days, and everything after the first',
  },
  session: 'Call',
  sessionHint: 'The ID on the call’s page: sess_…',
  release: 'Release',
  releaseLabel: (scope: string) => `Release the hold on ${scope}`,
  releaseTitle: 'Release this hold?',
  releaseText: (scope: string) =>
    `The next pruning may remove what the hold kept (${scope}) if it is old enough. The audit log records the release.`,
  empty: { title: 'No holds', text: 'Everything past its retention is pruned.' },
} as const;
