import type { JournalRecord } from '../../domain/event.ts';
import type { PrunePlan, PruneQuery } from '../../ports/retention.ts';
import { tileSize } from './pruned-tiles.ts';

/** A session that began in the records read and was not sealed in them. */
export interface UnsealedSession {
  readonly id: string;
  readonly firstSeq: number;
}

export interface RetentionScanResult {
  /** `seq` of the first record that must stay, or that comes next. */
  readonly end: number;
  readonly unsealed: readonly UnsealedSession[];
  /** Where each session begins. */
  readonly sessionStarts: readonly number[];
}

/** Takes records in order of `seq`. */
export interface RetentionScan {
  /** False once a record must stay; nothing after it needs to be read. */
  add(record: JournalRecord): boolean;
  found(): RetentionScanResult;
}

const dayMs = 24 * 3_600_000;
/** Retention of calls whose `call_started` names none: the default (spec, Limits). */
const defaultRetentionDays = 2_555;
/**
 * How far the clock may run ahead of its last reading. Records stay this much longer than they must:
 * a clock that is wrong by less than is noticed deletes none of them early.
 */
export const clockSlackDays = 7;

/** After this long the tile that new records go into is filled, so that its first record waits for no more calls. */
export const tileDays = 31;

/**
 * Finds how far the journal's start is past its retention (design D27). A record stays for the
 * longest of the policies in force, and a call's records at least as long as their `call_started`
 * promised. A time that cannot be read stays.
 */
export function retentionScan({ nowMs, policyDays }: PruneQuery, from: number): RetentionScan {
  const open = new Map<string, { readonly firstSeq: number; readonly days: number }>();
  const sessionStarts: number[] = [];
  let end = from;
  const noteStart = (record: JournalRecord) => {
    const { session_id: id, session_seq: sessionSeq, seq } = record;
    if (id === undefined || sessionSeq !== 0) return;
    const promised = Number(record['retention_days'] ?? defaultRetentionDays);
    open.set(id, { firstSeq: seq, days: Math.max(policyDays, promised) });
    sessionStarts.push(seq);
  };
  return {
    add(record) {
      noteStart(record);
      const days = open.get(record.session_id ?? '')?.days ?? policyDays;
      const keptUntil = Date.parse(record.ts) + (days + clockSlackDays) * dayMs;
      if (!(keptUntil <= nowMs)) return false;
      end = record.seq + 1;
      if (record.kind === 'session_sealed') open.delete(record.session_id ?? '');
      return true;
    },
    found: () => ({
      end,
      unsealed: [...open].map(([id, { firstSeq }]) => ({ id, firstSeq })),
      sessionStarts,
    }),
  };
}

/** The whole tiles before `end` and before everything that holds them: `seq` of the first that stays. */
export function pruneBoundary(end: number, heldFrom: readonly number[]): number {
  const most = Math.min(end, ...heldFrom);
  return most - (most % tileSize);
}

/**
 * True when neither another run nor a hold came between the plan and now. `heldFrom` is the first
 * `seq` that each hold keeps.
 */
export function isStillDue(
  { firstSeq, lastSeq }: PrunePlan,
  prunedBelow: number,
  heldFrom: readonly number[],
): boolean {
  const isCurrent = firstSeq === prunedBelow && lastSeq >= firstSeq;
  return isCurrent && heldFrom.every((seq) => seq > lastSeq);
}

/** What pruning thinks of the clock (design D27). */
type ClockState = 'ok' | 'clock_behind' | 'clock_ahead';

/** Less than this is queueing between threads. */
const toleranceMs = 60_000;

/**
 * A wrong clock must not make records look old. A clock behind the newest record, or behind its own
 * last reading, is wrong. A clock that ran ahead of its last reading by more than the slack may be
 * wrong: a person must confirm it.
 */
export function checkClock(
  nowMs: number,
  { clockSeen, newest = clockSeen }: { readonly clockSeen: string; readonly newest?: string },
): ClockState {
  const seenMs = Date.parse(clockSeen);
  if (!(nowMs >= Math.max(seenMs, Date.parse(newest)) - toleranceMs)) return 'clock_behind';
  return nowMs - seenMs > clockSlackDays * dayMs ? 'clock_ahead' : 'ok';
}
