import type { AgentId, BearerTokenId } from './ids.ts';

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
