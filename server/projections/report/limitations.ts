import type { ReportBody } from '../../contract/report.ts';

/** What else bears on how far the report can be relied on. */
export interface LimitationFacts {
  readonly logEventsOff: boolean;
  readonly policyMissing: boolean;
  readonly ended: boolean;
  /** Requests in which the leak scan reported something, and which were sent. */
  readonly leaksReported: number;
}

type ReportFindings = Omit<ReportBody, 'limitations' | 'checkpoint' | 'public_key'>;

const always = [
  'Coverage says what was looked for and replaced. It is no finding that every identifier was recognised.',
  'The service sees the text of a call. Recordings, and text before transcription, are outside of this report.',
];

/** What the report cannot say, in sentences, derived from what it does say (design D32). */
export function limitations(report: ReportFindings, facts: LimitationFacts): readonly string[] {
  return [
    ...always,
    ...ofDetection(report, facts),
    ...ofRecord(report, facts),
    ...ofParties(report),
  ];
}

function ofDetection(
  report: ReportFindings,
  { logEventsOff, policyMissing, leaksReported }: LimitationFacts,
): string[] {
  const { leak_detection: leak, passes, policies, actions_by_kind: actions } = report;
  const masked = policies.reduce((sum, { requests }) => sum + requests, 0);
  const skipped = passes
    .filter(({ ran_in, of }) => ran_in < of)
    .map(({ pass, ran_in, of }) => {
      const missed = of - ran_in;
      return `Pass ${pass} is in the policy and did not run in ${missed} of ${of} requests${reasonOf(report, pass)}.`;
    });
  const passed = Object.entries(actions)
    .filter(([, counts]) => (counts['passthrough'] ?? 0) > 0)
    .map(([kind]) => kind);
  return [
    ...(masked === 0 ? ['No request of this session was masked and forwarded.'] : []),
    ...skipped,
    ...when(
      logEventsOff,
      'The policy has log_events off: there is no event for each detection, and what passed through is not counted.',
    ),
    ...when(
      policyMissing,
      'The text of a policy is not kept: what it asked for is not known and counts as not covered.',
    ),
    ...when(
      policies.length > 1,
      `The session ran under ${policies.length} policies; each row shows the least coverage of them.`,
    ),
    ...when(
      passed.length > 0,
      `By the policy, values of these kinds went upstream in clear: ${passed.join(', ')}.`,
    ),
    ...when(leak.verdict === 'not_run', 'No leak scan was run.'),
    ...when(
      leak.requests_blocked > 0,
      `The leak scan blocked ${leak.requests_blocked} of ${leak.requests_scanned} requests; these were not forwarded.`,
    ),
    ...when(
      leaksReported > 0,
      'The leak scan reported text that resembles an identifier and did not block it.',
    ),
  ];
}

function reasonOf({ upstream }: ReportFindings, pass: string): string {
  if (pass === 'diarize') return ': the service receives no audio';
  return pass === 'nermodel' && upstream === 'stub' ? ': the stub upstream runs without it' : '';
}

function ofRecord(report: ReportFindings, { ended }: LimitationFacts): string[] {
  const { chain, retention } = report;
  return [
    ...when(
      !ended,
      'The call had not ended: its root covers the events so far and will change with the next one.',
    ),
    ...when(ended && !chain.sealed, 'The call has ended; its record is not sealed yet.'),
    ...when(!chain.verify.ok, `The record does not verify: ${chain.verify.message}.`),
    ...when(
      !retention.meets_six_years,
      'Audit records are kept for less than the six years of 45 CFR 164.316(b)(2)(i).',
    ),
    'Only the records of this session were re-hashed; svc audit verify checks the whole journal.',
  ];
}

function ofParties({ business_associates: parties }: ReportFindings): string[] {
  const named = (agreement: string) =>
    parties.filter((party) => party.agreement === agreement).map(({ name }) => name);
  const [unknown, none, expired] = [named('unknown'), named('none'), named('expired')];
  return [
    ...when(
      unknown.length > 0,
      `Whether a business associate agreement exists is not known for: ${unknown.join(', ')}.`,
    ),
    ...when(
      none.length > 0,
      `No business associate agreement was in force with: ${none.join(', ')}.`,
    ),
    ...when(
      expired.length > 0,
      `The business associate agreement had expired with: ${expired.join(', ')}.`,
    ),
  ];
}

function when(holds: boolean, text: string): string[] {
  return holds ? [text] : [];
}
