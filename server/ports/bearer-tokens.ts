import type { BearerToken } from '../domain/bearer-token.ts';
import type { AgentId, BearerTokenId } from '../domain/ids.ts';

/** Kept bearer tokens (design D36). A token goes when its agent does. */
export interface BearerTokens {
  /** False when there is no such agent. Durable on return. */
  add(token: BearerToken): Promise<boolean>;
  /** The tokens of one agent, newest first; a removed one is gone from the next answer. */
  of(agentId: AgentId): Promise<readonly BearerToken[]>;
  /** False when this agent has no such token. Durable on return. */
  remove(agentId: AgentId, id: BearerTokenId): Promise<boolean>;
}
