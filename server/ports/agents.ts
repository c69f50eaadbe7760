import type { Agent, BearerToken } from '../domain/agent.ts';
import type { AgentId, BearerTokenId } from '../domain/ids.ts';

/** Stored bearer tokens (design D36). Removing an agent removes its tokens. */
export interface BearerTokens {
  /** False when the agent does not exist. Durable on return. */
  add(token: BearerToken): Promise<boolean>;
  /** The tokens of one agent, newest first. */
  of(agentId: AgentId): Promise<readonly BearerToken[]>;
  /** False when this agent has no such token. Durable on return. */
  remove(agentId: AgentId, id: BearerTokenId): Promise<boolean>;
}

export interface AgentQuery {
  /** Case-insensitive substring of the name. */
  readonly name?: string;
  /** Only agents created before this id (ids sort by creation). */
  readonly before?: AgentId;
  readonly limit: number;
}

/** Stored agents (spec, Agent). */
export interface Agents {
  /** Rejects with Fault `name_taken` when the name is in use. Durable on return. */
  create(agent: Agent): Promise<void>;
  get(id: AgentId): Promise<Agent | undefined>;
  /** Replaces the agent with this id; false when it does not exist. Rejects with `name_taken`. */
  update(agent: Agent): Promise<boolean>;
  /** Newest created first. */
  list(query: AgentQuery): Promise<readonly Agent[]>;
  /** False when the agent does not exist. */
  remove(id: AgentId): Promise<boolean>;
}
