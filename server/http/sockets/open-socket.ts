import type { Socket } from 'node:net';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import { deeperThan, maxDepth } from '../../domain/json-limits.ts';
import { yieldToOthers } from '../../domain/time-slices.ts';
import type { Clock } from '../../ports/clock.ts';
import { parseJson } from '../../shared/json.ts';
import { createTokenBucket, type Rate } from '../../shared/token-bucket.ts';
import { errorResponseOf } from '../server/error-responses.ts';

/** Codes with which the service closes a socket (RFC 6455, section 7.4.1; the IANA registry; docs/errors.md). */
export const closeCodes = {
  notText: 1003,
  notValid: 1007,
  notAllowed: 1008,
  failed: 1011,
} as const;

/** Of one socket: several times what a platform sends while a caller speaks. */
const messageRate: Rate = { perSecond: 50, burst: 200 };
/** Characters of messages that may wait to be read; until they are fewer, nothing more is taken from the socket. */
const mostWaiting = 1024 * 1024;
/** How often an idle connection is checked, in milliseconds; it ends when it has not answered by the next time. */
const heartbeatMs = 30_000;
/** Longest wait for the other side to close, in milliseconds. */
const closingMs = 1_000;
/** Longest reason of a close frame, in bytes (RFC 6455, section 5.5). */
const maxReason = 123;

/** A platform's protocol over one socket. */
export interface Protocol {
  /** Takes each message, one after the other. A rejection ends the connection if the call cannot go on. */
  readonly receive: (message: unknown) => Promise<void>;
  /** Stops what is being said; `hungUp` when the platform has closed the call. */
  readonly stop: (hungUp: boolean) => Promise<void>;
  /** Resolves when nothing is being said. */
  readonly quiet: () => Promise<void>;
}

/** What a protocol may do with its socket. */
export interface SocketPort {
  /** Resolves when the system has taken the message, or the socket is closed. */
  send(message: object): Promise<void>;
  /** Logs a failure, and closes the socket if the call cannot go on. */
  fail(error: unknown): void;
}

export interface OpenSocket {
  /** Lets what is being said end, at most `waitMs`, and breaks the connection: platforms document that they connect again then. */
  restart(waitMs: number): Promise<void>;
  readonly closed: Promise<void>;
}

export interface SocketOptions {
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Who connected; messages of each sender take turns with those of others. */
  readonly sender: string;
}

/** Runs a protocol over a socket until it closes. Call it as soon as the socket is open: it listens at once. */
export function openSocket(
  socket: WebSocket,
  { clock, log, sender }: SocketOptions,
  protocolOver: (port: SocketPort) => Protocol,
): OpenSocket {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  let closedByUs = false;
  const close = (code: number, reason: string): void => {
    closedByUs = true;
    socket.close(code, Buffer.from(reason).subarray(0, maxReason).toString());
    setTimeout(() => socket.terminate(), closingMs).unref();
  };
  const port: SocketPort = {
    send: (message) => sendJson(socket, message),
    fail: (error) => {
      const { code, message } = errorResponseOf(error);
      log.warn({ err: error, code }, 'a message of a voice platform failed');
      const closing = closingCode(error);
      if (closing !== undefined) close(closing, message);
    },
  };
  const protocol = protocolOver(port);
  const take = createTokenBucket(messageRate, () => clock.monotonicUs() / 1_000);
  let last = Promise.resolve();
  let waiting = 0;
  const receive = async (text: string): Promise<void> => {
    // One message in each round of the event loop, senders in turn, as slices of long work are (design D43).
    await yieldToOthers(sender);
    if (closedByUs) return;
    const message = parseJson(text);
    if (message === undefined || deeperThan(message, maxDepth))
      return close(closeCodes.notValid, 'the message is not valid JSON');
    await protocol.receive(message);
  };
  const queue = async (text: string): Promise<void> => {
    waiting += text.length;
    if (waiting > mostWaiting) socket.pause();
    last = last.then(() => receive(text)).catch(port.fail);
    await last;
    waiting -= text.length;
    if (waiting <= mostWaiting) socket.resume();
  };
  const heartbeat = keepAlive(socket);
  socket.on('message', (data, isBinary) => {
    heartbeat.heard();
    if (closedByUs) return;
    if (isBinary) return close(closeCodes.notText, 'send text, not bytes');
    if (take() > 0) return close(closeCodes.notAllowed, 'too many messages');
    void queue(String(data));
  });
  socket.once('close', (code) => {
    heartbeat.stop();
    const hungUp = !closedByUs && isHangUp(code);
    log.info({ code }, 'a voice platform has closed its socket');
    void last
      .then(() => protocol.stop(hungUp))
      .catch((error: unknown) => log.error({ err: error }, 'a call did not end'))
      .then(resolve);
  });
  return {
    closed,
    restart: async (waitMs) => {
      await Promise.race([protocol.quiet(), closed, afterMs(waitMs)]);
      closedByUs = true;
      socket.terminate();
      await closed;
    },
  };
}

/** Calls back when a connection closes; at once if it has closed already, which it says only once. */
export function onceClosed(socket: Pick<Socket, 'closed' | 'once'>, then: () => void): void {
  if (socket.closed) then();
  else socket.once('close', then);
}

/** Sends, or drops a message for a socket that is closed. */
function sendJson(socket: WebSocket, message: object): Promise<void> {
  return new Promise((resolve) => {
    socket.send(JSON.stringify(message), () => resolve());
  });
}

/** A platform closes a call with a close frame; without one the connection is broken, and the call may go on. */
function isHangUp(code: number): boolean {
  return code === 1000 || code === 1001 || code === 1005;
}

/** The code to close with after a failure; undefined where the next turn may succeed. */
function closingCode(error: unknown): number | undefined {
  const { code } = error instanceof Fault ? error : { code: undefined };
  if (code === 'unauthenticated' || code === 'agent_not_found') return closeCodes.notAllowed;
  if (code === 'upstream_error' || code === 'upstream_busy' || code === 'rate_limited')
    return undefined;
  return code === 'validation_failed' ? closeCodes.notValid : closeCodes.failed;
}

/** Ends a connection whose other side is gone: pings it, and ends it when nothing came since the ping before. */
function keepAlive(socket: WebSocket): { heard(): void; stop(): void } {
  let isAlive = true;
  const heard = (): void => {
    isAlive = true;
  };
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, heartbeatMs).unref();
  socket.on('pong', heard);
  return { heard, stop: () => clearInterval(timer) };
}

function afterMs(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
