import type { Agent } from '../domain/agent.ts';
import type { AgentId } from '../domain/ids.ts';

export interface AgentQuery {
  /** Case-insensitive substring of the name. */
  readonly name?: string;
  /** Only agents created before this id (ids sort by creation). */
  readonly before?: AgentId;
  readonly limit: number;
}

/** Kept agents (spec, Agent). */
export interface Agents {
  /** Rejects with Fault `name_taken` when the name is in use. Durable on return. */
  create(agent: Agent): Promise<void>;
  get(id: AgentId): Promise<Agent | undefined>;
  /** Replaces the agent with this id; false when there is none. Rejects with `name_taken`. */
  update(agent: Agent): Promise<boolean>;
  /** Newest created first. */
  list(query: AgentQuery): Promise<readonly Agent[]>;
  /** False when there was none. */
  remove(id: AgentId): Promise<boolean>;
}
