import type { AgentId, BearerTokenId } from './ids.ts';
import type { Policy, Tokenization } from './policy.ts';

/** A static credential of one agent, for platforms that cannot sign (design D36); not the secret. */
export interface BearerToken {
  readonly id: BearerTokenId;
  readonly agentId: AgentId;
  /** Hex SHA-256 of the secret, which has 256 random bits and so needs no slow hash. */
  readonly hash: string;
  /** The name that a user gave it, or ''. */
  readonly name: string;
  /** The last four characters of the secret, so that users can tell their tokens apart. */
  readonly lastFour: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** An agent as stored (spec, Agent). */
export interface Agent {
  readonly id: AgentId;
  readonly name: string;
  /** `stub` or `provider:<model name of the configuration>`. */
  readonly upstream: string;
  /** Null in agents of an earlier version: the policy's scheme (design D15). */
  readonly tokenization: 'vault-deterministic' | 'reversible-aead' | null;
  /** The agent's own policy document; null: the global policy. */
  readonly policyYaml: string | null;
  /** Adds the token instructions to the system prompt (design D39). */
  readonly tokenGuidance: boolean;
  /** The call configuration that the webhook answers (design D39); null: not set. */
  readonly systemPrompt: string | null;
  readonly firstMessage: string | null;
  readonly tools: readonly FunctionTool[] | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/**
 * The scheme of an agent's requests: the agent's, else the policy's. A `synthetic` policy overrides the
 * agent, because no agent can choose that scheme, and nothing may be restored under it (design D15).
 */
export function tokenizationOf(
  agent: Pick<Agent, 'tokenization'>,
  policy: Pick<Policy, 'tokenization'>,
): Tokenization {
  if (policy.tokenization === 'synthetic') return 'synthetic';
  return agent.tokenization ?? policy.tokenization;
}

/** A function that the model may call, in OpenAI's format. */
export interface FunctionTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description?: string | undefined;
    readonly strict?: boolean | undefined;
    /** A JSON Schema of an object, as far as voice platforms read it. */
    readonly parameters?: FunctionParameters | undefined;
  };
  /** Runs the function; the platform calls it directly. */
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
