import type {
  BusinessAssociateRow,
  CoverageLevel,
  PciRequirement,
  PolicyApproval,
  Report,
  SafeHarborRow,
} from '../../contract/report.ts';
import { kindName } from '../../domain/reports/kind-names.ts';
import {
  type Cell,
  coverageGauge,
  type Element,
  facts,
  section,
  stack,
  subheading,
  table,
  text,
} from './elements.ts';
import {
  exposureWords,
  finderLabel,
  formatCounts,
  formatFinders,
  formatKinds,
  formatLanguage,
  formatTime,
  formatValues,
  gapsOf,
  languageLabels,
  leakLabels,
  maskedWords,
  payloadLabels,
  plural,
  readable,
  scopeLabels,
} from './labels.ts';

/** Policies, passes, and what was masked, by kind. */
export function detections(report: Report): Element {
  const { detections: found, actions_by_kind: actions } = report;
  const kinds = Object.entries(actions).map(([kind, counts]): readonly Cell[] => [
    kindName(kind),
    String(counts['tokenize'] ?? 0),
    String(counts['redact'] ?? 0),
    String(counts['passthrough'] ?? 0),
  ]);
  return section(
    'Policy and detection',
    facts([
      ...report.policies.map(
        ({ name, version, sha256, requests, yaml, words, approval }): readonly [string, Cell] => [
          'Policy',
          stack(
            text(
              [
                ...(name === '' ? [] : [name]),
                ...(yaml === '' ? ['(text not kept)'] : []),
                ...(version === undefined ? [] : [`version ${version}`]),
                plural(requests, 'request'),
              ].join(', '),
              'bold',
            ),
            text(`SHA-256 ${sha256}`, 'monoSmall'),
            ...(approval === undefined ? [] : [text(approvedText(approval), 'plain')]),
            ...(words === undefined ? [] : [text(`words of its own: ${formatCounts(words)}`)]),
          ),
        ],
      ),
      ...report.passes.map(({ pass, ran_in, of }): readonly [string, Cell] => [
        `Looked for by ${finderLabel(pass)}`,
        `in ${ran_in} of ${plural(of, 'request')}`,
      ]),
      ...(report.other_languages ?? []).map((one): readonly [string, Cell] => [
        'Language not covered',
        `${formatLanguage(one.language)}: ${plural(one.texts, 'text')}, ${languageLabels[one.handling]}`,
      ]),
      ['Found by', found.complete ? formatFinders(found.by_pass) : 'not logged under this policy'],
      [
        'Found by, as events name it',
        found.complete ? formatCounts(found.by_detector) : 'not logged under this policy',
      ],
      ...(found.vetoes_by_kind === undefined
        ? []
        : [['Left readable by “never”', formatKinds(found.vetoes_by_kind)] as const]),
    ]),
    subheading(`Masked: ${maskedWords(report)}`),
    kinds.length === 0
      ? text('No value of this call is on record, masked or in the clear.')
      : table(
          [
            { title: 'Kind', width: 40 },
            { title: 'Tokenized', width: 20, number: true },
            { title: 'Redacted', width: 20, number: true },
            { title: 'Sent in the clear', width: 20, number: true },
          ],
          kinds,
        ),
  );
}

/** Who wrote and approved a text of the global policy, and when. */
function approvedText({ author, approved_by, approved_at }: PolicyApproval): string {
  const by = author === undefined ? 'from the policy file' : `by ${author.name || author.id}`;
  const approver =
    approved_by === undefined ? 'at the first start' : `by ${approved_by.name || approved_by.id}`;
  return `${by}; approved ${approver}, ${formatTime(approved_at)}`;
}

const fill: Readonly<Record<CoverageLevel, 0 | 0.5 | 1 | 'none'>> = {
  full: 1,
  partial: 0.5,
  none: 0,
  not_applicable: 'none',
};

/** The 18 identifiers, one row each, with citation and rationale. */
export function safeHarbor(rows: readonly SafeHarborRow[], calls = 'this call'): Element {
  return section(
    'HIPAA Safe Harbor identifiers',
    text(
      `Levels show what was looked for and masked in every request of ${calls}. Full: each method that can find the kind ran, and everything it found was masked. Partial: a kind or a method was left out. None: nothing looked for it.`,
    ),
    table(
      [
        { title: 'Identifier', width: 35 },
        { title: 'Level', width: 15 },
        { title: 'Action', width: 10 },
        { title: 'Found', width: 7, number: true },
        { title: 'Why', width: 33 },
      ],
      rows.map(safeHarborCells),
    ),
  );
}

function safeHarborCells(row: SafeHarborRow): readonly Cell[] {
  const letter = row.key.slice(0, 1);
  return [
    stack(text(`${letter}  ${row.category}`, 'bold'), text(row.citation, 'quiet')),
    coverageGauge(fill[row.level], readable(row.level)),
    row.action,
    String(row.detections),
    row.rationale,
  ];
}

export function pciDss({ pci_dss: pci }: Report): Element {
  return section(
    'PCI DSS scope',
    text(scopeLabels[pci.scope]),
    table(
      [
        { title: 'Requirement (PCI DSS 4.0.1)', width: 42 },
        { title: 'Status', width: 18 },
        { title: 'Why', width: 40 },
      ],
      pci.requirements.map(pciCells),
    ),
  );
}

function pciCells({ requirement, title, status, rationale }: PciRequirement): readonly Cell[] {
  return [`${requirement}  ${title}`, text(readable(status), 'bold'), rationale];
}

/** The leak scan of sent requests, and the values restored in replies. */
export function leaksAndReplies(report: Report): Element {
  const { leak_detection: leak, rehydration } = report;
  return section(
    'Leak detection and replies',
    facts([
      ...exposureFacts(report),
      [
        'Leak scan',
        stack(text(readable(leak.verdict), 'bold'), text(leakLabels[leak.verdict], 'quiet')),
      ],
      ['Scanner', leak.scanner === '' ? 'none' : leak.scanner],
      [
        'Scanned',
        `${plural(leak.requests_scanned, 'request')}, ${plural(leak.bytes_scanned, 'byte')}, as sent`,
      ],
      ['Blocked', plural(leak.requests_blocked, 'request')],
      [
        'Hits',
        `${plural(leak.exact_match_hits, 'masked value')} in the clear, ${leak.pattern_hits} by pattern`,
      ],
      ['Restored in replies', plural(rehydration.restored, 'token')],
      [
        'Not restored',
        `${plural(rehydration.failed, 'token')}${rehydration.failed === 0 ? '' : ` (${formatCounts(rehydration.by_reason)})`}`,
      ],
    ]),
  );
}

/** The outcome, what the policy let out, and what was not checked. */
function exposureFacts(report: Report): readonly (readonly [string, Cell])[] {
  const { exposure } = report;
  const [outcome, note] = exposureWords(report);
  const gaps = gapsOf(report);
  return [
    ['Sent in the clear', stack(text(outcome, 'bold'), text(note, 'quiet'))],
    ...(exposure === undefined
      ? []
      : [
          [
            'Left in the clear by policy',
            formatValues(exposure.in_clear_by_kind, exposure.in_clear_values_by_kind),
          ] as const,
        ]),
    ...(gaps.length === 0 ? [] : [['Not checked', gaps.join('; ')] as const]),
  ];
}

export function retentionAndParties(report: Report): Element {
  const { retention } = report;
  return section(
    'Retention and business associates',
    facts([
      [
        'Kept for',
        `${retention.policy_days} days, at least until ${formatTime(retention.retain_until)}`,
      ],
      ['Six years (45 CFR 164.316(b)(2)(i))', retention.meets_six_years ? 'met' : 'not met'],
      ['Legal hold', retention.legal_hold ? 'yes: nothing is pruned during the hold' : 'no'],
      ['Transcript', payloadLabels[retention.payloads]],
    ]),
    subheading('Business associates'),
    associates(report.business_associates),
  );
}

export function associates(parties: readonly BusinessAssociateRow[]): Element {
  return table(
    [
      { title: 'Party', width: 34 },
      { title: 'Role', width: 20 },
      { title: 'Agreement', width: 16 },
      { title: 'Dates and reference', width: 30 },
    ],
    parties.map((party) => [
      party.name,
      readable(party.role),
      text(readable(party.agreement), 'bold'),
      agreementFacts(party),
    ]),
  );
}

function agreementFacts({ signed_on, expires_on, reference }: BusinessAssociateRow): string {
  const facts = [
    ...(signed_on === undefined ? [] : [`signed ${signed_on}`]),
    ...(expires_on === undefined ? [] : [`expires ${expires_on}`]),
    ...(reference === undefined ? [] : [reference]),
  ];
  return facts.length === 0 ? '-' : facts.join(', ');
}

export function statement(said: string): Element {
  return section('Statement on identifiers', text(said));
}

/** What made the report: service, scanner and model, with the recall of the whole detection. */
export function versionFacts(
  versions: NonNullable<Report['versions']>,
): readonly (readonly [string, Cell])[] {
  const recall = versions.measured_recall.map(
    ({ kind, recall_bp, wanted }) =>
      `${kindName(kind)} ${(recall_bp / 100).toFixed(1)}% of ${wanted}`,
  );
  return [
    ['Service', `${versions.service}, ${versions.database}`],
    ['Leak scanner', versions.scanners.join(', ') || 'none ran'],
    ['Detection model', versions.model],
    [
      'Hidden in labelled test texts, by patterns and models together',
      stack(
        text(recall.join(', ') || 'unknown', 'plain'),
        text('Share of values of each kind; source: models/eval.md of this version', 'quiet'),
      ),
    ],
  ];
}

export function limitations(report: Pick<Report, 'limitations'>): Element {
  return section(
    'Limitations',
    text('What this report does not show, and what to consider before relying on it.'),
    ...report.limitations.map((limitation) => text(`•  ${limitation}`)),
  );
}
