import type { AgentId } from './ids.ts';

/** An agent as it is kept (spec, Agent). */
export interface Agent {
  readonly id: AgentId;
  readonly name: string;
  /** `stub` or `provider:<model name of the configuration>`. */
  readonly upstream: string;
  /** Null: the policy's own scheme (design D15). */
  readonly tokenization: 'vault-deterministic' | 'reversible-aead' | null;
  /** The agent's own policy document; null: the global policy. */
  readonly policyYaml: string | null;
  /** Adds the token instructions to the system prompt (design D39); default false. */
  readonly tokenGuidance: boolean;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}
