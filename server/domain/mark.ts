import type { Span, Speaker } from './detection.ts';
import type { AgentId, MarkId, SessionId, UserId } from './ids.ts';

/** What detection did wrong: it overlooked a value, or found one that is not private. */
export type Mistake = 'missed' | 'false_hit';

/** What a mark leads to: a word of the policy, a person of the roster, no more than in its call, or nothing. */
export type MarkOutcome = 'policy_word' | 'roster_person' | 'this_call' | 'dismissed';

export interface MarkDecision {
  readonly outcome: MarkOutcome;
  readonly actor: UserId;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/**
 * A mistake of detection that a person marked in the text of a call (decision 0084), or a word of its public side that the
 * service suggests (decision 0190). It holds real values.
 */
export interface Mark {
  readonly id: MarkId;
  readonly sessionId: SessionId;
  readonly agentId: AgentId;
  /** Who marked it; absent for a suggestion of the service. */
  readonly actor?: UserId;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly mistake: Mistake;
  readonly kind: string;
  readonly turn: number;
  readonly speaker: Speaker;
  /** The sentence that holds the value. */
  readonly text: string;
  /** Where the value stands in it. */
  readonly span: Span;
  /** Of a suggestion: the model's score, and the least that the policy masks; 0 to 1. */
  readonly suggestion?: { readonly score: number; readonly threshold: number };
  /** Absent while nobody has decided. */
  readonly decision?: MarkDecision;
}
