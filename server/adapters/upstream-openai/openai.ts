import { Agent, type Dispatcher, request } from 'undici';
import { Fault } from '../../domain/fault.ts';
import type { Secret } from '../../domain/secret.ts';
import type { Upstream, UpstreamReply } from '../../ports/upstream.ts';

export interface OpenAiOptions {
  /** Such as `https://host/v1`; `/chat/completions` is appended. Fixed for the life of the process. */
  readonly baseUrl: string;
  readonly apiKey?: Secret<string>;
  readonly connectTimeoutMs?: number;
  /** Longest wait for the reply's headers. */
  readonly headersTimeoutMs?: number;
  /** Longest silence inside a reply. */
  readonly idleTimeoutMs?: number;
}

/** Error bodies are read only to free the connection, and only this much of them. */
const errorBodyLimit = 64 * 1024;

/**
 * Any OpenAI-compatible provider (design D46): one fixed host, keep-alive connections, no redirects,
 * no retries (the caller is a live call; the client decides). A reply is asked for as it is and refused
 * when it is compressed all the same: no token could be found in it. `close` ends the connections.
 */
export function openAiUpstream(options: OpenAiOptions): Upstream & { close(): Promise<void> } {
  const url = `${options.baseUrl.replace(/\/+$/, '')}/chat/completions`;
  const dispatcher = new Agent({
    connections: 256,
    pipelining: 1,
    keepAliveTimeout: 60_000,
    connect: { timeout: options.connectTimeoutMs ?? 5_000 },
    headersTimeout: options.headersTimeoutMs ?? 60_000,
    bodyTimeout: options.idleTimeoutMs ?? 30_000,
  });
  const authorization = options.apiKey && `Bearer ${options.apiKey.reveal()}`;

  return {
    complete: async (outbound, signal) => {
      const response = await request(url, {
        method: 'POST',
        dispatcher,
        signal,
        body: outbound.body,
        headers: {
          'content-type': 'application/json',
          accept: outbound.stream ? 'text/event-stream' : 'application/json',
          'accept-encoding': 'identity',
          ...(authorization === undefined ? {} : { authorization }),
        },
      }).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new Fault('upstream_error', 'The upstream provider could not be reached.', { cause });
      });
      return toReply(response);
    },
    close: () => dispatcher.close(),
  };
}

async function toReply(response: Dispatcher.ResponseData): Promise<UpstreamReply> {
  const { statusCode: status, headers, body } = response;
  const contentType =
    String(headers['content-type'] ?? '')
      .split(';')[0]
      ?.trim()
      .toLowerCase() ?? '';
  const retryAfter = headers['retry-after'];
  if (status < 200 || status > 299) await body.dump({ limit: errorBodyLimit });
  else refuseEncoded(response);
  return {
    status,
    contentType,
    ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
    body,
  };
}

function refuseEncoded({ headers, body }: Dispatcher.ResponseData): void {
  const encoding = String(headers['content-encoding'] ?? 'identity').trim();
  if (encoding === '' || encoding.toLowerCase() === 'identity') return;
  // Not waited for: a stream may go on for long. One that breaks by itself frees its connection as well.
  body.dump({ limit: errorBodyLimit }).catch(() => undefined);
  throw new Fault('upstream_error', 'The upstream provider compressed its reply.');
}
