import type { AgentDetail, CreateAgent, UpdateAgent } from '../../server/contract/agents.ts';
import type { SystemStatus } from '../../server/contract/system.ts';

/** Models an agent can have (spec, POST /api/v1/agents). */
export const upstreamChoices = ['stub', 'provider:model-small', 'provider:model-large'] as const;

/** The values of a form; `''` stands for an empty field. */
export interface AgentDraft {
  readonly name: string;
  readonly upstream: string;
  readonly tokenization: '' | 'vault-deterministic' | 'reversible-aead';
  /** Name of a policy, `''` for the current or else the global one, `ownPolicy` for `policyYaml`. */
  readonly policy: string;
  readonly policyYaml: string;
  readonly tokenGuidance: boolean;
  readonly systemPrompt: string;
  readonly firstMessage: string;
}

/** Stands for a custom policy; no policy has this name, because names have no colon. */
export const ownPolicy = 'own:';

export const emptyDraft: AgentDraft = {
  name: '',
  upstream: 'stub',
  tokenization: '',
  policy: '',
  policyYaml: '',
  tokenGuidance: true,
  systemPrompt: '',
  firstMessage: '',
};

/** The model of a new agent: the first that a provider is set up for, or else the stub. */
export function firstUpstream(upstreams: Pick<SystemStatus, 'upstreams'>['upstreams']): string {
  const ready = upstreams.filter(({ configured, name }) => configured && name !== 'stub');
  return upstreamChoices.find((choice) => ready.some(({ name }) => name === choice)) ?? 'stub';
}

/** The form of an existing agent; its scheme and policy stay unless the user chooses others. */
export function draftOf(agent: AgentDetail): AgentDraft {
  return {
    ...emptyDraft,
    name: agent.name,
    upstream: agent.upstream,
    tokenGuidance: agent.token_guidance,
    systemPrompt: agent.system_prompt ?? '',
    firstMessage: agent.first_message ?? '',
  };
}

/** A draft after a save: what was sent is the agent's now, what was chosen since then stays. */
export function withoutSaved(draft: AgentDraft, sent: AgentDraft): AgentDraft {
  const samePolicy = draft.policy === sent.policy && draft.policyYaml === sent.policyYaml;
  return {
    ...draft,
    ...(draft.tokenization === sent.tokenization && { tokenization: '' }),
    ...(samePolicy && { policy: '', policyYaml: '' }),
  };
}

/** What an agent has where the form of a new one is empty. */
const unset = { token_guidance: true, system_prompt: null, first_message: null };

/** The request body of a filled-in form. */
export function bodyOf(draft: AgentDraft): CreateAgent {
  return { ...changedFields(unset, draft), name: draft.name.trim(), upstream: draft.upstream };
}

/** Only the fields that a filled-in form changes; an emptied field is null. */
export function changedFields(agent: Partial<AgentDetail>, draft: AgentDraft): UpdateAgent {
  const asked: UpdateAgent = {
    name: draft.name.trim(),
    upstream: draft.upstream,
    token_guidance: draft.tokenGuidance,
    system_prompt: draft.systemPrompt === '' ? null : draft.systemPrompt,
    first_message: draft.firstMessage === '' ? null : draft.firstMessage,
  };
  const held: Readonly<Record<string, unknown>> = { ...agent };
  const changed = Object.entries(asked).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(held[field]),
  );
  return {
    ...Object.fromEntries(changed),
    ...(draft.tokenization === '' ? {} : { tokenization: draft.tokenization }),
    ...policyOf(draft),
  };
}

function policyOf({ policy, policyYaml }: AgentDraft): Partial<CreateAgent> {
  if (policy === ownPolicy) return { policy_yaml: policyYaml };
  return policy === '' ? {} : { policy_name: policy };
}
