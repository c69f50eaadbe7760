import type { Deed, Incident } from '../../contract/figures/incidents.ts';
import type { RecallRow } from '../../contract/reports/call-samples.ts';
import type { OutcomeCounts, PeriodReport } from '../../contract/reports/period-report.ts';
import { kindName } from '../../domain/reports/kind-names.ts';
import { localTime } from '../../domain/reports/local-time.ts';
import {
  type Cell,
  type Column,
  type Element,
  facts,
  section,
  stack,
  subheading,
  table,
  text,
} from './elements.ts';
import {
  conclusions,
  exceptionLabels,
  formatKinds,
  formatTime,
  incidentAbout,
  maskedByKind,
  plural,
  readable,
} from './labels.ts';
import { associates, versionFacts } from './report-sections.ts';

const outcomeColumns: readonly Column[] = [
  { title: 'Agent', width: 22 },
  { title: 'Calls', width: 8, number: true },
  { title: 'Nothing found', width: 11, number: true },
  { title: 'Stopped before sending', width: 13, number: true },
  { title: 'Sent by policy', width: 10, number: true },
  { title: 'May have been sent', width: 11, number: true },
  { title: 'Not recorded', width: 10, number: true },
  { title: 'Failed', width: 8, number: true },
  { title: 'Open', width: 7, number: true },
];

/** All calls by agent and by what was found in the clear. */
export function population({ population: all }: PeriodReport): Element {
  return section(
    'Population',
    text(
      'All calls that started in the period, by agent and by what was found in the clear in what was sent to the model.',
    ),
    table(outcomeColumns, [
      ...all.by_agent.map((one) => [one.name === '' ? one.agent_id : one.name, ...cells(one)]),
      [text('All', 'bold'), ...cells(all.total)],
    ]),
    facts([
      ['Requests', String(all.turns)],
      ['Masked', maskedByKind(all)],
      ['Sent in the clear by policy', formatKinds(all.in_clear_by_kind)],
    ]),
  );
}

function cells(counts: OutcomeCounts): string[] {
  const { calls, nothing_found, stopped, by_policy, may_have_been_sent } = counts;
  const { not_recorded, not_run, unreadable = 0, failed, in_progress } = counts;
  const shown = [
    calls,
    nothing_found,
    stopped,
    by_policy,
    may_have_been_sent,
    not_recorded + not_run + unreadable,
    failed,
    in_progress,
  ];
  return shown.map(String);
}

export function exceptions(report: PeriodReport): Element {
  return section(
    'Exceptions',
    ...(report.exceptions.length === 0
      ? [text('None of the exceptions that this report looks for occurred.')]
      : [
          table(
            [
              { title: 'Exception', width: 20 },
              { title: 'Calls', width: 8, number: true },
              { title: 'What it is', width: 32 },
              { title: 'First calls', width: 40 },
            ],
            report.exceptions.map(({ exception, calls, detail, session_ids }) => [
              text(exceptionLabels[exception], 'bold'),
              String(calls),
              detail,
              text(session_ids.slice(0, 3).join('\n') || '-', 'monoSmall'),
            ]),
          ),
        ]),
  );
}

/** What was done about the incidents that were open in the period. */
export function incidents({ incidents: all = [] }: PeriodReport): Element {
  return section(
    'Incidents',
    ...(all.length === 0
      ? [text('No incident was open in this period.')]
      : all.flatMap((incident) => [
          subheading(incidentAbout[incident.about]),
          facts([...openingOf(incident), ...assessmentOf(incident), closingOf(incident)]),
        ])),
  );
}

type Pair = readonly [string, Cell];

function openingOf({ id, names, session_ids, opened }: Incident): readonly Pair[] {
  return [
    ['Incident', text(id, 'mono')],
    ...(names.length === 0 ? [] : [['Parties', names.join(', ')] as const]),
    ...(session_ids.length === 0
      ? []
      : [['Calls', text(session_ids.join('\n'), 'monoSmall')] as const]),
    ['Opened', deed(opened)],
  ];
}

/** The four factors of 45 CFR 164.402(2). */
function assessmentOf({ assessed }: Incident): readonly Pair[] {
  if (assessed === undefined) return [['Assessed', 'not yet']];
  return [
    ['Assessed', deed(assessed)],
    ['Nature and extent of the data', assessed.nature_and_extent],
    ['Who got it', assessed.recipient],
    ['Acquired or viewed', assessed.acquired_or_viewed],
    ['What was done about the risk', assessed.mitigation],
    ['Conclusion', conclusions[assessed.conclusion]],
  ];
}

const closingOf = ({ closed }: Incident): Pair => [
  'Closed',
  closed === undefined ? 'not yet' : deed(closed),
];

const deed = ({ by, at, note = '' }: Omit<Deed, 'note'> & Partial<Deed>): string =>
  `${by}, ${formatTime(at)}${note === '' ? '' : `: ${note}`}`;

/** Recall over the calls of the period that two people have read. */
export function checkedCalls({ checked_calls: recall }: PeriodReport): Element {
  if (recall === undefined) return section('Checked calls', text('Nobody has checked calls yet.'));
  const rowOf = (name: Cell, { found, missed, recall_bp, low_bp, high_bp }: RecallRow): Cell[] => [
    name,
    String(found),
    String(missed),
    percent(recall_bp),
    `${percent(low_bp)} to ${percent(high_bp)}`,
  ];
  return section(
    'Checked calls',
    text(
      `${plural(recall.calls, 'call')} of the period, drawn at random and read by two people. Found: values that were masked and are private. Missed: values that either of them marked. The 95 % interval is Wilson's; it takes each value as independent.`,
    ),
    table(
      [
        { title: 'Kind', width: 28 },
        { title: 'Values found', width: 16, number: true },
        { title: 'Values missed', width: 16, number: true },
        { title: 'Found of all', width: 16, number: true },
        { title: '95 % interval', width: 24, number: true },
      ],
      [
        ...recall.by_kind.map((row) => rowOf(kindName(row.kind), row)),
        rowOf(text('All', 'bold'), recall.total),
      ],
    ),
  );
}

const percent = (bp: number): string => `${(bp / 100).toFixed(1)} %`;

export function controls(report: Pick<PeriodReport, 'controls'>): Element {
  return section(
    'Controls',
    text('What was tested for this report, and what came out. The owner answers exceptions.'),
    table(
      [
        { title: 'Control', width: 24 },
        { title: 'Test', width: 29 },
        { title: 'Result', width: 12 },
        { title: 'Exception', width: 22 },
        { title: 'Owner', width: 13 },
      ],
      report.controls.map(({ citation, control, test, result, exception, owner }) => [
        `${control}\n${citation}`,
        test,
        text(readable(result), 'bold'),
        exception === '' ? '-' : exception,
        owner,
      ]),
    ),
  );
}

export function policyGaps({ policy_gaps }: PeriodReport): Element {
  return section(
    'Policy gaps',
    ...(policy_gaps.length === 0
      ? [text('The policies of the period looked for every kind that can be listed.')]
      : [
          table(
            [
              { title: 'Identifier', width: 24 },
              { title: 'Risk', width: 34 },
              { title: 'Recommendation', width: 42 },
            ],
            policy_gaps.map(({ key, category, risk, recommendation }) => [
              `${key.slice(0, 1)}  ${category}`,
              risk,
              recommendation,
            ]),
          ),
        ]),
  );
}

/** Versions, keys, providers, business associates. */
export function safeguards(report: PeriodReport): Element {
  const { versions, safeguards: kept, rehydration } = report;
  const keys = kept.keys.map(
    ({ kid, source, age_days }) =>
      `${kid}: from the ${source}, ${age_days === undefined ? 'age unknown' : `${plural(age_days, 'day')} old`}`,
  );
  const pairs: readonly (readonly [string, Cell])[] = [
    ...versionFacts(versions),
    [
      'Policies',
      report.policies
        .map(
          ({ name, version, sha256, requests }) =>
            `${name || 'text not kept'}${version === undefined ? '' : `, version ${version}`}, ${sha256.slice(0, 16)}: ${plural(requests, 'request')}`,
        )
        .join('\n') || 'none',
    ],
    ['Encryption at rest', kept.encryption_at_rest],
    ['Masking keys', keys.join('\n')],
    [
      'Model providers',
      kept.providers.map(({ upstream, host }) => `${upstream}: ${host}`).join('\n') || 'none',
    ],
    ['Restored in replies', `${rehydration.restored}; not restored: ${rehydration.failed}`],
  ];
  return section(
    'Versions and safeguards',
    facts(pairs),
    subheading('Business associates'),
    associates(report.business_associates),
  );
}

export function samples({ samples: drawn }: PeriodReport): Element {
  return section(
    'Samples',
    text(
      'Drawn by the Merkle root of the period: the calls with the lowest SHA-256 of root, colon and call. Anyone with the attached JSON can draw them again.',
    ),
    text(drawn.session_ids.join('\n') || 'No call was drawn.', 'monoSmall'),
  );
}

const maxListedAccesses = 300;

/** Who did something to what a report is about; times also in a time zone. */
export function accessLog(
  { access_log: log }: Pick<PeriodReport, 'access_log'>,
  zone: string,
): Element {
  const listed = log.slice(0, maxListedAccesses);
  return section(
    'Access log',
    text(
      `${plural(log.length, 'event')} that ${log.length === 1 ? 'names' : 'name'} a person${listed.length < log.length ? `; the first ${listed.length} are listed, the attached JSON has all` : ''}.`,
    ),
    ...(listed.length === 0 ? [] : [accessTable(listed, zone)]),
  );
}

function accessTable(listed: PeriodReport['access_log'], zone: string): Element {
  return table(
    [
      { title: `Time (UTC; ${zone})`, width: 20 },
      { title: 'Person', width: 20 },
      { title: 'What', width: 22 },
      { title: 'Call or agent', width: 38 },
    ],
    listed.map(({ ts, kind, actor, actor_name, session_id, agent_id, reason }) => [
      stack(
        text(ts.slice(0, 19).replace('T', ' '), 'plain'),
        text(localTime(ts, zone).slice(0, 19), 'quiet'),
      ),
      actor_name === '' ? actor : actor_name,
      `${readable(kind)}${reason === undefined ? '' : ` (${reason})`}`,
      text(session_id ?? agent_id ?? '-', 'monoSmall'),
    ]),
  );
}
