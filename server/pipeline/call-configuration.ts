import { type Agent, type FunctionTool, tokenizationOf } from '../domain/agent.ts';
import type { ActivePolicy, Tokenization } from '../domain/policy.ts';
import { tokenGuidance } from './token-guidance.ts';

/** What a call is to run with (spec, the assistant-request webhook; design D39). */
export interface CallConfiguration {
  /** The agent's name for its model; where it really goes is the upstream's business. */
  readonly model: string;
  /** The agent's own prompt, and how the model is to treat tokens. */
  readonly systemPrompt: string;
  readonly firstMessage: string | null;
  readonly tools: readonly FunctionTool[];
  readonly policy: { readonly name: string; readonly version: number; readonly sha256: string };
  readonly tokenization: Tokenization;
}

export function callConfiguration(agent: Agent, active: ActivePolicy): CallConfiguration {
  const { name, version } = active.policy;
  return {
    model: agent.upstream,
    systemPrompt: withGuidance(agent.systemPrompt),
    firstMessage: agent.firstMessage,
    tools: agent.tools ?? [],
    policy: { name, version, sha256: active.sha256 },
    tokenization: tokenizationOf(agent, active.policy),
  };
}

function withGuidance(prompt: string | null): string {
  if (prompt === null) return tokenGuidance;
  return prompt.includes(tokenGuidance) ? prompt : `${prompt}\n\n${tokenGuidance}`;
}
