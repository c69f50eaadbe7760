import type { AgentId, PolicyVersionId, UserId } from './ids.ts';

/** A text of the global policy, or of an agent's own, that somebody proposed, and what became of it (decision 0095). */
export interface PolicyVersion {
  readonly id: PolicyVersionId;
  /** The agent whose own policy it is to be (decision 0152); absent for the global policy. */
  readonly agentId?: AgentId;
  /** The policy's name. */
  readonly name: string;
  /** SHA-256 of its text, in hex; `PolicyTexts` keeps the text. */
  readonly sha256: string;
  /** SHA-256 of the text in force when it was proposed; of an approved one, of the text that it replaced. */
  readonly previousSha256: string;
  /** The policy file on the server, somebody's text, or a mark of a mistake in a call. */
  readonly source: 'file' | 'person' | 'mark';
  /** Null when the service found a changed policy file. */
  readonly author: UserId | null;
  readonly reason: string;
  /** ISO 8601 UTC. */
  readonly proposedAt: string;
  /** Absent while the proposal is open. */
  readonly decision?: PolicyDecision;
  /** Counts the approved versions of the global policy from 1; the highest one is in force. */
  readonly number?: number;
}

export interface PolicyDecision {
  readonly outcome: 'approved' | 'rejected';
  /** Null for the policy file of the first start. */
  readonly actor: UserId | null;
  readonly note: string;
  readonly at: string;
}

/** A version that is decided. */
export type DecidedVersion = PolicyVersion & { readonly decision: PolicyDecision };

/** Whether the decision puts a new text of the global policy in force. */
export function changesGlobalPolicy({ agentId, decision }: DecidedVersion): boolean {
  return decision.outcome === 'approved' && agentId === undefined;
}
