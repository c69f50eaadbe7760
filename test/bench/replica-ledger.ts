import type { JournalRecord } from '../../server/domain/event.ts';
import type { SessionId } from '../../server/domain/ids.ts';
import { findSessionFlaw } from '../../server/journal/index.ts';

/** A call as its caller knows it. */
export interface SpokenCall {
  readonly session: SessionId;
  /** Replies that came to their end. */
  heard: number;
  /** Replies without the value that was said. */
  wrong: number;
}

/** What the records say of the calls; all but `unfinished` and `sealed` should be 0. */
export interface Ledger {
  readonly wrong: number;
  /** Heard replies for which there is no masked request on record. */
  readonly lost: number;
  /** Turns with a second record of their request or their completion. */
  readonly twice: number;
  /** Sessions whose records do not count through, or that begin, end or are sealed twice. */
  readonly flawed: number;
  /** Turns that have no completion. */
  readonly unfinished: number;
  readonly sealed: number;
}

export function ledgerOf(calls: readonly SpokenCall[], records: readonly JournalRecord[]): Ledger {
  const bySession = Map.groupBy(records, ({ session_id }) => session_id ?? '');
  const sums = { wrong: 0, lost: 0, twice: 0, flawed: 0, unfinished: 0, sealed: 0 };
  for (const { session, heard, wrong } of calls) {
    const own = bySession.get(session) ?? [];
    const requests = turnsOf(own, 'request_masked');
    const completions = turnsOf(own, 'response_completed');
    sums.wrong += wrong;
    sums.lost += Math.max(0, heard - requests.size);
    sums.twice += repeats(own, 'request_masked') + repeats(own, 'response_completed');
    sums.flawed += isFlawed(own) ? 1 : 0;
    sums.unfinished += [...requests].filter((turn) => !completions.has(turn)).length;
    sums.sealed += own.some(({ kind }) => kind === 'session_sealed') ? 1 : 0;
  }
  return sums;
}

function turnsOf(records: readonly JournalRecord[], kind: string): ReadonlySet<unknown> {
  return new Set(records.filter((record) => record.kind === kind).map(({ turn }) => turn));
}

function repeats(records: readonly JournalRecord[], kind: string): number {
  return records.filter((record) => record.kind === kind).length - turnsOf(records, kind).size;
}

function isFlawed(records: readonly JournalRecord[]): boolean {
  const once = ['call_started', 'call_ended', 'session_sealed'];
  const isTwice = once.some((kind) => records.filter((one) => one.kind === kind).length > 1);
  const counts = records.every(({ session_seq }, at) => session_seq === at);
  const begins = records[0]?.kind === 'call_started';
  const isSealed = records.some(({ kind }) => kind === 'session_sealed');
  return isTwice || !counts || !begins || (isSealed && findSessionFlaw(records) !== undefined);
}
