import type { CreateAgent } from '../../server/contract/agents.ts';

/** Models an agent can have (spec, POST /api/v1/agents). */
export const upstreamChoices = ['stub', 'provider:model-small', 'provider:model-large'] as const;

/** What a form holds while it is filled in; `''` is what was left out. */
export interface AgentDraft {
  readonly name: string;
  readonly upstream: string;
  readonly tokenization: '' | 'vault-deterministic' | 'reversible-aead';
  /** Name of a policy, `''` for the global one, `own` for `policyYaml`. */
  readonly policy: string;
  readonly policyYaml: string;
  readonly systemPrompt: string;
  readonly firstMessage: string;
}

/** Marks a policy of the agent's own; no policy has this name, as names hold no colon. */
export const ownPolicy = 'own:';

export const emptyDraft: AgentDraft = {
  name: '',
  upstream: 'stub',
  tokenization: '',
  policy: '',
  policyYaml: '',
  systemPrompt: '',
  firstMessage: '',
};

/** The body that a filled-in form asks for. */
export function bodyOf(draft: AgentDraft): CreateAgent {
  return {
    name: draft.name.trim(),
    upstream: draft.upstream,
    ...(draft.tokenization === '' ? {} : { tokenization: draft.tokenization }),
    ...policyOf(draft),
    ...(draft.systemPrompt === '' ? {} : { system_prompt: draft.systemPrompt }),
    ...(draft.firstMessage === '' ? {} : { first_message: draft.firstMessage }),
  };
}

function policyOf({ policy, policyYaml }: AgentDraft): Partial<CreateAgent> {
  if (policy === ownPolicy) return { policy_yaml: policyYaml };
  return policy === '' ? {} : { policy_name: policy };
}
