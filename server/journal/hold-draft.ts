import type { EventDraft } from '../domain/event.ts';
import type { LegalHold } from '../ports/legal-holds.ts';

/** The event of a hold that was placed, or released by the actor and at the time given. */
export function legalHoldDraft(
  kind: 'legal_hold_placed' | 'legal_hold_released',
  { sessionId, actor, placedAt: ts }: LegalHold,
): EventDraft {
  if (sessionId === undefined) return { kind, ts, fields: { actor, scope: 'installation' } };
  return { kind, ts, session_id: sessionId, fields: { actor, scope: 'session' } };
}
