import type { AgentId, SessionId } from './ids.ts';

export type SessionStatus = 'ok' | 'error' | 'partial';

/** One call (spec, Session summary; design D29). Times are ISO 8601 UTC. */
export interface SessionSummary {
  readonly id: SessionId;
  readonly agentId: AgentId;
  readonly agentName: string;
  readonly startedAt: string;
  /** Time of the last event so far, or of the call's end. */
  readonly endedAt: string;
  readonly durationMs: number;
  readonly status: SessionStatus;
  readonly redactionCount: number;
  readonly redactionsByKind: Readonly<Record<string, number>>;
  readonly upstreamModel: string;
  readonly turnCount: number;
  /** False until `call_ended` is journalled. */
  readonly ended: boolean;
}
