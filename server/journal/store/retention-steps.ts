import type { EventDraft } from '../../domain/event.ts';
import { Fault } from '../../domain/fault.ts';
import type { SessionId } from '../../domain/ids.ts';
import { type Answer, answered, type Steps } from '../../domain/steps.ts';
import type {
  LegalHold,
  PrunedTile,
  PrunePlan,
  RetentionLedger,
  RetentionState,
} from '../../ports/retention.ts';
import { clockConfirmedDraft, legalHoldDraft, prunedDraft } from '../record/journal-drafts.ts';
import { tileSize } from '../retention/pruned-tiles.ts';
import { isStillDue } from '../retention/retention-scan.ts';

/** A legal hold as a store keeps it. */
export interface HoldRow {
  /** The session; '' for the hold of the installation. */
  readonly id: string;
  readonly actor: string;
  readonly placedAt: string;
  /** `seq` of the session's first record; null when that is unknown or was given up. */
  readonly start: number | null;
}

/** What a store keeps for retention (design D27). */
export interface RetentionTables {
  state(): Answer<Omit<RetentionState, 'newest'> & { readonly newest: string | null }>;
  /** In ascending order of `id`. */
  holds(): Answer<readonly HoldRow[]>;
  /** As `HoldRow.start`. */
  startOf(id: SessionId): Answer<number | null>;
  /** The sessions that begin in the records [from, to), in order. */
  startsIn(from: number, to: number): Answer<readonly SessionId[]>;
  /** Hash of one record in hex. */
  hashOf(seq: number): Answer<string>;
  /** The records before `below` are given up by the event at `eventSeq`. */
  giveUp(below: number, eventSeq: number): Answer<unknown>;
  /** Deletes the records of the next tile and keeps their hashes. */
  dropTile(no: number): Answer<unknown>;
  sawClock(ts: string): Answer<unknown>;
  placeHold(id: string, actor: string, placedAt: string): Answer<unknown>;
  /** False when there was none. */
  releaseHold(id: string): Answer<boolean>;
}

/** A journal inside of one transaction. */
export interface RetainedJournal {
  readonly tables: RetentionTables;
  append(drafts: readonly EventDraft[]): unknown;
  /** Number of records. */
  size(): number;
  /** Signs and stores a checkpoint over everything up to here. */
  sign(): Answer<unknown>;
}

/** `id` of the hold of everything. */
const installation = '';

/** First `seq` that each hold keeps; infinite where the records of its session are gone. */
export function heldFrom(holds: readonly HoldRow[]): readonly number[] {
  return holds.map(({ id, start }) => (id === installation ? 0 : (start ?? Infinity)));
}

export function holdOf({ id, actor, placedAt }: HoldRow): LegalHold {
  return { actor, placedAt, ...(id !== installation && { sessionId: id as SessionId }) };
}

export function* retentionState({ state }: RetentionTables): Steps<RetentionState> {
  const { newest, ...rest } = yield* answered(state());
  return { ...rest, ...(newest !== null && newest !== '' && { newest }) };
}

export function* nextTile(tables: RetentionTables): Steps<PrunedTile | undefined> {
  const { prunedBelow, deletedBelow: from } = yield* answered(tables.state());
  if (from >= prunedBelow) return undefined;
  const holds = yield* answered(tables.holds());
  if (holds.some(({ id }) => id === installation)) return undefined;
  const sessionIds = yield* answered(tables.startsIn(from, from + tileSize));
  return { no: from / tileSize, sessionIds };
}

export function* dropTile(tables: RetentionTables, no: number): Steps<void> {
  const { deletedBelow } = yield* answered(tables.state());
  // Another replica was faster.
  if (no * tileSize < deletedBelow) return;
  if (no * tileSize > deletedBelow) throw new Error('tiles are deleted in order');
  yield* answered(tables.dropTile(no));
}

export function* giveUp(
  { tables, append, size, sign }: RetainedJournal,
  plan: PrunePlan,
  policyDays: number,
  ts: string,
): Steps<boolean> {
  const { prunedBelow } = yield* answered(tables.state());
  const holds = yield* answered(tables.holds());
  if (!isStillDue(plan, prunedBelow, heldFrom(holds))) return false;
  const boundaryHash = yield* answered(tables.hashOf(plan.lastSeq));
  append([prunedDraft(plan, boundaryHash, policyDays, ts)]);
  const eventSeq = size() - 1;
  yield* answered(sign());
  yield* answered(tables.giveUp(plan.lastSeq + 1, eventSeq));
  return true;
}

export function* sawClock(
  { tables, append }: RetainedJournal,
  ts: string,
  confirmed: Parameters<RetentionLedger['sawClock']>[1],
): Steps<void> {
  if (confirmed !== undefined) append([clockConfirmedDraft(confirmed, ts)]);
  yield* answered(tables.sawClock(ts));
}

export function* placeHold({ tables, append }: RetainedJournal, hold: LegalHold): Steps<LegalHold> {
  const { sessionId, actor, placedAt } = hold;
  if (sessionId !== undefined && (yield* answered(tables.startOf(sessionId))) === null) {
    throw new Fault('session_not_found', 'there are no records of this session');
  }
  const id = sessionId ?? installation;
  const there = (yield* answered(tables.holds())).find((row) => row.id === id);
  if (there !== undefined) return holdOf(there);
  append([legalHoldDraft('legal_hold_placed', hold)]);
  yield* answered(tables.placeHold(id, actor, placedAt));
  return hold;
}

export function* releaseHold({ tables, append }: RetainedJournal, hold: LegalHold): Steps<boolean> {
  const released = yield* answered(tables.releaseHold(hold.sessionId ?? installation));
  if (released) append([legalHoldDraft('legal_hold_released', hold)]);
  return released;
}
