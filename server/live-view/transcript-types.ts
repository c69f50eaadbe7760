import type { CallIdentity, LiveCall } from '../calls/live-call.ts';
import type { EventFields, JournalRecord } from '../domain/event.ts';
import type { AgentId, SessionId } from '../domain/ids.ts';
import type { TurnFacts } from '../projections/turn-facts.ts';
import type { MaskedText } from '../projections/two-sided-view.ts';
import type { MaskedPart } from '../tokenize/masked-request.ts';
import type { ReplyPiece, ReplyTexts } from './reply-texts.ts';
import type { RequestText } from './request-texts.ts';

/** What is being said in a call, on both sides; in memory, and gone when the call ends (design D30). */
export interface CallTranscript {
  readonly sessionId: SessionId;
  readonly agentId: AgentId;
  readonly agentName: string;
  /** ISO 8601 UTC; of the first event seen of it. */
  readonly at: string;
  /** Turns so far, also those that are no longer kept. */
  readonly turnCount: number;
  readonly turns: readonly TurnTranscript[];
  /** Numbers of its first and of its last change. */
  readonly firstChange: number;
  readonly lastChange: number;
}

/** One turn; its texts are those that its request and its reply brought with them. */
export interface TurnTranscript {
  readonly facts: TurnFacts;
  /** What its request brought, as far as no turn before it did. */
  readonly parts: readonly MaskedText[];
  readonly replies: ReplyTexts;
  /** Whether it is served here, and what its request brought to the replica that serves it. */
  readonly own: boolean;
  readonly requestTexts: readonly RequestText[];
  /** Numbers of the last change of anything but the reply, of the completion, and of anything. */
  readonly requested: number;
  readonly completed: number;
  readonly changed: number;
}

/** The words of a turn on their way to another replica: its request's once, its reply's as they come. */
export interface TurnLiveText {
  readonly sessionId: SessionId;
  readonly turn: number;
  readonly brought?: readonly RequestText[];
  readonly replies: readonly ReplyPiece[];
}

export interface EndedCall {
  readonly sessionId: SessionId;
  readonly at: string;
  readonly reason: EventFields['call_ended']['reason'];
  readonly changed: number;
}

/** The texts of all live calls, for who looks on. Writing is cheap; nothing is built until asked. */
export interface Transcripts {
  /** The texts of a request that its call has not had before, repeated replies left out. */
  fresh(call: LiveCall, parts: readonly MaskedPart[]): readonly MaskedPart[];
  /** Takes the fresh texts of a turn's request; only once its events are durable. */
  request(call: LiveCall, turn: number, parts: readonly MaskedPart[]): void;
  /** Where the texts of the turn's reply go as they pass. */
  reply(call: LiveCall, turn: number): ReplyTexts;
  /** A durable record of the call, in order. */
  fold(record: JournalRecord, call: CallIdentity): void;
  /**
   * Words of a turn that another replica serves; false when the turn is not known here, or not what
   * the leak scan said of it, which decides who may see them.
   */
  receive(words: TurnLiveText): boolean;
  /** Most recently begun turn last. */
  calls(): Iterable<CallTranscript>;
  /** Calls that ended lately, oldest first. */
  ended(): Iterable<EndedCall>;
  /** Number of the last change of all; everything that changed up to `forgotten` may be lost. */
  position(): { readonly last: number; readonly forgotten: number };
  /**
   * Calls `listener` after each change of a call, its end included, and `beforeEnd` while one that
   * ends is still among the calls, until the returned function is called.
   */
  onChange(listener: (call: CallTranscript) => void, beforeEnd?: () => void): () => void;
}
