import type { JournalRecord } from '../domain/event.ts';
import type { SessionId } from '../domain/ids.ts';
import { foldTurn, isTurnFact, type TurnFacts } from '../projections/turn-facts.ts';
import type { MaskedText } from '../projections/two-sided-view.ts';
import {
  type BroughtText,
  firstBrought,
  isHeldBack,
  isSpoken,
  keyed,
  plain,
  repeats,
  sizeOf,
} from './brought-texts.ts';
import type { LiveCall } from './live-call.ts';
import type { MaskedPart } from './masking.ts';
import { ReplyTexts } from './reply-texts.ts';
import type {
  CallTranscript,
  EndedCall,
  HeardCall,
  Transcripts,
  TurnTranscript,
} from './transcript-types.ts';

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
  brought: readonly BroughtText[];
  requested: number;
  completed: number;
  changed: number;
}

interface KeptCall extends CallTranscript {
  turnCount: number;
  /** Turns before it are no longer kept. */
  keptFrom: number;
  /** Other replicas told what was said in it. */
  mixed: boolean;
  readonly turns: KeptTurn[];
  changed: number;
}

export function createTranscripts(limits: TranscriptLimits = defaultLimits): Transcripts {
  const calls = new Map<SessionId, KeptCall>();
  /** Texts seen in each call, by digest and occurrence. */
  const seen = new WeakMap<LiveCall, Set<string>>();
  const over = new WeakSet<HeardCall>();
  const listeners = new Set<(call: CallTranscript) => void>();
  const endListeners = new Set<() => void>();
  const ended: EndedCall[] = [];
  let last = 0;
  let forgotten = 0;
  let bytes = 0;

  const change = (call: KeptCall, turn?: KeptTurn): number => {
    last += 1;
    call.changed = last;
    if (turn !== undefined) turn.changed = last;
    for (const listener of listeners) listener(call);
    return last;
  };

  const keptCall = (call: HeardCall, at: string): KeptCall => {
    const { sessionId, agentId, agentName } = call;
    const kept = calls.get(sessionId) ?? {
      ...{ sessionId, agentId, agentName, at },
      turnCount: 0,
      keptFrom: 0,
      mixed: false,
      turns: [],
      begun: last + 1,
      changed: 0,
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
      brought: [],
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
    bytes -= turn.replies.close() + sizeOf(turn.brought);
  };

  /** Forgets the oldest turns of the calls that spoke least recently, until what is left fits. */
  const trim = (): void => {
    for (const call of calls.values()) {
      while (bytes > limits.bytes && call.turns.length > 0) dropFirst(call);
      if (bytes <= limits.bytes) return;
    }
  };

  const turnOf = (call: Pick<HeardCall, 'sessionId'>, number: number): KeptTurn | undefined =>
    calls.get(call.sessionId)?.turns.findLast(({ facts }) => facts.turn === number);

  const fresh = (
    call: LiveCall,
    parts: readonly MaskedPart[],
  ): readonly BroughtText<MaskedPart>[] => {
    const known = seen.get(call);
    const own = calls.get(call.sessionId)?.turns.filter((turn) => turn.own) ?? [];
    const replies = own.map((turn) => turn.replies);
    return keyed(parts).filter(
      ({ part, key }) => known?.has(key) !== true && isSpoken(part) && !repeats(part, replies),
    );
  };

  const remember = (call: LiveCall, parts: readonly MaskedPart[]): void => {
    const known = seen.get(call) ?? new Set();
    for (const { key } of keyed(parts)) known.add(key);
    seen.set(call, known);
  };

  const bring = (call: KeptCall, turn: KeptTurn, brought: readonly BroughtText[]): void => {
    bytes += sizeOf(brought) - sizeOf(turn.brought);
    turn.brought = brought;
    turn.parts = brought.map(({ part }) => part);
    turn.requested = change(call, turn);
  };

  /**
   * Shows each text of a call with the turn that brought it first, whichever replica served that; one
   * of a turn that was forgotten since is not shown again.
   */
  const settleParts = (call: KeptCall): void => {
    const first = firstBrought(call.turns).map((parts) => new Set(parts));
    for (const [index, turn] of call.turns.entries()) {
      const parts = turn.parts.filter((part) => first[index]?.has(part));
      if (parts.length === turn.parts.length) continue;
      turn.parts = parts;
      turn.requested = change(call, turn);
    }
  };

  const end = (record: JournalRecord, call: HeardCall): void => {
    over.add(call);
    const kept = calls.get(call.sessionId);
    if (kept === undefined) return;
    for (const beforeEnd of endListeners) beforeEnd();
    calls.delete(call.sessionId);
    for (const { brought, replies } of kept.turns) bytes -= replies.close() + sizeOf(brought);
    const reason = record['reason'] as EndedCall['reason'];
    ended.push({ sessionId: call.sessionId, at: record.ts, reason, changed: change(kept) });
    const excess = ended.splice(0, Math.max(0, ended.length - limits.endedCalls));
    forgotten = Math.max(forgotten, excess.at(-1)?.changed ?? 0);
  };

  const foldTurnFact = (record: JournalRecord, call: HeardCall): void => {
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
      bring(kept, turn, fresh(call, parts).map(plain));
      if (kept.mixed) settleParts(kept);
      if (!isHeldBack(turn.facts)) remember(call, parts);
      trim();
    },
    reply: (call, number) => turnOf(call, number)?.replies ?? new ReplyTexts(() => undefined),
    fold: (record, call) => {
      if (over.has(call)) return;
      if (record.kind === 'call_ended') end(record, call);
      else if (record.kind === 'call_started') change(keptCall(call, record.ts));
      else if (isTurnFact(record)) foldTurnFact(record, call);
    },
    hear: ({ sessionId, turn: number, brought, replies }) => {
      const kept = calls.get(sessionId);
      const turn = turnOf({ sessionId }, number);
      if (kept === undefined || turn?.facts.scan === undefined) return false;
      kept.mixed = true;
      if (brought !== undefined && turn.brought.length === 0) bring(kept, turn, brought);
      for (const piece of replies) turn.replies.take(piece);
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
