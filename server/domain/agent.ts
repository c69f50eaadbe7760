import type { AgentId, BearerTokenId } from './ids.ts';
import type { Policy, Tokenization } from './policy.ts';

/** A static credential of one agent, for platforms that cannot sign (design D36); not the secret. */
export interface BearerToken {
  readonly id: BearerTokenId;
  readonly agentId: AgentId;
  /** Hex SHA-256 of the secret, which has 256 random bits and so needs no slow hash. */
  readonly hash: string;
  /** What people called it; '' where they called it nothing. */
  readonly name: string;
  /** End of the secret, by which people tell their tokens apart. */
  readonly lastFour: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** An agent as it is kept (spec, Agent). */
export interface Agent {
  readonly id: AgentId;
  readonly name: string;
  /** `stub` or `provider:<model name of the configuration>`. */
  readonly upstream: string;
  /** Null, of agents made by an earlier version: the policy's own scheme (design D15). */
  readonly tokenization: 'vault-deterministic' | 'reversible-aead' | null;
  /** The agent's own policy document; null: the global policy. */
  readonly policyYaml: string | null;
  /** Adds the token instructions to the system prompt (design D39). */
  readonly tokenGuidance: boolean;
  /** What the webhook configures a call with (design D39); null: nothing of the kind. */
  readonly systemPrompt: string | null;
  readonly firstMessage: string | null;
  readonly tools: readonly FunctionTool[] | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/**
 * The scheme of an agent's requests: the agent's, else the policy's. A policy that says `synthetic`
 * rules, for no agent can ask for that, and nothing may be restored under it (design D15).
 */
export function tokenizationOf(
  agent: Pick<Agent, 'tokenization'>,
  policy: Pick<Policy, 'tokenization'>,
): Tokenization {
  if (policy.tokenization === 'synthetic') return 'synthetic';
  return agent.tokenization ?? policy.tokenization;
}

/** A function that the model of a call may ask for, in OpenAI's form. */
export interface FunctionTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description?: string | undefined;
    readonly strict?: boolean | undefined;
    /** A JSON Schema of an object, as far as voice platforms look at it. */
    readonly parameters?: FunctionParameters | undefined;
  };
  /** What runs the function; the platform asks it directly. */
  readonly server?: { readonly url: string } | undefined;
}

interface FunctionParameters {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ValueSchema>>;
  readonly [keyword: string]: unknown;
}

interface ValueSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly [keyword: string]: unknown;
}
