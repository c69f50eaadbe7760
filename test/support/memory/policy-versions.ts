import type { PolicyVersionId } from '../../../server/domain/ids.ts';
import { changesGlobalPolicy, type PolicyVersion } from '../../../server/domain/policy-version.ts';
import type { PolicyVersions } from '../../../server/ports/policy-versions.ts';

/** Versions of the global policy that are forgotten when the process ends. */
export function memoryPolicyVersions(): PolicyVersions {
  const versions = new Map<PolicyVersionId, PolicyVersion>();
  const inForce = () =>
    [...versions.values()]
      .filter(({ number }) => number !== undefined)
      .sort((one, other) => (other.number ?? 0) - (one.number ?? 0))[0];
  return {
    add: async (version) => {
      if (!versions.has(version.id)) versions.set(version.id, version);
    },
    list: async ({ open = false, before = '~', limit }) =>
      [...versions.values()]
        .filter(({ id, decision }) => id < before && !(open && decision !== undefined))
        .sort((one, other) => (one.id < other.id ? 1 : -1))
        .slice(0, limit),
    find: async (id) => versions.get(id),
    decide: async (version) => {
      const found = versions.get(version.id);
      if (found === undefined || found.decision !== undefined) return undefined;
      const number = (inForce()?.number ?? 0) + 1;
      const decided = { ...version, ...(changesGlobalPolicy(version) && { number }) };
      versions.set(version.id, decided);
      return decided;
    },
    inForce: async () => inForce(),
  };
}
