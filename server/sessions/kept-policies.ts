import type { PolicyApproval } from '../contract/report.ts';
import type { PolicyVersionId, UserId } from '../domain/ids.ts';
import type { Policy } from '../domain/policy.ts';
import type { PolicyVersion } from '../domain/policy-version.ts';
import type { PolicyTexts } from '../ports/journal.ts';
import type { PolicyVersions } from '../ports/policy-versions.ts';
import type { Users } from '../ports/users.ts';
import { namesOfUsers } from './user-names.ts';

export interface KeptPolicies {
  readonly policyTexts: PolicyTexts;
  readonly policyVersions: Pick<PolicyVersions, 'list'>;
  readonly users: Pick<Users, 'list'>;
  /** The policy of a kept text; undefined when this version cannot read it. */
  readonly readPolicy: (yaml: string) => Policy | undefined;
}

export type PolicyOfCalls = {
  readonly yaml: string;
  readonly policy?: Policy;
  /** The newest first; of a text that never was the global policy, none. */
  readonly approvals: readonly PolicyApproval[];
};

const page = 100;

/** The policies whose texts are kept, by SHA-256 of the text. */
export async function keptPolicies(
  deps: KeptPolicies,
  shas: readonly string[],
): Promise<ReadonlyMap<string, PolicyOfCalls>> {
  const texts = await deps.policyTexts.find(shas);
  const approvals = await approvalsOf(deps, new Set(shas));
  return new Map(
    shas.flatMap((sha256, at) => {
      const yaml = texts[at];
      if (yaml === undefined) return [];
      const policy = deps.readPolicy(yaml);
      const kept = { yaml, approvals: approvals.get(sha256) ?? [], ...(policy && { policy }) };
      return [[sha256, kept] as const];
    }),
  );
}

/** The approvals of each text that was the global policy, the newest first. */
async function approvalsOf(
  { policyVersions, users }: KeptPolicies,
  shas: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly PolicyApproval[]>> {
  const approvals = new Map<string, readonly PolicyApproval[]>();
  const names = await namesOfUsers(users);
  for (let before: PolicyVersionId | undefined, more = true; more; ) {
    const versions = await policyVersions.list({ limit: page, ...(before && { before }) });
    for (const version of versions) {
      const approval = approvalOf(version, names);
      if (approval === undefined || !shas.has(version.sha256)) continue;
      approvals.set(version.sha256, [...(approvals.get(version.sha256) ?? []), approval]);
    }
    before = versions.at(-1)?.id;
    more = versions.length === page;
  }
  return approvals;
}

function approvalOf(
  { author, decision, number }: PolicyVersion,
  names: ReadonlyMap<string, string>,
): PolicyApproval | undefined {
  if (number === undefined || decision === undefined) return undefined;
  const person = (id: UserId | null) =>
    id === null ? undefined : { id, name: names.get(id) ?? '' };
  const [by, approver] = [person(author), person(decision.actor)];
  return {
    number,
    approved_at: decision.at,
    ...(by && { author: by }),
    ...(approver && { approved_by: approver }),
  };
}
