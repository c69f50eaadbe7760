import type { Agent } from '../domain/agent.ts';
import type { Problem, Result } from '../domain/fault.ts';
import type { ActivePolicy } from '../domain/policy.ts';
import type { Policies } from './policies.ts';
import { RecentMap } from './recent-map.ts';

export interface PolicyStoreOptions {
  readonly initial: ActivePolicy;
  /** Other policies that agents may name, such as the shipped strict one. */
  readonly shipped: readonly ActivePolicy[];
  readonly decode: (yaml: string) => Result<ActivePolicy>;
  /** The global policy file's text, read anew. */
  readonly readFile: () => Promise<Result<string>>;
}

/** Policies kept in memory; a swap is one assignment, so a request sees one policy or the other whole. */
export function createPolicyStore({
  initial,
  shipped,
  decode,
  readFile,
}: PolicyStoreOptions): Policies {
  let current = initial;
  const decoded = new RecentMap<string, ActivePolicy>(1000);

  const ofAgent = (yaml: string): ActivePolicy => {
    const known = decoded.get(yaml);
    if (known !== undefined) return known;
    const result = decode(yaml);
    // Validated when the agent was made: it no longer holds only when its key is gone.
    if (!result.ok) throw new Error('the policy kept with this agent no longer decodes');
    decoded.set(yaml, result.value);
    return result.value;
  };

  // A name leads to one policy, and the global one comes first.
  const all = () => [
    current,
    ...shipped.filter(({ policy }) => policy.name !== current.policy.name),
  ];

  return {
    current: () => current,
    of: (agent: Agent) => (agent.policyYaml === null ? current : ofAgent(agent.policyYaml)),
    all,
    named: (name) => all().find(({ policy }) => policy.name === name),
    decode,
    reload: async () => {
      const text = await readFile();
      const result: Result<ActivePolicy> = text.ok ? decode(text.value) : text;
      if (!result.ok) return { ok: false, problems: result.problems satisfies readonly Problem[] };
      const previous = current;
      current = result.value;
      return { ok: true, previous, current };
    },
  };
}
