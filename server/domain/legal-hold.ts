import type { HoldScope } from './event.ts';
import type { AgentId, SessionId } from './ids.ts';

/** What a hold covers: one session, the sessions of an agent, a time, or, without any of them, everything. */
export interface HoldCover {
  readonly sessionId?: SessionId;
  readonly agentId?: AgentId;
  /** ISO 8601 UTC; `until` is not included, and absent for a time that goes on. */
  readonly from?: string;
  readonly until?: string;
}

/** Why somebody placed a hold, as the record of it says. No text may name a patient; nothing can check that. */
export interface HoldPurpose {
  readonly matter?: string;
  readonly reason?: string;
  /** Who decides when it ends. */
  readonly reviewer?: string;
}

export function scopeOf({ sessionId, agentId, from }: HoldCover): HoldScope {
  if (sessionId !== undefined) return 'session';
  if (agentId !== undefined) return 'agent';
  return from === undefined ? 'installation' : 'dates';
}

/** The cover in one text, as stores keep it; '' for everything. */
export function coverText({ sessionId, agentId, from, until = '' }: HoldCover): string {
  return sessionId ?? agentId ?? (from === undefined ? '' : `${from}/${until}`);
}

/** The cover that `coverText` wrote. */
export function parseCover(text: string): HoldCover {
  if (text === '') return {};
  if (text.startsWith('sess_')) return { sessionId: text as SessionId };
  if (text.startsWith('agt_')) return { agentId: text as AgentId };
  const [from = '', until = ''] = text.split('/');
  return { from, ...(until !== '' && { until }) };
}

/** Whether a hold covers a call. */
export function coversCall(
  { sessionId, agentId, from, until }: HoldCover,
  call: {
    readonly id: SessionId;
    readonly agentId: AgentId;
    readonly startedAt: string;
    readonly endedAt: string;
  },
): boolean {
  return (
    (sessionId === undefined || sessionId === call.id) &&
    (agentId === undefined || agentId === call.agentId) &&
    (from === undefined || call.endedAt >= from) &&
    (until === undefined || call.startedAt < until)
  );
}
