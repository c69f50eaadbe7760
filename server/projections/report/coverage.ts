import type { CoverageLevel } from '../../contract/report.ts';
import type { PassName, Policy } from '../../domain/policy.ts';
import { kindName } from '../../domain/reports/kind-names.ts';

/** The kinds each detection pass can find. */
export type KindsByPass = Readonly<Record<'regex' | 'nermodel', ReadonlySet<string>>>;

/** Requests that the same passes masked under one policy. */
export interface CoverageGroup {
  /** Undefined if its text was not kept. */
  readonly policy: Policy | undefined;
  readonly passes: readonly PassName[];
  readonly requests: number;
}

/** How far one kind was covered, and its gaps. */
export interface KindCoverage {
  readonly kind: string;
  readonly level: Exclude<CoverageLevel, 'not_applicable'>;
  readonly gaps: readonly string[];
}

const worst = { none: 0, partial: 1, full: 2 } as const;

/**
 * Full if, in every request, each pass that can find the kind ran for it, and its findings were
 * masked; none if no pass did so in some request (design D31). Coverage shows what was looked for,
 * never that everything was found.
 */
export function kindCoverage(
  kind: string,
  groups: readonly CoverageGroup[],
  kindsByPass: KindsByPass,
): KindCoverage {
  const inGroups = groups.map((group) => inGroup(kind, group, kindsByPass));
  const level = inGroups.reduce<KindCoverage['level']>(
    (least, each) => (worst[each.level] < worst[least] ? each.level : least),
    groups.length === 0 ? 'none' : 'full',
  );
  return { kind, level, gaps: [...new Set(inGroups.flatMap(({ gaps }) => gaps))] };
}

function inGroup(
  kind: string,
  { policy, passes }: CoverageGroup,
  kindsByPass: KindsByPass,
): Omit<KindCoverage, 'kind'> {
  if (policy === undefined) return { level: 'none', gaps: ['the policy text was not kept'] };
  const rule = policy.entities.get(kind);
  const name = kindName(kind);
  if (rule === undefined) return { level: 'none', gaps: [`${name} is not in the policy`] };
  if (!rule.enabled) return { level: 'none', gaps: [`${name} is switched off`] };
  if (rule.action === 'passthrough') return { level: 'none', gaps: [`${name} is sent in clear`] };
  const asked = { regex: rule.regex, nermodel: rule.ner };
  const able = (['regex', 'nermodel'] as const).filter((pass) => kindsByPass[pass].has(kind));
  const gaps = able.flatMap((pass) => {
    if (!asked[pass]) return [`pass ${pass} is switched off for ${name}`];
    return passes.includes(pass) ? [] : [`pass ${pass} did not run for ${name}`];
  });
  if (gaps.length === able.length) return { level: 'none', gaps };
  return { level: gaps.length === 0 ? 'full' : 'partial', gaps };
}
