import { type Dispatcher, request } from 'undici';
import { type Dialect, readReply } from '../../dialects/dialect.ts';
import { Fault } from '../../domain/fault.ts';
import { wholeText } from '../../domain/replies/whole-text.ts';
import type { Attempt, Upstream, UpstreamReply } from '../../ports/upstream.ts';
import { outboundAgent } from '../system/outbound-agent.ts';
import type { Environment } from './credentials/aws-credentials.ts';
import type { Endpoint } from './endpoint.ts';
import { ownNetworkAgent } from './own-network-agent.ts';
import { resendDropped } from './resend-dropped.ts';

export interface HttpUpstreamOptions {
  /** Fixed for the life of the process. */
  readonly endpoint: Endpoint;
  /** May name a web proxy. */
  readonly env: Environment;
  /** Whether it may be reached at addresses of private networks and of this machine alone. */
  readonly ownNetwork?: boolean;
  /** How the provider's replies are read; absent where it speaks chat completions. */
  readonly dialect?: Dialect | undefined;
  /** Longest wait for a connection. */
  readonly connectMs: number;
  /** Longest time until the reply's headers, the connection and a second attempt included. */
  readonly firstByteMs: number;
  /** Longest silence inside a reply. */
  readonly stallMs: number;
  /** Longest time until a reply that is not streamed has ended. */
  readonly totalMs: number;
  /** Most requests in flight at once. */
  readonly connections: number;
}

/** Bytes to read of a refused reply, to free its connection. */
const refusedBodyLimit = 64 * 1024;

/**
 * A model provider over HTTP (design D46): one fixed host, keep-alive connections, no redirects. Rejects immediately with Fault `upstream_busy` when all
 * connections are in use. It asks for an uncompressed reply and refuses a compressed one, because tokens
 * in it could not be found. `close` ends the connections.
 */
export function httpUpstream(options: HttpUpstreamOptions): Upstream & { close(): Promise<void> } {
  const { endpoint, env, ownNetwork = false, dialect } = options;
  const { connectMs, firstByteMs, stallMs, totalMs, connections } = options;
  const agentOptions = {
    connections,
    pipelining: 1,
    keepAliveTimeout: 60_000,
    connectTimeout: Math.min(connectMs, firstByteMs),
    // The limit below covers all attempts.
    headersTimeout: 0,
    bodyTimeout: stallMs,
  };
  const newAgent = () =>
    ownNetwork ? ownNetworkAgent(agentOptions) : outboundAgent(env, agentOptions);
  const dispatcher = newAgent().compose(resendDropped(newAgent));
  const streamType = dialect?.framing?.contentType ?? 'text/event-stream';
  let inFlight = 0;

  return {
    complete: async (outbound, signal, { spentMs, isFirst } = onlyAttempt) => {
      if (inFlight >= connections) {
        const message = `all ${connections} connections to the upstream provider are in use`;
        throw new Fault('upstream_busy', message, { retry: 1 });
      }
      inFlight += 1;
      const limit = timeLimit(spentMs);
      limit.start(beginMs({ spentMs, isFirst }, options), 'did not answer in time');
      const free = (): void => {
        inFlight -= 1;
        limit.clear();
      };
      const url = endpoint.url(outbound.stream);
      const ended = AbortSignal.any([signal, limit.signal]);
      const send = async () =>
        request(url, {
          method: 'POST',
          dispatcher,
          signal: ended,
          body: outbound.body,
          headers: {
            'content-type': 'application/json',
            accept: outbound.stream ? streamType : 'application/json',
            'accept-encoding': 'identity',
            ...(await unless(ended, endpoint.headers({ url, bodySha256: outbound.bodySha256 }))),
          },
        });
      const response = await send().catch((cause: unknown) => {
        free();
        signal.throwIfAborted();
        throw faultOf(cause, 'the upstream provider could not be reached');
      });
      limit.clear();
      response.body.once('close', free);
      // Reads the body of an error only to free the connection.
      const isWhole = !outbound.stream || response.statusCode > 299;
      if (isWhole) limit.start(totalMs, 'did not finish its reply in time');
      const reply = toReply(response);
      if (reply.status === 401 || reply.status === 403) endpoint.refused?.();
      return readBy(dialect, reply, outbound.stream);
    },
    close: () => dispatcher.close(),
  };
}

/** The work's result; rejects when `ended` comes first. */
function unless<T>(ended: AbortSignal, work: T | Promise<T>): T | Promise<T> {
  if (!(work instanceof Promise)) return work;
  return new Promise((resolve, reject) => {
    ended.addEventListener('abort', () => reject(ended.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** The reply in chat completions; one that is an error stays as it is, with the wait that it asks for. */
async function readBy(
  dialect: Dialect | undefined,
  reply: UpstreamReply,
  stream: boolean,
): Promise<UpstreamReply> {
  if (dialect === undefined) return reply;
  if (reply.status === 429 && dialect.retryAfter !== undefined && reply.retryAfter === undefined) {
    const retryAfter = dialect.retryAfter(await wholeText(reply.body));
    return { ...reply, ...(retryAfter !== undefined && { retryAfter }) };
  }
  if (reply.status > 299) return reply;
  const isFramed = stream && reply.contentType === dialect.framing?.contentType;
  return {
    ...reply,
    ...(isFramed && { contentType: 'text/event-stream' }),
    body: readReply(dialect, reply.body, stream),
  };
}

const onlyAttempt: Attempt = { spentMs: 0, isFirst: false };

type BeginLimits = Pick<HttpUpstreamOptions, 'firstByteMs' | 'totalMs'>;

/** Milliseconds after a turn was sent to the first provider until an attempt must have begun its reply. */
function beginMs({ spentMs, isFirst }: Attempt, { firstByteMs, totalMs }: BeginLimits): number {
  const wholeMs = Math.min(firstByteMs, totalMs);
  if (isFirst) return wholeMs / 2;
  // The first reply may have begun in time and broken off late.
  return Math.min(Math.max(wholeMs, spentMs + wholeMs / 2), totalMs);
}

/** How old a turn may be when a second provider gets it: it has a quarter of the time to begin its reply. */
export function secondWithinMs({ firstByteMs, totalMs }: BeginLimits): number {
  return totalMs - Math.min(firstByteMs, totalMs) / 4;
}

/** Aborts with a Fault some milliseconds after the turn was sent, which was `spentMs` ago. */
function timeLimit(spentMs: number) {
  const controller = new AbortController();
  const sentMs = performance.now() - spentMs;
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: controller.signal,
    start: (ms: number, what: string): void => {
      const abort = () =>
        controller.abort(new Fault('upstream_error', `the upstream provider ${what}`));
      timer = setTimeout(abort, Math.max(0, sentMs + ms - performance.now()));
    },
    clear: () => clearTimeout(timer),
  };
}

function faultOf(cause: unknown, otherwise: string): Fault {
  if (cause instanceof Fault) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const isSilent = code === 'UND_ERR_BODY_TIMEOUT';
  const message = isSilent
    ? 'the upstream provider fell silent in the middle of its reply'
    : otherwise;
  return new Fault('upstream_error', message, { cause });
}

/** Turns errors while reading the reply into the provider's Faults. */
async function* withUpstreamFaults(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw faultOf(cause, 'the upstream reply broke off');
  }
}

function toReply(response: Dispatcher.ResponseData): UpstreamReply {
  const { statusCode: status, headers, body } = response;
  const contentType =
    String(headers['content-type'] ?? '')
      .split(';')[0]
      ?.trim()
      .toLowerCase() ?? '';
  const retryAfter = headers['retry-after'];
  if (status <= 299) refuseEncoded(response);
  return {
    status,
    contentType,
    ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
    body: withUpstreamFaults(body),
  };
}

function refuseEncoded({ headers, body }: Dispatcher.ResponseData): void {
  const encoding = String(headers['content-encoding'] ?? 'identity').trim();
  if (encoding === '' || encoding.toLowerCase() === 'identity') return;
  // Does not wait: a stream may last long, and a broken one frees its connection too.
  body.dump({ limit: refusedBodyLimit }).catch(() => undefined);
  throw new Fault('upstream_error', 'the upstream provider compressed its reply');
}
