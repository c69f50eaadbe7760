import type {
  LiveEvent,
  MaskedText,
  MaskedTranscript,
  PartView,
  ReplyView,
  TurnView,
} from '../contract/live.ts';
import type { AgentId, SessionId } from '../domain/ids.ts';
import { mapInSlices } from '../domain/time-slices.ts';
import { parseToken, redactedMark, tokenSpans } from '../domain/token.ts';
import { SpanReplacer } from './two-sided-view.ts';

/** An event for all viewers; that of a piece of a reply brings the piece for those who see no values too. */
export type FedEvent =
  | Exclude<LiveEvent, { readonly type: 'reply' }>
  | (Extract<LiveEvent, { readonly type: 'reply' }> & { readonly masked: ReplyView });

/** An event without the regulated side of the calls that are not revealed. */
export function publicLiveEvent(
  event: FedEvent,
  isRevealed: (sessionId: SessionId) => boolean = () => false,
): LiveEvent {
  const shown = 'session_id' in event && isRevealed(event.session_id);
  switch (event.type) {
    case 'reset':
      return {
        ...event,
        calls: event.calls.map((call) =>
          isRevealed(call.session_id) ? call : { ...call, turns: call.turns.map(publicTurn) },
        ),
      };
    case 'turn':
      return shown ? event : { ...event, turn: publicTurn(event.turn) };
    case 'reply': {
      const { masked, ...piece } = event;
      return shown ? piece : { ...piece, reply: masked };
    }
    default:
      return event;
  }
}

/**
 * A turn without its regulated side. Without its texts too if the leak scan blocked them: they may hold unmasked
 * identifiers, and so may the reply of the only model that received them, the clinic's own.
 */
export function publicTurn(turn: TurnView): TurnView {
  if (isBlocked(turn)) return { ...turn, parts: [], replies: [] };
  return { ...turn, parts: turn.parts.map(publicPart), replies: turn.replies.map(publicReply) };
}

/** Turns without their regulated side, in slices. */
export function publicTurns(turns: readonly TurnView[]): Promise<readonly TurnView[]> {
  return mapInSlices(turns, publicTurn);
}

/** Whether the leak scan blocked the request of a turn. */
export function isBlocked({ scan }: Pick<TurnView, 'scan'>): boolean {
  return scan?.verdict === 'blocked';
}

/** A call in the words that a model got and gave: no real value, no token, no text of a blocked turn (decision 0192). In slices. */
export async function maskedTranscript(
  call: { readonly sessionId: SessionId; readonly agentId: AgentId },
  kept: Pick<MaskedTranscript, 'public_side'> & { readonly turns: readonly TurnView[] },
): Promise<MaskedTranscript> {
  return {
    session_id: call.sessionId,
    agent_id: call.agentId,
    public_side: kept.public_side,
    turns: await mapInSlices(kept.turns, (turn) => {
      return { turn: turn.turn, at: turn.at, texts: maskedTexts(turn) };
    }),
  };
}

/** The texts of a turn without real values and without tokens, in order. */
function maskedTexts(turn: TurnView): readonly MaskedText[] {
  const { parts, replies } = publicTurn(turn);
  return [
    ...parts.map(({ role, public: text }) => ({ role, text })),
    ...replies.map(({ channel, public: text }) => ({
      role: channel === 'content' ? 'assistant' : channel,
      text,
    })),
  ];
}

/**
 * A request text without real values, and without tokens: who knows a token can have a call say its value
 * (decision 0145).
 */
export function publicPart({ regulated: _, spans, public: sent, ...part }: PartView): PartView {
  const veiled = new Veil(sent);
  const shown = spans.map(({ regulated: _span, public: [start, end], ...span }) => {
    const isToken = parseToken(sent.slice(start, end)) !== undefined;
    return { ...span, public: veiled.replace(start, end, isToken ? span.placeholder : undefined) };
  });
  return { ...part, public: veiled.end(), spans: shown };
}

/** A reply text without real values and without tokens, as `publicPart`. */
export function publicReply(reply: ReplyView): ReplyView {
  const { choice, channel, function: called, regulated, values = [] } = reply;
  const name = called !== undefined && { function: called };
  // What was heard, with a placeholder for each value: it never begins with a part of a token.
  const text = regulated ?? reply.public;
  const veiled = new Veil(text);
  const found =
    regulated === undefined
      ? reply.tokens.map(({ public: span, ...token }) => ({ ...token, span }))
      : values.map(({ restored, regulated: span, ...value }) => ({ ...value, span, restored }));
  const tokens = found.map(({ kind, placeholder, span: [start, end], ...value }) => {
    const isHidden = 'restored' in value ? value.restored : !text.startsWith('[', start);
    const shown = isHidden ? (placeholder ?? `[${kind}]`) : undefined;
    const span = veiled.replace(start, end, shown);
    return { kind, ...(placeholder !== undefined && { placeholder }), public: span };
  });
  return { choice, channel, ...name, public: veiled.end(), tokens };
}

/** Copies a text, and puts marks in place of the tokens between the replaced spans. */
class Veil {
  readonly #text: string;
  readonly #copy: SpanReplacer;
  readonly #others: (readonly [start: number, end: number])[];

  constructor(text: string) {
    this.#text = text;
    this.#copy = new SpanReplacer(text);
    this.#others = [...tokenSpans(text, () => true)];
  }

  /** The span of the replacement in the copy; without one the span stays as it is. */
  replace(start: number, end: number, replacement = this.#text.slice(start, end)) {
    this.#hideUpTo(start);
    while ((this.#others[0]?.[0] ?? end) < end) this.#others.shift();
    return this.#copy.replace(start, end, replacement);
  }

  end(): string {
    this.#hideUpTo(this.#text.length);
    return this.#copy.end();
  }

  #hideUpTo(end: number): void {
    for (let next = this.#others[0]; next !== undefined && next[1] <= end; next = this.#others[0]) {
      const token = parseToken(this.#text.slice(...next));
      this.#copy.replace(...next, redactedMark(token?.kind ?? 'UNKNOWN'));
      this.#others.shift();
    }
  }
}
