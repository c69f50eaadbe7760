import type { CallIdentity, LiveCall } from '../calls/live-call.ts';
import type { JournalRecord } from '../domain/event.ts';
import { type Exposure, noExposure, unrecordedExposure } from '../domain/exposure.ts';
import type { SessionId } from '../domain/ids.ts';
import { chunksOf } from '../domain/time-slices.ts';
import { foldExposure } from '../projections/exposure.ts';
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
import type {
  CallTranscript,
  EndedCall,
  Transcripts,
  TurnLiveText,
  TurnTranscript,
} from './transcript-types.ts';

/** How much is kept; bytes count about what texts and their spans take. */
const maxTurnsPerCall = 50;
const maxBytes = 8_000_000;
const maxEndedCalls = 1_000;

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
  exposure: Exposure;
  /** Turns before it were dropped. */
  keptFrom: number;
  /** Other replicas have sent text of it. */
  servedElsewhere: boolean;
  readonly turns: KeptTurn[];
  lastChange: number;
}

interface State {
  /** In the order of their last turns. */
  readonly calls: Map<SessionId, KeptCall>;
  /** Keys of the texts that each call has sent. */
  readonly seen: WeakMap<LiveCall, Set<string>>;
  readonly endedCalls: WeakSet<CallIdentity>;
  readonly ended: EndedCall[];
  readonly listeners: Set<(call: CallTranscript) => void>;
  readonly endListeners: Set<() => void>;
  /** Numbers of the last change, and of the last change that a forgotten turn or call may have had. */
  last: number;
  forgotten: number;
  bytes: number;
}

export function createTranscripts(): Transcripts {
  const state: State = {
    calls: new Map(),
    seen: new WeakMap(),
    endedCalls: new WeakSet(),
    ended: [],
    listeners: new Set(),
    endListeners: new Set(),
    last: 0,
    forgotten: 0,
    bytes: 0,
  };
  const { calls, ended, listeners, endListeners } = state;
  return {
    fresh: function* (call, parts) {
      const texts = yield* freshTexts(state, call, keyTexts(parts));
      return texts.map(({ part }) => part);
    },
    request: (call, turn, parts) => addRequest(state, call, turn, parts),
    reply: (call, turn) =>
      findTurn(state, call.sessionId, turn)?.replies ?? new ReplyTexts(() => undefined),
    fold: (record, call) => {
      if (state.endedCalls.has(call)) return;
      if (record.kind === 'call_ended') endCall(state, record, call);
      else if (record.kind === 'call_started') change(state, keptCall(state, call, record));
      else if (isTurnFact(record)) foldTurnFact(state, record, call);
    },
    receive: (text) => addForeignText(state, text),
    calls: () => calls.values(),
    ended: () => ended,
    position: () => ({ last: state.last, forgotten: state.forgotten }),
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

function change(state: State, call: KeptCall, turn?: KeptTurn): number {
  state.last += 1;
  call.lastChange = state.last;
  if (turn !== undefined) turn.changed = state.last;
  for (const listener of state.listeners) listener(call);
  return state.last;
}

/** The transcript of a call, which becomes the last in the order of the calls. */
function keptCall({ calls, last }: State, call: CallIdentity, record: JournalRecord): KeptCall {
  const { sessionId, agentId, agentName } = call;
  const { ts: at, kind } = record;
  const kept = calls.get(sessionId) ?? {
    sessionId,
    agentId,
    agentName,
    at,
    turnCount: 0,
    // What a call did before this process saw it is not known here.
    exposure: kind === 'call_started' ? noExposure : unrecordedExposure,
    keptFrom: 0,
    servedElsewhere: false,
    turns: [],
    firstChange: last + 1,
    lastChange: 0,
  };
  calls.delete(sessionId);
  calls.set(sessionId, kept);
  return kept;
}

function newTurn(state: State, call: KeptCall, facts: TurnFacts): KeptTurn {
  const turn: KeptTurn = {
    facts,
    parts: [],
    own: false,
    requestTexts: [],
    replies: new ReplyTexts((size) => {
      state.bytes += size;
      change(state, call, turn);
    }),
    requested: 0,
    completed: 0,
    changed: 0,
  };
  // Records of another replica's turns may arrive late.
  const before = call.turns.findLastIndex((other) => other.facts.turn < facts.turn);
  call.turns.splice(before + 1, 0, turn);
  call.turnCount = Math.max(call.turnCount, facts.turn + 1);
  if (call.turns.length > maxTurnsPerCall) dropFirstTurn(state, call);
  return turn;
}

function dropFirstTurn(state: State, call: KeptCall): void {
  const turn = call.turns.shift();
  if (turn === undefined) return;
  call.keptFrom = turn.facts.turn + 1;
  state.forgotten = Math.max(state.forgotten, turn.changed);
  state.bytes -= turn.replies.close() + sizeOf(turn.requestTexts);
}

/** Drops the oldest turns of the calls that spoke least recently, until the rest fits. */
function trim(state: State): void {
  for (const call of state.calls.values()) {
    while (state.bytes > maxBytes && call.turns.length > 0) dropFirstTurn(state, call);
    if (state.bytes <= maxBytes) return;
  }
}

function findTurn({ calls }: State, sessionId: SessionId, number: number): KeptTurn | undefined {
  return calls.get(sessionId)?.turns.findLast(({ facts }) => facts.turn === number);
}

/** Texts between pauses (design D43). */
const textsAtOnce = 256;

function* freshTexts(
  { seen, calls }: State,
  call: LiveCall,
  texts: readonly RequestText<MaskedPart>[],
): Generator<undefined, readonly RequestText<MaskedPart>[]> {
  const known = seen.get(call);
  const own = calls.get(call.sessionId)?.turns.filter((turn) => turn.own) ?? [];
  const replies = own.map((turn) => turn.replies);
  const isFresh = ({ part, key }: RequestText<MaskedPart>): boolean =>
    known?.has(key) !== true && isShownInTranscript(part) && !echoesReply(part, replies);
  const fresh: RequestText<MaskedPart>[] = [];
  for (const some of chunksOf(texts, textsAtOnce)) {
    fresh.push(...some.filter(isFresh));
    yield undefined;
  }
  return fresh;
}

function* addRequest(
  state: State,
  call: LiveCall,
  number: number,
  parts: readonly MaskedPart[],
): Generator<undefined, readonly MaskedPart[]> {
  const keyed = keyTexts(parts);
  yield undefined;
  const fresh = yield* freshTexts(state, call, keyed);
  const freshParts = fresh.map(({ part }) => part);
  const texts: RequestText[] = [];
  for (const some of chunksOf(fresh, textsAtOnce)) {
    texts.push(...some.map(plain));
    yield undefined;
  }
  // No pause from here on: others see all of it or nothing.
  const kept = state.calls.get(call.sessionId);
  const turn = findTurn(state, call.sessionId, number);
  if (kept === undefined || turn === undefined) return freshParts;
  turn.own = true;
  setRequestTexts(state, kept, turn, texts);
  if (kept.servedElsewhere) dedupeTurns(state, kept);
  if (!isBlocked(turn.facts)) markSeen(state, call, keyed);
  trim(state);
  return freshParts;
}

function markSeen({ seen }: State, call: LiveCall, texts: readonly RequestText[]): void {
  const known = seen.get(call) ?? new Set();
  for (const { key } of texts) known.add(key);
  seen.set(call, known);
}

function setRequestTexts(
  state: State,
  call: KeptCall,
  turn: KeptTurn,
  requestTexts: readonly RequestText[],
): void {
  state.bytes += sizeOf(requestTexts) - sizeOf(turn.requestTexts);
  turn.requestTexts = requestTexts;
  turn.parts = requestTexts.map(({ part }) => part);
  turn.requested = change(state, call, turn);
}

/** Takes text of a turn that another replica serves; see `Transcripts.receive`. */
function addForeignText(state: State, { sessionId, turn: number, brought, replies }: TurnLiveText) {
  const kept = state.calls.get(sessionId);
  const turn = findTurn(state, sessionId, number);
  if (kept === undefined || turn?.facts.scan === undefined) return false;
  kept.servedElsewhere = true;
  if (brought !== undefined && turn.requestTexts.length === 0)
    setRequestTexts(state, kept, turn, brought);
  for (const piece of replies) turn.replies.append(piece);
  if (brought !== undefined || turn !== kept.turns.at(-1)) dedupeTurns(state, kept);
  trim(state);
  return true;
}

/**
 * Shows each text of a call with the first turn that sent it, whichever replica served that turn. A text
 * of a turn that was dropped since is not shown again.
 */
function dedupeTurns(state: State, call: KeptCall): void {
  const first = dedupeHistory(call.turns).map((parts) => new Set(parts));
  for (const [index, turn] of call.turns.entries()) {
    const parts = turn.parts.filter((part) => first[index]?.has(part));
    if (parts.length === turn.parts.length) continue;
    turn.parts = parts;
    turn.requested = change(state, call, turn);
  }
}

function endCall(state: State, record: JournalRecord, call: CallIdentity): void {
  const { calls, ended } = state;
  state.endedCalls.add(call);
  const kept = calls.get(call.sessionId);
  if (kept === undefined) return;
  for (const beforeEnd of state.endListeners) beforeEnd();
  calls.delete(call.sessionId);
  for (const { requestTexts, replies } of kept.turns)
    state.bytes -= replies.close() + sizeOf(requestTexts);
  const reason = record['reason'] as EndedCall['reason'];
  ended.push({ sessionId: call.sessionId, at: record.ts, reason, changed: change(state, kept) });
  const excess = ended.splice(0, Math.max(0, ended.length - maxEndedCalls));
  state.forgotten = Math.max(state.forgotten, excess.at(-1)?.changed ?? 0);
}

function foldTurnFact(state: State, record: JournalRecord, call: CallIdentity): void {
  const kept = keptCall(state, call, record);
  kept.exposure = foldExposure(kept.exposure, record);
  const number = Number(record['turn']);
  const known = findTurn(state, call.sessionId, number);
  if (known === undefined && number < kept.keptFrom) return;
  const turn = known ?? newTurn(state, kept, foldTurn(undefined, record));
  turn.facts = foldTurn(known?.facts, record);
  const changed = change(state, kept, turn);
  if (record.kind === 'response_completed') turn.completed = changed;
  else if (record.kind !== 'rehydration_failed') turn.requested = changed;
}
