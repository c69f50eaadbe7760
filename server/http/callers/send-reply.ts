import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TurnReply } from '../../pipeline/turn-types.ts';
import { errorResponseOf } from '../server/error-responses.ts';
import type { ReplyWriter } from './caller-forms.ts';

/** Aborts when the connection closes before the reply is complete (design D38). */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/**
 * Writes the stream with back-pressure, straight to the socket. A failure after the first byte ends the
 * stream with an error event (design D38).
 */
export async function sendStream(
  turn: Extract<TurnReply, { stream: true }>,
  writer: ReplyWriter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    // Stops intermediaries from buffering the stream.
    'x-accel-buffering': 'no',
  });
  try {
    for await (const chunk of turn.chunks) {
      const written = writer.push(chunk);
      if (written.length > 0 && !raw.write(written) && !raw.destroyed) await waitForDrain(raw);
    }
    raw.end(writer.end());
  } catch (error) {
    // The caller is gone. The turn's record has the error.
    if (raw.destroyed) return;
    const { code, message } = errorResponseOf(error);
    request.log.error({ err: error, code }, 'stream broke');
    raw.end(writer.failed({ code, message, request_id: request.id }));
  }
}

/** Resolves when the socket can take more, or is closed. */
async function waitForDrain(response: ServerResponse): Promise<void> {
  const closed = new AbortController();
  try {
    await Promise.race([
      once(response, 'drain', { signal: closed.signal }),
      once(response, 'close', { signal: closed.signal }),
    ]);
  } finally {
    closed.abort();
  }
}
