import type { Journaled, OutboundChat } from '../domain/masked.ts';

export interface UpstreamReply {
  readonly status: number;
  /** Lower-case media type without parameters, such as `text/event-stream`. */
  readonly contentType: string;
  /** Seconds, from the provider's `Retry-After`, where it sent one. */
  readonly retryAfter?: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** A language model reached over the OpenAI chat-completions protocol. */
export interface Upstream {
  /**
   * Sends the bytes as they are. Rejects with Fault `upstream_error` when no reply begins, with Fault
   * `upstream_busy` when there is no connection for it, and with the signal's reason on abort; a reply
   * that breaks later makes `body` throw Fault `upstream_error`.
   */
  complete(request: Journaled<OutboundChat>, signal: AbortSignal): Promise<UpstreamReply>;
}
