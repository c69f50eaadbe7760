import type { Exposure } from '../../contract/exposure.ts';
import type { OtherLanguage, ReportBody } from '../../contract/report.ts';
import { kindCounts, kindName } from '../../domain/reports/kind-names.ts';

/** Further facts that limit how far the report can be relied on. */
export interface LimitationFacts {
  readonly logEventsOff: boolean;
  readonly policyMissing: boolean;
  readonly ended: boolean;
  /** Requests that were sent although the leak scan reported something. */
  readonly leaksReported: number;
}

type ReportFindings = Omit<ReportBody, 'limitations' | 'checkpoint' | 'public_key'> & {
  readonly exposure: Exposure;
};

const always = [
  'Coverage shows what the service looked for and masked. It does not show that every identifier was recognized.',
  'The service sees only the text of a call. Recordings and the audio before transcription are outside this report.',
];

/** The limits of a report, in sentences, from its own findings (design D32). */
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
  const { exposure } = report;
  const masked = policies.reduce((sum, { requests }) => sum + requests, 0);
  const skipped = passes
    .filter(({ ran_in, of }) => ran_in < of)
    .map(({ pass, ran_in, of }) => {
      const missed = of - ran_in;
      return `Pass ${pass} is in the policy but did not run in ${missed} of ${of} requests${reasonOf(report, pass)}.`;
    });
  const inClear = Object.entries(actions)
    .filter(([, counts]) => (counts['passthrough'] ?? 0) > 0)
    .map(([kind]) => kindName(kind));
  return [
    ...(masked === 0 ? ['No request of this call was masked and forwarded.'] : []),
    ...skipped,
    ...when(
      leak.unreadable !== undefined,
      `The scan could not read ${leak.unreadable} encoded ${leak.unreadable === 1 ? 'stretch' : 'stretches'} of the requests, such as pictures: what they say is not known.`,
    ),
    ...when(
      logEventsOff,
      'The policy has log_events off: the audit log has no event for each detection.',
    ),
    ...when(
      policyMissing,
      'The text of a policy was not kept. Its rules are unknown and count as not covered.',
    ),
    ...when(
      policies.length > 1,
      `The call ran under ${policies.length} policies. Each row shows the lowest coverage of them.`,
    ),
    ...when(
      inClear.length > 0,
      `The policy let values of these kinds be sent to the model in the clear: ${inClear.join(', ')}.`,
    ),
    ...when(
      exposure.requests_not_recorded > 0,
      `An older version wrote ${exposure.requests_not_recorded} of ${exposure.requests} requests: what it left in the clear is not recorded.`,
    ),
    ...when(
      exposure.requests_without_names > 0,
      `No model looked for names in ${exposure.requests_without_names} of ${masked} requests: names were sent as they were said.`,
    ),
    ...when(
      report.detections.vetoes_by_kind !== undefined,
      `The policy says of some words that they are never of a kind. It left readable what was detected in them: ${vetoesOf(report)}.`,
    ),
    ...(report.other_languages ?? []).map(ofLanguage),
    ...when(leak.verdict === 'not_run', 'No leak scan was run.'),
    ...when(
      leak.requests_blocked > 0,
      `The leak scan blocked ${leak.requests_blocked} of ${leak.requests_scanned} requests. They were not sent.`,
    ),
    ...when(
      leaksReported > 0,
      'The leak scan reported text that resembles an identifier, but did not block it.',
    ),
  ];
}

const vetoesOf = ({ detections: { vetoes_by_kind: vetoes = {} } }: ReportFindings): string =>
  kindCounts(vetoes).join(', ');

function ofLanguage({ language, handling, texts }: OtherLanguage): string {
  const said = `Texts of the caller in a language that the policy does not cover (${language}): ${texts}.`;
  return `${said} ${languageHandling[handling]}`;
}

const languageHandling: Readonly<Record<OtherLanguage['handling'], string>> = {
  mask_all: 'Their numbers, names and uncommon words were masked.',
  refuse: 'Requests with them were refused.',
  detect_only: 'Only what detection found was masked, and it is not made for that language.',
};

function reasonOf({ upstream }: ReportFindings, pass: string): string {
  if (pass === 'diarize') return ': the service receives no audio';
  return pass === 'nermodel' && upstream === 'stub' ? ': the stub model runs without it' : '';
}

function ofRecord(report: ReportFindings, { ended }: LimitationFacts): string[] {
  const { chain, retention } = report;
  return [
    ...when(
      !ended,
      'The call had not ended. Its root covers the events so far and changes with the next event.',
    ),
    ...when(ended && !chain.sealed, 'The call has ended, but its events are not sealed yet.'),
    ...when(!chain.verify.ok, `The events of the call do not verify: ${chain.verify.message}.`),
    ...when(
      !retention.meets_six_years,
      'Audit events are kept for less than the six years of 45 CFR 164.316(b)(2)(i).',
    ),
    'Only the events of this call were hashed again. The command svc audit verify checks the whole audit log.',
  ];
}

function ofParties({ business_associates: parties }: ReportFindings): string[] {
  const named = (agreement: string) =>
    parties.filter((party) => party.agreement === agreement).map(({ name }) => name);
  const [unknown, none, expired] = [named('unknown'), named('none'), named('expired')];
  return [
    ...when(
      unknown.length > 0,
      `It is not known whether a business associate agreement exists with: ${unknown.join(', ')}.`,
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
