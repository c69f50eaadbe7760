import type { CallIdentity, LiveCall } from '../calls/live-call.ts';
import type { EventFields, JournalRecord } from '../domain/event.ts';
import type { Exposure } from '../domain/exposure.ts';
import type { AgentId, SessionId } from '../domain/ids.ts';
import type { TurnFacts } from '../projections/turn-facts.ts';
import type { MaskedText } from '../projections/two-sided-view.ts';
import type { MaskedPart } from '../tokenize/masked-request.ts';
import type { ReplyPiece, ReplyTexts } from './reply-texts.ts';
import type { RequestText } from './request-texts.ts';

/** The texts of a live call on both sides; in memory until the call ends (design D30). */
export interface CallTranscript {
  readonly sessionId: SessionId;
  readonly agentId: AgentId;
  readonly agentName: string;
  /** ISO 8601 UTC: the time of its first event here. */
  readonly at: string;
  /** Turns so far, dropped turns included. */
  readonly turnCount: number;
  /** Of all turns so far. */
  readonly exposure: Exposure;
  readonly turns: readonly TurnTranscript[];
  /** Numbers of its first and of its last change. */
  readonly firstChange: number;
  readonly lastChange: number;
}

/** One turn with the new texts of its request and the texts of its reply. */
export interface TurnTranscript {
  readonly facts: TurnFacts;
  /** Texts of its request that no earlier turn has. */
  readonly parts: readonly MaskedText[];
  readonly replies: ReplyTexts;
  /** Whether this replica serves it, and the texts that were new to the replica that serves it. */
  readonly own: boolean;
  readonly requestTexts: readonly RequestText[];
  /** Numbers of the last change of anything but the reply, of the completion, and of anything. */
  readonly requested: number;
  readonly completed: number;
  readonly changed: number;
}

/** Text of a turn for another replica: the request's texts once, the reply's as they come. */
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

/** Pauses often, because there can be thousands of texts (design D43). */
type Texts = Generator<undefined, readonly MaskedPart[]>;

/** The texts of all live calls, for viewers. Writing is cheap; views are built on demand. */
export interface Transcripts {
  /** The texts of a request that are new in its call, without repeated replies. */
  fresh(call: LiveCall, parts: readonly MaskedPart[]): Texts;
  /** Adds the fresh texts of a turn's request, and returns them; call it only when its events are durable. */
  request(call: LiveCall, turn: number, parts: readonly MaskedPart[]): Texts;
  /** Collects the texts of the turn's reply as they pass. */
  reply(call: LiveCall, turn: number): ReplyTexts;
  /** Folds a durable record of the call, in order. */
  fold(record: JournalRecord, call: CallIdentity): void;
  /**
   * Adds text of a turn that another replica serves; false when this replica does not know the turn or
   * its leak scan, which decides who may see the text.
   */
  receive(words: TurnLiveText): boolean;
  /** The call with the newest turn last. */
  calls(): Iterable<CallTranscript>;
  /** Calls that ended recently, oldest first. */
  ended(): Iterable<EndedCall>;
  /** Number of the last change of all; everything that changed up to `forgotten` may be lost. */
  position(): { readonly last: number; readonly forgotten: number };
  /**
   * Calls `listener` after each change of a call, its end included, and `beforeEnd` just before an ended
   * call is removed, until the returned function is called.
   */
  onChange(listener: (call: CallTranscript) => void, beforeEnd?: () => void): () => void;
}
