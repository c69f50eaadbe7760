import type { CoverageLevel, SafeHarborKey } from '../../contract/report.ts';
import type { Policy } from '../../domain/policy.ts';
import { type KindsByPass, kindCoverage } from './coverage.ts';
import { safeHarborIdentifiers, safeHarborLevel } from './safe-harbor.ts';

/** How far a policy covers one identifier of the Safe Harbor rule, before any call. */
export interface PolicyCoverageRow {
  readonly key: SafeHarborKey;
  readonly category: string;
  readonly citation: string;
  readonly level: CoverageLevel;
  /** The kinds of the identifier. */
  readonly kinds: readonly string[];
  /** What the policy leaves out; empty where it does all that detection can do. */
  readonly gaps: readonly string[];
}

/** The 18 rows of the Safe Harbor rule for a policy (design D31). */
export function policyCoverage(
  policy: Policy,
  kindsByPass: KindsByPass,
): readonly PolicyCoverageRow[] {
  const group = { policy, passes: policy.passes, requests: 1 };
  return safeHarborIdentifiers.map((identifier) => {
    const coverages = identifier.kinds.map((kind) => kindCoverage(kind, [group], kindsByPass));
    const { key, category, citation, kinds } = identifier;
    const gaps = [...new Set(coverages.flatMap((coverage) => coverage.gaps))];
    return { key, category, citation, kinds, gaps, level: safeHarborLevel(identifier, coverages) };
  });
}
