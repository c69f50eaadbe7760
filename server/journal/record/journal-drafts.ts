import type { EventDraft } from '../../domain/event.ts';
import type { LegalHold } from '../../ports/retention.ts';

/** The event of a hold that was placed, or released by the actor and at the time given. */
export function legalHoldDraft(
  kind: 'legal_hold_placed' | 'legal_hold_released',
  { sessionId, actor, placedAt: ts }: LegalHold,
): EventDraft {
  if (sessionId === undefined) return { kind, ts, fields: { actor, scope: 'installation' } };
  return { kind, ts, session_id: sessionId, fields: { actor, scope: 'session' } };
}

/** Less than this is queueing between threads, not a clock that was set back. */
const toleranceMs = 1_000;

/** The event to append before one timed `ts`, when that lies well before the last event's `lastTs`. */
export function clockRegressionDraft(lastTs: string, ts: string): EventDraft | undefined {
  // Times of one length and form compare as text.
  if (ts >= lastTs) return undefined;
  const behindMs = Date.parse(lastTs) - Date.parse(ts);
  if (!(behindMs > toleranceMs)) return undefined;
  return { kind: 'clock_regression', ts, fields: { behind_ms: behindMs } };
}
