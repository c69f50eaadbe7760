import type { Agent } from '../domain/agent.ts';
import type { ChatRequest } from '../domain/chat.ts';
import type { RequestId, SessionId } from '../domain/ids.ts';
import type { OutboundChat } from '../domain/masked.ts';
import type { MaskedRequest } from '../tokenize/masked-request.ts';

/** One request of a voice platform, its signature checked and its shape validated. */
export interface TurnInput {
  readonly agent: Agent;
  readonly request: ChatRequest;
  /** The received bytes. */
  readonly rawBody: Uint8Array;
  /** The platform's id of the call, '' when it names none (design D29). */
  readonly externalCallId: string;
  /**
   * Names the credential of the sender: `signature` for the shared secret, or the id of one bearer token.
   * Without it and without a call id the request is a call of its own.
   */
  readonly credential?: string;
  readonly requestId: RequestId;
  /** The upstream that answers in place of the agent's, whatever the agent names meanwhile. */
  readonly upstream?: string;
  /** Whether the model pass is skipped; if absent, the upstream decides. */
  readonly skipsModelPass?: boolean;
  /** Whether people of the roster are not looked for: the caller is invented, and who reads the call may not know them. */
  readonly skipsRoster?: boolean;
  /** Whether the agent's sentence for failures is spoken whatever it says of HTTP (decision 0172). */
  readonly isSocket?: boolean;
  /** Monotonic microseconds at which the request began to arrive. */
  readonly receivedUs: number;
  /** Aborts when the caller hangs up. */
  readonly signal: AbortSignal;
  /** Called with the session, the outbound body, the turn's number and its texts before it is sent upstream. */
  readonly onForward?: (
    sessionId: SessionId,
    outbound: OutboundChat,
    turn: number,
    parts: MaskedRequest['parts'],
  ) => void;
  /** Called for each token of the reply, as it is replaced. */
  readonly onToken?: (token: ReplyToken) => void;
}

/** What a reply to the caller holds in place of a token. */
export interface ReplyToken {
  /** The text that holds it: `content`, or `tool.0` for the arguments of the first called function. */
  readonly channel: string;
  readonly kind: string;
  /** Whether a value of this call took its place: not one of another call, and not a mark. */
  readonly isOwnValue: boolean;
}

/**
 * The restored reply: JSON text, or the bytes of an event stream whose first bytes have arrived. A
 * stream that breaks throws Fault `upstream_error` from the iteration.
 */
export type TurnReply =
  | { readonly stream: false; readonly body: string }
  | { readonly stream: true; readonly chunks: AsyncIterable<Uint8Array> };

export type RunTurn = (input: TurnInput) => Promise<TurnReply>;
