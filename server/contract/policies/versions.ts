import { z } from 'zod';
import { AgentId, PolicyVersionId, Timestamp, UserId } from '../ids.ts';
import { PageQuery, pageOf } from '../pagination.ts';
import { PolicyDifference, PolicyText } from '../policy.ts';
import { toWire, type ViewOf } from '../wire-form.ts';

const Reason = z.string().trim().max(500);

const exampleVersion = {
  id: 'pol_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  agent_id: null,
  name: 'healthcare-default',
  sha256: 'b7'.repeat(32),
  previous_sha256: '4c'.repeat(32),
  source: 'person',
  author: 'usr_01M7YRR0C0T5V9W2X4Y6Z8A1B3',
  reason: 'Fax numbers are said on the nurse line.',
  proposed_at: '2026-11-21T10:03:00.000Z',
  state: 'proposed',
  number: null,
  decision: null,
} as const;

const PolicyVersion = z
  .object({
    id: PolicyVersionId,
    agent_id: AgentId.nullable().meta({
      description: 'The agent whose own policy it is to be; null for the global policy.',
    }),
    name: z.string(),
    sha256: z.string(),
    previous_sha256: z.string().meta({
      description:
        'The text in force when it was proposed; of an approved version, the text that it replaced.',
    }),
    source: z.enum(['file', 'person', 'mark']).meta({
      description: '`file`: the policy file on the server. `mark`: a mark of a mistake in a call.',
    }),
    author: UserId.nullable().meta({
      description: 'Null where the service found a changed policy file.',
    }),
    reason: z.string(),
    proposed_at: Timestamp,
    state: z.enum(['proposed', 'in_force', 'replaced', 'rejected', 'approved']).meta({
      description: '`approved`: an agent’s own policy, which the agent may have changed since.',
    }),
    number: z.int().nullable().meta({ description: 'Counts approved versions from 1.' }),
    decision: z
      .object({
        outcome: z.enum(['approved', 'rejected']),
        actor: UserId.nullable(),
        note: z.string(),
        at: Timestamp,
      })
      .nullable(),
  })
  .meta({ id: 'PolicyVersion', examples: [exampleVersion] });
export type PolicyVersion = z.infer<typeof PolicyVersion>;

/** Body of `POST /api/v1/policies/versions`. */
export const ProposePolicy = z
  .strictObject({
    policy_yaml: PolicyText,
    reason: Reason.min(1).meta({ description: 'Why. Do not include patient data.' }),
    agent_id: AgentId.optional().meta({
      description: 'The agent that gets this policy as its own; absent: the global policy changes.',
    }),
  })
  .meta({
    id: 'ProposePolicy',
    examples: [
      {
        policy_yaml: 'name: clinic\nversion: 1\nkid: K_HEALTHCARE\n',
        reason: exampleVersion.reason,
      },
    ],
  });

/** Query of `GET /api/v1/policies/versions`. */
export const PolicyVersionQuery = PageQuery.extend({
  state: z
    .literal('proposed')
    .optional()
    .meta({ description: 'Only proposals that nobody has decided on.' }),
});

/** Answer of `GET /api/v1/policies/versions`, newest first. */
export const PolicyVersionPage = pageOf(PolicyVersion).meta({
  id: 'PolicyVersionPage',
  examples: [{ data: [exampleVersion], next_cursor: null }],
});

/** Path of one version. Any text passes; an unknown id gets 404. */
export const PolicyVersionPath = z.object({
  version_id: z.string().meta({
    description: 'Id of a version: `pol_` and a ULID.',
    examples: [exampleVersion.id],
  }),
});

/** Answer of `POST /api/v1/policies/versions` and of a decision. */
export const OnePolicyVersion = z
  .object({ version: PolicyVersion })
  .meta({ id: 'OnePolicyVersion', examples: [{ version: exampleVersion }] });

/** Answer of `GET /api/v1/policies/versions/{version_id}`. */
export const PolicyVersionWithText = z
  .object({
    version: PolicyVersion,
    policy_yaml: z.string(),
    difference: PolicyDifference.nullable().meta({
      description:
        'Of a proposal, from the policy in force; else from `previous_sha256`. Null where one of the texts cannot be read.',
    }),
  })
  .meta({
    id: 'PolicyVersionWithText',
    examples: [
      {
        version: exampleVersion,
        policy_yaml: 'name: clinic\nversion: 1\nkid: K_HEALTHCARE\n',
        difference: null,
      },
    ],
  });
export type PolicyVersionWithText = z.infer<typeof PolicyVersionWithText>;

/** Body of `POST /api/v1/policies/versions/{version_id}/decision`. */
export const DecidePolicyVersion = z
  .strictObject({
    outcome: z.enum(['approved', 'rejected']),
    note: Reason.default('').meta({
      description:
        'Required when the only admin approves their own proposal. Do not include patient data.',
    }),
  })
  .meta({ id: 'DecidePolicyVersion', examples: [{ outcome: 'approved', note: '' }] });

/** A version as the mapping needs it. */
type VersionView = Omit<ViewOf<PolicyVersion>, 'agentId' | 'state' | 'number' | 'decision'> & {
  readonly agentId?: NonNullable<ViewOf<PolicyVersion>['agentId']>;
  readonly number?: number;
  readonly decision?: NonNullable<ViewOf<PolicyVersion>['decision']>;
};

/** `inForce`: the number of the version in force. */
export function policyVersionToWire(version: VersionView, inForce: number): PolicyVersion {
  const { agentId = null, number = null, decision = null } = version;
  const state = stateOf(version, inForce);
  return toWire(PolicyVersion, { ...version, agentId, number, decision, state });
}

function stateOf(
  { agentId, decision, number }: VersionView,
  inForce: number,
): PolicyVersion['state'] {
  if (decision === undefined) return 'proposed';
  if (decision.outcome === 'rejected') return 'rejected';
  if (agentId !== undefined) return 'approved';
  return number === inForce ? 'in_force' : 'replaced';
}
