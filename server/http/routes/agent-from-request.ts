import type { CreateAgent, UpdateAgent } from '../../contract/agents.ts';
import { type Agent, underPolicy } from '../../domain/agent.ts';
import { Fault } from '../../domain/fault.ts';
import type { HttpDeps } from '../server/deps.ts';
import { invalidPolicy } from '../server/validator.ts';

type AgentSettingsDeps = Pick<HttpDeps, 'upstreams' | 'policies' | 'ids' | 'clock'>;

/**
 * The agent a valid body asks for, not yet kept. Faults: `unknown_upstream`, `unknown_policy`,
 * `policy_yaml_invalid` with details.
 */
export function newAgent(deps: AgentSettingsDeps, body: CreateAgent): Agent {
  const agent: Agent = {
    id: deps.ids.next('agt'),
    name: body.name,
    upstream: configuredUpstream(deps, body.upstream),
    tokenization: body.tokenization ?? 'vault-deterministic',
    policyYaml: null,
    policyVersion: 0,
    tokenGuidance: body.token_guidance ?? true,
    systemPrompt: body.system_prompt ?? null,
    firstMessage: body.first_message ?? null,
    tools: body.tools ?? null,
    failureMessage: body.failure_message ?? null,
    transcriptUrl: body.transcript_url ?? null,
    createdAt: new Date(deps.clock.now()).toISOString(),
  };
  return underPolicy(agent, ownPolicy(deps, body) ?? null);
}

/** The agent as a valid update leaves it, not yet kept; Faults as for a new one. */
export function changedAgent(deps: AgentSettingsDeps, agent: Agent, body: UpdateAgent): Agent {
  const policyYaml = ownPolicy(deps, body);
  return {
    ...(policyYaml === undefined ? agent : underPolicy(agent, policyYaml)),
    name: body.name ?? agent.name,
    upstream:
      body.upstream === undefined ? agent.upstream : configuredUpstream(deps, body.upstream),
    tokenization: body.tokenization ?? agent.tokenization,
    tokenGuidance: body.token_guidance ?? agent.tokenGuidance,
    systemPrompt: body.system_prompt === undefined ? agent.systemPrompt : body.system_prompt,
    firstMessage: body.first_message === undefined ? agent.firstMessage : body.first_message,
    tools: body.tools === undefined ? agent.tools : body.tools,
    failureMessage:
      body.failure_message === undefined ? agent.failureMessage : body.failure_message,
    transcriptUrl: body.transcript_url === undefined ? agent.transcriptUrl : body.transcript_url,
  };
}

function configuredUpstream({ upstreams }: AgentSettingsDeps, upstream: string): string {
  if (upstreams.includes(upstream)) return upstream;
  throw new Fault('unknown_upstream', 'upstream is not a configured provider', {
    details: [{ path: 'upstream', message: `must be one of ${upstreams.join(', ')}` }],
  });
}

/**
 * The text of the agent's own policy; null for the global one, which then follows reloads;
 * undefined when the body names none.
 */
function ownPolicy({ policies }: AgentSettingsDeps, body: UpdateAgent): string | null | undefined {
  if (body.policy_yaml !== undefined) {
    const decoded = policies.decode(body.policy_yaml);
    if (decoded.ok) return body.policy_yaml;
    throw invalidPolicy(decoded.problems);
  }
  if (body.policy_name === undefined) return undefined;
  const named = policies.named(body.policy_name);
  if (named === undefined) {
    throw new Fault('unknown_policy', 'there is no policy with this name', {
      details: [{ path: 'policy_name', message: `must be one of ${namesOf(policies)}` }],
    });
  }
  return named.sha256 === policies.current().sha256 ? null : named.yaml;
}

function namesOf(policies: AgentSettingsDeps['policies']): string {
  return policies
    .all()
    .map(({ policy }) => policy.name)
    .join(', ');
}
