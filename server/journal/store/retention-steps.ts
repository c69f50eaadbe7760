import type { EventDraft } from '../../domain/event.ts';
import { Fault } from '../../domain/fault.ts';
import type { SessionId } from '../../domain/ids.ts';
import { coverText, parseCover } from '../../domain/legal-hold.ts';
import { type Answer, answered, type Steps } from '../../domain/steps.ts';
import type {
  LegalHold,
  PlacedHold,
  PrunedTile,
  PrunePlan,
  RetentionLedger,
  RetentionState,
} from '../../ports/retention.ts';
import {
  clockConfirmedDraft,
  holdPlacedDraft,
  holdReleasedDraft,
  prunedDraft,
  tileFilledDraft,
} from '../record/journal-drafts.ts';
import { tileSize } from '../retention/pruned-tiles.ts';
import { isStillDue } from '../retention/retention-scan.ts';

/** A legal hold as a store keeps it. */
export interface HoldRow {
  /** `seq` of the record that placed it. */
  readonly no: number;
  /** What it covers (`coverText`); '' for everything. */
  readonly id: string;
  readonly actor: string;
  readonly placedAt: string;
  /** The first record that it keeps, of an agent or of dates. */
  readonly fromSeq: number | null;
  /** `seq` of the session's first record; null when that is unknown or was given up. */
  readonly start: number | null;
}

/** What a store keeps for retention (design D27). */
export interface RetentionTables {
  state(): Answer<Omit<RetentionState, 'newest'> & { readonly newest: string | null }>;
  /** In ascending order of `no`. */
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
  placeHold(row: Omit<HoldRow, 'start'>): Answer<unknown>;
  releaseHold(no: number): Answer<unknown>;
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
  return holds.map(({ id, fromSeq, start }) =>
    id === installation ? 0 : (fromSeq ?? start ?? Infinity),
  );
}

export function holdOf({ no, id, actor, placedAt }: Omit<HoldRow, 'start'>): PlacedHold {
  return { no, actor, placedAt, ...parseCover(id) };
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

/** Fills the tile `no` where the next record goes into it, with records that say nothing else. */
export function* fillTile({ append, size }: RetainedJournal, no: number, ts: string): Steps<void> {
  const missing = (no + 1) * tileSize - size();
  // Another replica was faster, or calls were.
  if (missing <= 0 || missing >= tileSize) return;
  append(Array.from({ length: missing }, () => tileFilledDraft(ts)));
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

export function* placeHold(
  { tables, append, size }: RetainedJournal,
  hold: LegalHold,
  fromSeq: number | undefined,
): Steps<PlacedHold> {
  const { sessionId, actor, placedAt } = hold;
  if (sessionId !== undefined && (yield* answered(tables.startOf(sessionId))) === null) {
    throw new Fault('session_not_found', 'there are no records of this session');
  }
  append([holdPlacedDraft(hold)]);
  const row = { no: size() - 1, id: coverText(hold), actor, placedAt, fromSeq: fromSeq ?? null };
  yield* answered(tables.placeHold(row));
  return holdOf(row);
}

export function* releaseHold(
  { tables, append }: RetainedJournal,
  no: number,
  by: Pick<LegalHold, 'actor' | 'placedAt'>,
): Steps<boolean> {
  const row = (yield* answered(tables.holds())).find((one) => one.no === no);
  if (row === undefined) return false;
  yield* answered(tables.releaseHold(no));
  append([holdReleasedDraft(holdOf(row), by)]);
  return true;
}
