import type { Counts, CoverageLevel, SafeHarborKey, SafeHarborRow } from '../../contract/report.ts';
import type { Action } from '../../domain/policy.ts';
import { kindName } from '../../domain/reports/kind-names.ts';
import {
  type CoverageGroup,
  type KindCoverage,
  type KindsByPass,
  kindCoverage,
} from './coverage.ts';

/** One identifier of the Safe Harbor rule and its entity kinds. */
export interface SafeHarborIdentifier {
  readonly key: SafeHarborKey;
  readonly category: string;
  readonly citation: string;
  readonly kinds: readonly string[];
  /** Why it cannot occur. */
  readonly absentBecause?: string;
  /** The row that counts kinds shared with this one. No list of kinds could be complete for such a row. */
  readonly countedUnder?: SafeHarborKey;
}

const citation = (letter: string) => `45 CFR 164.514(b)(2)(i)(${letter})`;

function identifier(
  key: SafeHarborKey,
  category: string,
  kinds: readonly string[],
  more: Pick<SafeHarborIdentifier, 'absentBecause' | 'countedUnder'> = {},
): SafeHarborIdentifier {
  return { key, category, citation: citation(key.slice(0, 1)), kinds, ...more };
}

/** The 18 identifiers in the order of the rule (design D31). */
export const safeHarborIdentifiers: readonly SafeHarborIdentifier[] = [
  identifier('A_names', 'Names, of employers too', ['NAME', 'ORGANIZATION']),
  identifier('B_geographic', 'Geographic subdivisions smaller than a state', [
    'ADDRESS',
    'LOCATION',
    'ZIP',
  ]),
  identifier('C_dates', 'Dates related to an individual, and ages over 89', [
    'DOB',
    'DATE',
    'AGE_OVER_89',
  ]),
  identifier('D_phone', 'Telephone numbers', ['PHONE']),
  identifier('E_fax', 'Fax numbers', ['FAX']),
  identifier('F_email', 'Electronic mail addresses', ['EMAIL']),
  identifier('G_ssn', 'Social security numbers', ['SSN']),
  identifier('H_mrn', 'Medical record numbers', ['MRN']),
  identifier('I_beneficiary', 'Health plan beneficiary numbers', ['HEALTH_PLAN_ID']),
  identifier('J_account', 'Account numbers', ['ACCOUNT', 'CREDIT_CARD', 'IBAN']),
  identifier('K_license', 'Certificate and license numbers', ['LICENSE']),
  identifier('L_vehicle', 'Vehicle identifiers and serial numbers', ['VEHICLE_ID']),
  identifier('M_device', 'Device identifiers and serial numbers', ['DEVICE_ID']),
  identifier('N_url', 'Web addresses (URLs)', ['URL']),
  identifier('O_ip', 'Internet Protocol (IP) addresses', ['IP_ADDRESS']),
  identifier('P_biometric', 'Biometric identifiers, finger and voice prints', [], {
    absentBecause: 'The service receives text only. No voice or other recording reaches it.',
  }),
  identifier('Q_photo', 'Full-face photographs and comparable images', [], {
    absentBecause: 'The service receives text only. It refuses requests with an image.',
  }),
  // The kind ACCOUNT also covers numbers and codes of no other kind.
  identifier('R_other', 'Any other unique identifying number or code', ['ACCOUNT', 'SECRET'], {
    countedUnder: 'J_account',
  }),
];

export interface SafeHarborInput {
  readonly groups: readonly CoverageGroup[];
  readonly kindsByPass: KindsByPass;
  readonly actionsByKind: Readonly<Record<string, Counts>>;
}

/** The 18 rows of the Safe Harbor rule for one call (design D31). */
export function safeHarborRows(input: SafeHarborInput): readonly SafeHarborRow[] {
  return safeHarborIdentifiers.map((identifier) => rowOf(identifier, input));
}

function rowOf(identifier: SafeHarborIdentifier, input: SafeHarborInput): SafeHarborRow {
  const { key, category, citation } = identifier;
  const coverages = identifier.kinds.map((kind) =>
    kindCoverage(kind, input.groups, input.kindsByPass),
  );
  const covered = coverages.filter(({ level }) => level !== 'none').map(({ kind }) => kind);
  return {
    key,
    category,
    citation,
    level: safeHarborLevel(identifier, coverages),
    kinds: covered,
    action: actionOf(identifier.kinds, input),
    detections: foundOf(countedKinds(identifier), input.actionsByKind),
    rationale: identifier.absentBecause ?? rationaleOf(identifier, coverages, covered, input),
  };
}

/** The kinds of a row without those that another row counts. */
function countedKinds({ kinds, countedUnder }: SafeHarborIdentifier): readonly string[] {
  const others = safeHarborIdentifiers.find(({ key }) => key === countedUnder)?.kinds ?? [];
  return kinds.filter((kind) => !others.includes(kind));
}

/** How far an identifier is covered, given the coverage of its kinds. */
export function safeHarborLevel(
  identifier: SafeHarborIdentifier,
  coverages: readonly KindCoverage[],
): CoverageLevel {
  if (identifier.absentBecause !== undefined) return 'not_applicable';
  if (coverages.every(({ level }) => level === 'none')) return 'none';
  const full = coverages.every(({ level }) => level === 'full');
  return full && identifier.countedUnder === undefined ? 'full' : 'partial';
}

/** What the policies do with these kinds, detected or not. */
function actionOf(kinds: readonly string[], { groups }: SafeHarborInput): SafeHarborRow['action'] {
  const actions = new Set<Action>();
  for (const { policy } of groups) {
    for (const kind of kinds) {
      const rule = policy?.entities.get(kind);
      if (rule?.enabled === true) actions.add(rule.action);
    }
  }
  const [only = 'none', ...others] = actions;
  return others.length > 0 ? 'mixed' : only;
}

function foundOf(kinds: readonly string[], actions: SafeHarborInput['actionsByKind']): number {
  return kinds
    .flatMap((kind) => Object.values(actions[kind] ?? {}))
    .reduce((sum, count) => sum + count, 0);
}

function rationaleOf(
  identifier: SafeHarborIdentifier,
  coverages: readonly KindCoverage[],
  covered: readonly string[],
  { groups }: SafeHarborInput,
): string {
  const requests = groups.reduce((sum, group) => sum + group.requests, 0);
  if (requests === 0) return 'No request of this call was masked and forwarded.';
  const gaps = [...new Set(coverages.flatMap((coverage) => coverage.gaps))];
  return [
    covered.length === 0
      ? 'Not covered.'
      : `Looked for in ${countOf(requests)} and masked: ${covered.map(kindName).join(', ')}.`,
    ...(gaps.length === 0 ? [] : [`Gaps: ${gaps.join('; ')}.`]),
    ...(identifier.countedUnder === undefined
      ? []
      : [
          `Row ${identifier.countedUnder.slice(0, 1)} counts numbers and codes without a kind. No list of patterns can cover this category.`,
        ]),
  ].join(' ');
}

function countOf(requests: number): string {
  return requests === 1 ? 'the only request' : `all ${requests} requests`;
}
