import type { PayloadsKept, Retention } from '../../domain/report.ts';

/** Six years with both of the leap days they can hold (45 CFR 164.316(b)(2)(i)). */
const sixYearsDays = 6 * 365 + 2;
const dayMs = 86_400_000;

/** How long the records of a session are kept at least, from its end (design D27). */
export function retentionOf(
  days: number,
  endedAt: string,
  kept: { readonly legalHold: boolean; readonly payloads: PayloadsKept },
): Retention {
  return {
    policy_days: days,
    retain_until: new Date(Date.parse(endedAt) + days * dayMs).toISOString(),
    meets_six_years: days >= sixYearsDays,
    legal_hold: kept.legalHold,
    payloads: kept.payloads,
  };
}
