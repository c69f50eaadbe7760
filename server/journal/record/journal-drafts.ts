import type { EventDraft } from '../../domain/event.ts';
import { scopeOf } from '../../domain/legal-hold.ts';
import type { JournalGap, JournalHead } from '../../ports/journal.ts';
import type { LegalHold, PlacedHold, PrunePlan } from '../../ports/retention.ts';

const ownKinds: ReadonlySet<string> = new Set(['checkpoint_signed', 'journal_gap']);

/** True for records that the journal appends of its own accord; their times are not the callers'. */
export function isOwnKind(kind: string): boolean {
  return ownKinds.has(kind);
}

/** `origin` also names the key that signed. */
export function checkpointDraft(
  { origin, size, rootHash }: { origin: string; size: number; rootHash: string },
  ts: string,
): EventDraft {
  return {
    kind: 'checkpoint_signed',
    ts,
    fields: { size, root_hash: rootHash, key_name: origin },
  };
}

/** The event by which `actor` acknowledges a gap; `found` is where the records end then. */
export function gapDraft(
  actor: string,
  { head }: JournalGap,
  found: JournalHead,
  ts: string,
): EventDraft {
  const fields = {
    actor,
    head_size: head.size,
    head_hash: head.hash,
    found_size: found.size,
    found_hash: found.hash,
  };
  return { kind: 'journal_gap', ts, fields };
}

/** The event that gives up the records of a plan; `boundaryHash` is that of the last of them. */
export function prunedDraft(
  { firstSeq, lastSeq }: PrunePlan,
  boundaryHash: string,
  policyDays: number,
  ts: string,
): EventDraft {
  const fields = {
    first_seq: firstSeq,
    last_seq: lastSeq,
    boundary_hash: boundaryHash,
    policy_days: policyDays,
  };
  return { kind: 'retention_pruned', ts, fields };
}

/** One of the records that fill a tile. */
export function tileFilledDraft(ts: string): EventDraft {
  return { kind: 'tile_filled', ts, fields: {} };
}

/** The event of a user who confirmed a clock that was far ahead. */
export function clockConfirmedDraft(
  { actor, aheadMs }: { readonly actor: string; readonly aheadMs: number },
  ts: string,
): EventDraft {
  return { kind: 'retention_clock_confirmed', ts, fields: { actor, ahead_ms: aheadMs } };
}

/** The event of a hold that was placed. */
export function holdPlacedDraft(hold: LegalHold): EventDraft {
  const { matter, reason, reviewer } = hold;
  return {
    kind: 'legal_hold_placed',
    ...holdCommon(hold),
    fields: {
      ...holdFields(hold),
      ...(matter !== undefined && { matter }),
      ...(reason !== undefined && { reason }),
      ...(reviewer !== undefined && { reviewer }),
    },
  };
}

/** The event of a hold that was released by the actor and at the time given. */
export function holdReleasedDraft(
  { no, ...hold }: PlacedHold,
  by: Pick<LegalHold, 'actor' | 'placedAt'>,
): EventDraft {
  const released = { ...hold, ...by };
  return {
    kind: 'legal_hold_released',
    ...holdCommon(released),
    fields: { ...holdFields(released), hold_seq: no },
  };
}

function holdCommon({ sessionId, agentId, placedAt }: LegalHold) {
  return {
    ts: placedAt,
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(agentId !== undefined && { agent_id: agentId }),
  };
}

function holdFields(hold: LegalHold) {
  const { actor, from, until } = hold;
  return {
    actor,
    scope: scopeOf(hold),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
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
