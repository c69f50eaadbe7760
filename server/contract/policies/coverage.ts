import { z } from 'zod';
import { AgentId } from '../ids.ts';
import { pageOf } from '../pagination.ts';
import { CoverageLevel, SafeHarborKey } from '../report.ts';

/** How far a policy covers one identifier of the Safe Harbor rule. */
export const CoverageRow = z.object({
  key: SafeHarborKey,
  category: z.string(),
  citation: z.string(),
  level: CoverageLevel,
  kinds: z.array(z.string()).meta({ description: 'The kinds of this identifier.' }),
  gaps: z.array(z.string()).meta({ description: 'What the policy leaves out.' }),
});

const CoveredPolicy = z
  .object({
    name: z.string(),
    sha256: z.string(),
    source: z.enum(['global', 'shipped', 'agent']),
    agents: z
      .array(
        z.object({
          id: AgentId,
          name: z.string(),
          patterns_only: z.boolean().meta({
            description: 'Its upstream runs no model pass, so names are not looked for.',
          }),
        }),
      )
      .meta({ description: 'The agents that use this policy.' }),
    rows: z.array(CoverageRow).length(18),
  })
  .meta({ id: 'CoveredPolicy' });
export type CoveredPolicy = z.infer<typeof CoveredPolicy>;

/** Answer of `GET /api/v1/policies/coverage`. */
export const PolicyCoverage = pageOf(CoveredPolicy).meta({
  id: 'PolicyCoverage',
  examples: [{ data: [], next_cursor: null }],
});
export type PolicyCoverage = z.infer<typeof PolicyCoverage>;
