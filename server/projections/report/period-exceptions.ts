import type { ReportException } from '../../contract/reports/period-report.ts';
import type { PeriodRecords, PeriodTree } from '../../domain/reports/period.ts';
import type { SessionSummary } from '../../domain/session.ts';

const listed = 20;
type Kind = ReportException['exception'];
type CallRule = readonly [Kind, detail: string, is: (call: SessionSummary) => boolean];

const ruleOfCalls: readonly CallRule[] = [
  [
    'stopped',
    'The leak scan stopped a request with an identifier before it was sent.',
    ({ exposure }) => exposure.requests_blocked > 0,
  ],
  [
    'may_have_been_sent',
    'A request was sent with text that may be an identifier, as the leak scan reported.',
    ({ exposure }) => exposure.requests_reported > 0,
  ],
  [
    'by_policy',
    'The policy let identifiers be sent to the model in the clear.',
    ({ exposure }) => Object.keys(exposure.in_clear_by_kind).length > 0,
  ],
  [
    'names_not_checked',
    'No model looked for names in a request.',
    ({ exposure }) => exposure.requests_without_names > 0,
  ],
  [
    'language_not_covered',
    'The caller spoke a language that the policy does not cover.',
    ({ exposure }) => exposure.languages.length > 0,
  ],
  [
    'turn_failed',
    'A turn got no complete reply.',
    ({ failedTurns = 0, status }) => failedTurns > 0 || status === 'error',
  ],
  [
    'not_recorded',
    'An older version wrote the events: what was left in the clear is not recorded.',
    ({ exposure }) => exposure.requests_not_recorded > 0,
  ],
  [
    'unreadable',
    'The leak scan could not read an encoded stretch of a request.',
    ({ exposure }) => (exposure.unreadable ?? 0) > 0,
  ],
];

/** What exceptions are looked for in. */
export interface RecordedCalls
  extends Pick<PeriodRecords, 'summaries' | 'restoresFailed' | 'gaps' | 'flaw'> {
  readonly trees: readonly Pick<PeriodTree, 'sessionId' | 'sealed'>[];
}

/** What in calls needs an answer; what did not occur is left out. */
export function periodExceptions(records: RecordedCalls): readonly ReportException[] {
  const { restoresFailed, trees, gaps, flaw } = records;
  const open = new Set(trees.filter(({ sealed }) => !sealed).map(({ sessionId }) => sessionId));
  const rules: readonly CallRule[] = [
    ...ruleOfCalls,
    ['restore_failed', 'A token in a reply was not restored.', ({ id }) => restoresFailed.has(id)],
    ['not_sealed', 'The call is not sealed: its root can change.', ({ id }) => open.has(id)],
  ];
  return [
    ...rules.flatMap((rule) => ofCalls(records.summaries, rule)),
    ...(gaps.length === 0
      ? []
      : [ofJournal('records_lost', `An admin acknowledged lost events at ${gaps.join(', ')}.`)]),
    ...(flaw === undefined
      ? []
      : [ofJournal('records_broken', `The event at ${flaw.seq} does not verify: ${flaw.rule}.`)]),
  ];
}

function ofCalls(
  calls: readonly SessionSummary[],
  [exception, detail, is]: CallRule,
): ReportException[] {
  const ids = calls.filter(is).map(({ id }) => id);
  if (ids.length === 0) return [];
  return [{ exception, calls: ids.length, detail, session_ids: ids.slice(0, listed) }];
}

function ofJournal(exception: Kind, detail: string): ReportException {
  return { exception, calls: 0, detail, session_ids: [] };
}
