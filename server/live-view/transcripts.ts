import type { CallIdentity, LiveCall } from '../calls/live-call.ts';
import type { JournalRecord } from '../domain/event.ts';
import type { SessionId } from '../domain/ids.ts';

import { foldTurn, isTurnFact, type TurnFacts } from '../projections/turn-facts.ts';
import type { MaskedText } from '../projections/two-sided-view.ts';
import type { MaskedPart } from '../tokenize/masked-request.ts';
import { ReplyTexts } from './reply-texts.ts';
import {
  dedupeHistory,
  echoesReply,
  isBlocked,
  isShownInTranscript,
  keyTexts,
  plain,
  type RequestText,
  sizeOf,
} from './request-texts.ts';
import type { CallTranscript, EndedCall, Transcripts, TurnTranscript } from './transcript-types.ts';

/** Bounds of what is kept; bytes are about those that its texts and their spans take. */
export interface TranscriptLimits {
  readonly turnsPerCall: number;
  readonly bytes: number;
  readonly endedCalls: number;
}

const defaultLimits: TranscriptLimits = {
  turnsPerCall: 50,
  bytes: 8_000_000,
  endedCalls: 1_000,
};

interface KeptTurn extends TurnTranscript {
  facts: TurnFacts;
  parts: readonly MaskedText[];
  own: boolean;
  requestTexts: readonly RequestText[];
  requested: number;
  completed: number;
  changed: number;
}

interface KeptCall extends CallTranscript {
  turnCount: number;
  /** Turns before it are no longer kept. */
  keptFrom: number;
  /** Other replicas told what was said in it. */
  servedElsewhere: boolean;
  readonly turns: KeptTurn[];
  lastChange: number;
}

export function createTranscripts(limits: TranscriptLimits = defaultLimits): Transcripts {
  const calls = new Map<SessionId, KeptCall>();
  /** Texts seen in each call, by digest and occurrence. */
  const seen = new WeakMap<LiveCall, Set<string>>();
  const endedCalls = new WeakSet<CallIdentity>();
  const listeners = new Set<(call: CallTranscript) => void>();
  const endListeners = new Set<() => void>();
  const ended: EndedCall[] = [];
  let last = 0;
  let forgotten = 0;
  let bytes = 0;

  const change = (call: KeptCall, turn?: KeptTurn): number => {
    last += 1;
    call.lastChange = last;
    if (turn !== undefined) turn.changed = last;
    for (const listener of listeners) listener(call);
    return last;
  };

  const keptCall = (call: CallIdentity, at: string): KeptCall => {
    const { sessionId, agentId, agentName } = call;
    const kept = calls.get(sessionId) ?? {
      ...{ sessionId, agentId, agentName, at },
      turnCount: 0,
      keptFrom: 0,
      servedElsewhere: false,
      turns: [],
      firstChange: last + 1,
      lastChange: 0,
    };
    // The calls stand in the order of their last turns, for `trim`.
    calls.delete(sessionId);
    calls.set(sessionId, kept);
    return kept;
  };

  const newTurn = (call: KeptCall, facts: TurnFacts): KeptTurn => {
    const turn: KeptTurn = {
      facts,
      parts: [],
      own: false,
      requestTexts: [],
      replies: new ReplyTexts((size) => {
        bytes += size;
        change(call, turn);
      }),
      requested: 0,
      completed: 0,
      changed: 0,
    };
    // Those of another replica may be heard of late.
    const after = call.turns.findLastIndex((other) => other.facts.turn < facts.turn);
    call.turns.splice(after + 1, 0, turn);
    call.turnCount = Math.max(call.turnCount, facts.turn + 1);
    if (call.turns.length > limits.turnsPerCall) dropFirst(call);
    return turn;
  };

  const dropFirst = (call: KeptCall): void => {
    const turn = call.turns.shift();
    if (turn === undefined) return;
    call.keptFrom = turn.facts.turn + 1;
    forgotten = Math.max(forgotten, turn.changed);
    bytes -= turn.replies.close() + sizeOf(turn.requestTexts);
  };

  /** Forgets the oldest turns of the calls that spoke least recently, until what is left fits. */
  const trim = (): void => {
    for (const call of calls.values()) {
      while (bytes > limits.bytes && call.turns.length > 0) dropFirst(call);
      if (bytes <= limits.bytes) return;
    }
  };

  const turnOf = (call: Pick<CallIdentity, 'sessionId'>, number: number): KeptTurn | undefined =>
    calls.get(call.sessionId)?.turns.findLast(({ facts }) => facts.turn === number);

  const fresh = (
    call: LiveCall,
    parts: readonly MaskedPart[],
  ): readonly RequestText<MaskedPart>[] => {
    const known = seen.get(call);
    const own = calls.get(call.sessionId)?.turns.filter((turn) => turn.own) ?? [];
    const replies = own.map((turn) => turn.replies);
    return keyTexts(parts).filter(
      ({ part, key }) =>
        known?.has(key) !== true && isShownInTranscript(part) && !echoesReply(part, replies),
    );
  };

  const remember = (call: LiveCall, parts: readonly MaskedPart[]): void => {
    const known = seen.get(call) ?? new Set();
    for (const { key } of keyTexts(parts)) known.add(key);
    seen.set(call, known);
  };

  const setRequestTexts = (
    call: KeptCall,
    turn: KeptTurn,
    requestTexts: readonly RequestText[],
  ): void => {
    bytes += sizeOf(requestTexts) - sizeOf(turn.requestTexts);
    turn.requestTexts = requestTexts;
    turn.parts = requestTexts.map(({ part }) => part);
    turn.requested = change(call, turn);
  };

  /**
   * Shows each text of a call with the turn that brought it first, whichever replica served that; one
   * of a turn that was forgotten since is not shown again.
   */
  const settleParts = (call: KeptCall): void => {
    const first = dedupeHistory(call.turns).map((parts) => new Set(parts));
    for (const [index, turn] of call.turns.entries()) {
      const parts = turn.parts.filter((part) => first[index]?.has(part));
      if (parts.length === turn.parts.length) continue;
      turn.parts = parts;
      turn.requested = change(call, turn);
    }
  };

  const end = (record: JournalRecord, call: CallIdentity): void => {
    endedCalls.add(call);
    const kept = calls.get(call.sessionId);
    if (kept === undefined) return;
    for (const beforeEnd of endListeners) beforeEnd();
    calls.delete(call.sessionId);
    for (const { requestTexts, replies } of kept.turns)
      bytes -= replies.close() + sizeOf(requestTexts);
    const reason = record['reason'] as EndedCall['reason'];
    ended.push({ sessionId: call.sessionId, at: record.ts, reason, changed: change(kept) });
    const excess = ended.splice(0, Math.max(0, ended.length - limits.endedCalls));
    forgotten = Math.max(forgotten, excess.at(-1)?.changed ?? 0);
  };

  const foldTurnFact = (record: JournalRecord, call: CallIdentity): void => {
    const kept = keptCall(call, record.ts);
    const number = Number(record['turn']);
    const known = turnOf(call, number);
    // A turn that was forgotten stays so.
    if (known === undefined && number < kept.keptFrom) return;
    const turn = known ?? newTurn(kept, foldTurn(undefined, record));
    turn.facts = foldTurn(known?.facts, record);
    const changed = change(kept, turn);
    if (record.kind === 'response_completed') turn.completed = changed;
    else if (record.kind !== 'rehydration_failed') turn.requested = changed;
  };

  return {
    fresh: (call, parts) => fresh(call, parts).map(({ part }) => part),
    request: (call, number, parts) => {
      const kept = calls.get(call.sessionId);
      const turn = turnOf(call, number);
      if (kept === undefined || turn === undefined) return;
      turn.own = true;
      setRequestTexts(kept, turn, fresh(call, parts).map(plain));
      if (kept.servedElsewhere) settleParts(kept);
      if (!isBlocked(turn.facts)) remember(call, parts);
      trim();
    },
    reply: (call, number) => turnOf(call, number)?.replies ?? new ReplyTexts(() => undefined),
    fold: (record, call) => {
      if (endedCalls.has(call)) return;
      if (record.kind === 'call_ended') end(record, call);
      else if (record.kind === 'call_started') change(keptCall(call, record.ts));
      else if (isTurnFact(record)) foldTurnFact(record, call);
    },
    receive: ({ sessionId, turn: number, brought, replies }) => {
      const kept = calls.get(sessionId);
      const turn = turnOf({ sessionId }, number);
      if (kept === undefined || turn?.facts.scan === undefined) return false;
      kept.servedElsewhere = true;
      if (brought !== undefined && turn.requestTexts.length === 0)
        setRequestTexts(kept, turn, brought);
      for (const piece of replies) turn.replies.append(piece);
      if (brought !== undefined || turn !== kept.turns.at(-1)) settleParts(kept);
      trim();
      return true;
    },
    calls: () => calls.values(),
    ended: () => ended,
    position: () => ({ last, forgotten }),
    onChange: (listener, beforeEnd = () => undefined) => {
      listeners.add(listener);
      endListeners.add(beforeEnd);
      return () => {
        listeners.delete(listener);
        endListeners.delete(beforeEnd);
      };
    },
  };
}
