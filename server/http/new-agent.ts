import type { CreateAgent } from '../contract/agents.ts';
import type { Agent } from '../domain/agent.ts';
import { Fault } from '../domain/fault.ts';
import type { HttpDeps } from './deps.ts';

/**
 * The agent a valid body asks for, not yet kept. Faults: `unknown_upstream`, `unknown_policy`,
 * `policy_yaml_invalid` with details.
 */
export function newAgent(deps: HttpDeps, body: CreateAgent): Agent {
  if (!deps.upstreams.includes(body.upstream)) {
    throw new Fault('unknown_upstream', 'upstream is not a configured provider', {
      details: [{ path: 'upstream', message: `must be one of ${deps.upstreams.join(', ')}` }],
    });
  }
  return {
    id: deps.ids.next('agt'),
    name: body.name,
    upstream: body.upstream,
    tokenization: body.tokenization ?? null,
    policyYaml: ownPolicy(deps, body),
    tokenGuidance: body.token_guidance ?? false,
    createdAt: new Date(deps.clock.now()).toISOString(),
  };
}

/** The text of the agent's own policy; null for the global one, which then follows reloads. */
function ownPolicy({ policies }: HttpDeps, body: CreateAgent): string | null {
  if (body.policy_yaml !== undefined) {
    const decoded = policies.decode(body.policy_yaml);
    if (decoded.ok) return body.policy_yaml;
    throw new Fault('policy_yaml_invalid', 'the policy is not valid', {
      details: decoded.problems,
    });
  }
  if (body.policy_name === undefined) return null;
  const named = policies.named(body.policy_name);
  if (named === undefined) {
    throw new Fault('unknown_policy', 'there is no policy with this name', {
      details: [{ path: 'policy_name', message: 'does not exist' }],
    });
  }
  return named.sha256 === policies.current().sha256 ? null : named.yaml;
}
