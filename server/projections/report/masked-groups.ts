import type { EventFields } from '../../domain/event.ts';
import type { PassName } from '../../domain/policy.ts';
import type { MaskedGroup, PolicyOnRecord } from '../../domain/reports/period.ts';

/** Counts a masked request in the group of its policy and passes. */
export function countRequest(
  groups: Map<string, MaskedGroup>,
  request: EventFields['request_masked'],
): void {
  const passes = request.passes as readonly PassName[];
  const policy = policyOnRecord(request);
  const key = `${keyOf(policy)} ${passes.join()}`;
  groups.set(key, { policy, passes, requests: (groups.get(key)?.requests ?? 0) + 1 });
}

/** The policy that an event names. */
export function policyOnRecord(
  event: Pick<EventFields['request_masked'], 'policy_name' | 'policy_version' | 'policy_sha256'>,
): PolicyOnRecord {
  const { policy_name: name, policy_version: version, policy_sha256: sha256 } = event;
  return { sha256, name, version };
}

/** The policies of these requests in order of first use, and how many requests each masked. */
export function policiesUsed(
  groups: readonly MaskedGroup[],
): readonly (PolicyOnRecord & { readonly requests: number })[] {
  const used = new Map<string, PolicyOnRecord & { readonly requests: number }>();
  for (const { policy, requests } of groups) {
    const before = used.get(keyOf(policy))?.requests ?? 0;
    used.set(keyOf(policy), { ...policy, requests: before + requests });
  }
  return [...used.values()];
}

function keyOf({ sha256, version, name }: PolicyOnRecord): string {
  return `${sha256} ${version ?? ''} ${name ?? ''}`;
}
