import type { Journaled, OutboundChat } from '../domain/masked.ts';

export interface UpstreamReply {
  readonly status: number;
  /** Lower-case media type without parameters, such as `text/event-stream`. */
  readonly contentType: string;
  /** Seconds, from the provider's `Retry-After`. */
  readonly retryAfter?: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Of a turn that two providers may answer. */
export interface Attempt {
  /** Milliseconds since the turn was sent to the first provider. */
  readonly spentMs: number;
  /** Whether the second provider follows: then this one has half of the time to begin its reply. */
  readonly isFirst: boolean;
}

/** A language model. */
export interface Upstream {
  /**
   * Sends the bytes unchanged, in the provider's own protocol; the reply comes in chat completions. Rejects with Fault `upstream_error` when no reply begins, with Fault
   * `upstream_busy` when no connection is free, and with the signal's reason on abort. A reply that
   * breaks off later makes `body` throw Fault `upstream_error`.
   */
  complete(
    request: Journaled<OutboundChat>,
    signal: AbortSignal,
    attempt?: Attempt,
  ): Promise<UpstreamReply>;
}

/** A configured upstream: where it is, and what its provider calls the model. */
export interface UpstreamRoute {
  readonly upstream: Upstream;
  readonly model: string;
  /** The upstream that gets a turn which this one does not answer (decision 0109). */
  readonly fallback?: string | undefined;
  /** It is on the clinic's own network, and connected to at addresses there alone (decision 0191). */
  readonly ownNetwork?: true | undefined;
  /** As a fallback: milliseconds since the first provider got a turn after which this one cannot answer it in time. */
  readonly secondWithinMs?: number;
  /**
   * Writes a masked chat-completions body in the provider's protocol; absent where that is chat completions.
   * Throws Fault `validation_failed` for what the protocol cannot say.
   */
  readonly write?: ((chat: string) => string) | undefined;
  /** The `stub` upstream runs without the NER pass (spec, rule 2). */
  readonly skipsModelPass: boolean;
}
