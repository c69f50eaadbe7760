import { z } from 'zod';

const PolicyIdentity = z.object({ name: z.string(), version: z.int(), sha256: z.string() });

/** Answer of `POST /api/v1/admin/policy/reload`: the policy now in force and the one before. */
export const PolicyReload = z
  .object({ policy: PolicyIdentity, previous: PolicyIdentity, changed: z.boolean() })
  .meta({
    id: 'PolicyReload',
    description: 'The policy now in force and the one before.',
    examples: [
      {
        policy: { name: 'healthcare-strict', version: 1, sha256: 'b7'.repeat(32) },
        previous: { name: 'healthcare-default', version: 1, sha256: '4c'.repeat(32) },
        changed: true,
      },
    ],
  });
export type PolicyReload = z.infer<typeof PolicyReload>;

/** What the mapping needs of a policy in force. */
export interface PolicyView {
  readonly policy: { readonly name: string; readonly version: number };
  readonly sha256: string;
}

export function policyReloadToWire(previous: PolicyView, current: PolicyView): PolicyReload {
  const identity = ({ policy, sha256 }: PolicyView) => ({
    name: policy.name,
    version: policy.version,
    sha256,
  });
  return {
    policy: identity(current),
    previous: identity(previous),
    changed: previous.sha256 !== current.sha256,
  };
}
