import { describe, expect, it } from 'vitest';
import { relayReply } from '../../../server/pipeline/relay-reply.ts';
import type { ResponseRecord } from '../../../server/pipeline/response-record.ts';
import { TokenScope } from '../../../server/rehydrate/index.ts';
import { chunk, event } from '../../support/sse-kit.ts';

/** A streamed reply of three pieces that does not end, and what becomes of it. */
async function endlessReply() {
  const fate: string[] = [];
  const caller = new AbortController();
  const body = async function* () {
    try {
      for (const word of ['one ', 'two ', 'three ']) {
        yield Buffer.from(event(chunk({ content: word })));
      }
      await new Promise(() => undefined);
    } finally {
      fate.push('the provider is left');
    }
  };
  const record = {
    replyStarted: () => undefined,
    completed: () => fate.push('completed'),
    cut: (reason: string) => fate.push(reason),
  };
  const reply = await relayReply({
    reply: { status: 200, contentType: 'text/event-stream', body: body() },
    stream: true,
    restoration: { scope: new TokenScope() },
    watch: () => ({ received: () => undefined, forwarded: () => undefined }),
    isEmpty: () => false,
    record: record as unknown as ResponseRecord,
    clock: { now: () => 0, monotonicUs: () => 0 },
    tokenHoldMs: 2_000,
    signal: caller.signal,
  });
  if (!reply.stream) throw new Error('the reply is not streamed');
  return { chunks: reply.chunks[Symbol.asyncIterator](), caller, fate };
}

describe('a caller who leaves a streamed reply: its end is recorded (design D38)', () => {
  it.each([1, 2, 3])('after chunk %d', async (count) => {
    const { chunks, caller, fate } = await endlessReply();
    for (let read = 0; read < count; read += 1) await chunks.next();
    caller.abort();
    await chunks.return?.();
    expect(fate).toContain('client_gone');
  });
});
