import type { Action } from '../../domain/policy.ts';
import type { Counts, CoverageLevel, SafeHarborRow } from '../../domain/report.ts';
import {
  type CoverageGroup,
  type KindCoverage,
  type KindsByPass,
  kindCoverage,
} from './coverage.ts';
import { type SafeHarborIdentifier, safeHarborIdentifiers } from './safe-harbor-rows.ts';

export interface SafeHarborInput {
  readonly groups: readonly CoverageGroup[];
  readonly kindsByPass: KindsByPass;
  readonly actionsByKind: Readonly<Record<string, Counts>>;
}

/** The 18 rows of the Safe Harbor rule for one session (design D31). */
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
    level: levelOf(identifier, coverages),
    kinds: covered,
    action: actionOf(identifier.kinds, input),
    detections: foundOf(countedKinds(identifier), input.actionsByKind),
    rationale: identifier.absentBecause ?? rationaleOf(identifier, coverages, covered, input),
  };
}

/** The kinds of a row but those that another one counts. */
function countedKinds({ kinds, countedUnder }: SafeHarborIdentifier): readonly string[] {
  const others = safeHarborIdentifiers.find(({ key }) => key === countedUnder)?.kinds ?? [];
  return kinds.filter((kind) => !others.includes(kind));
}

function levelOf(identifier: SafeHarborIdentifier, coverages: readonly KindCoverage[]): CoverageLevel {
  if (identifier.absentBecause !== undefined) return 'not_applicable';
  if (coverages.every(({ level }) => level === 'none')) return 'none';
  const full = coverages.every(({ level }) => level === 'full');
  return full && identifier.countedUnder === undefined ? 'full' : 'partial';
}

/** What the policies do with these kinds, whether or not one came up. */
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
  if (requests === 0) return 'No request of this session was masked and forwarded.';
  const gaps = [...new Set(coverages.flatMap((coverage) => coverage.gaps))];
  return [
    covered.length === 0
      ? 'Not covered.'
      : `Looked for in ${countOf(requests)} and replaced: ${covered.join(', ')}.`,
    ...(gaps.length === 0 ? [] : [`Gaps: ${gaps.join('; ')}.`]),
    ...(identifier.countedUnder === undefined
      ? []
      : [
          `Numbers and codes without a kind of their own are counted under ${identifier.countedUnder.slice(0, 1)}; no list of patterns can cover this category.`,
        ]),
  ].join(' ');
}

function countOf(requests: number): string {
  return requests === 1 ? 'the one request' : `all ${requests} requests`;
}
