import { describe, expect, it } from 'vitest';
import { relayReply } from '../../../server/pipeline/relay-reply.ts';
import type { ResponseRecord } from '../../../server/pipeline/response-record.ts';
import { type RestoreContext, TokenScope } from '../../../server/rehydrate/index.ts';
import { chunk, event, foreign } from '../../support/sse-kit.ts';

/** A streamed reply that does not end, and how it is recorded. */
async function endlessReply(words: readonly string[], more: Partial<RestoreContext> = {}) {
  const fate: string[] = [];
  const caller = new AbortController();
  const body = async function* () {
    for (const word of words) yield Buffer.from(event(chunk({ content: word })));
    await new Promise(() => undefined);
  };
  const record = {
    replyStarted: () => undefined,
    completed: () => fate.push('completed'),
    cut: (reason: string) => fate.push(reason),
  };
  const reply = await relayReply({
    reply: { status: 200, contentType: 'text/event-stream', body: body() },
    stream: true,
    restoration: { scope: new TokenScope(), ...more },
    watch: () => ({ received: () => undefined, forwarded: () => undefined }),
    isEmpty: () => false,
    record: record as unknown as ResponseRecord,
    clock: { now: () => 0, monotonicUs: () => 0 },
    longestHolds: { text: 50, token: 2_000 },
    signal: caller.signal,
  });
  if (!reply.stream) throw new Error('the reply is not streamed');
  return { chunks: reply.chunks[Symbol.asyncIterator](), caller, fate };
}

describe('how a streamed reply that breaks off is recorded (design D38)', () => {
  it.each([1, 2, 3])('the caller leaves after chunk %d', async (count) => {
    const { chunks, caller, fate } = await endlessReply(['one ', 'two ', 'three ']);
    for (let read = 0; read < count; read += 1) await chunks.next();
    caller.abort();
    await chunks.return?.();
    expect(fate).toEqual(['client_gone']);
  });

  it('a value cannot be looked up: the provider is not to blame', async () => {
    const { chunks, fate } = await endlessReply(['one ', `${foreign}, `], {
      resolve: () => Promise.reject(new Error('the vault fails')),
    });
    await chunks.next();
    await expect(chunks.next()).rejects.toThrow('the vault fails');
    expect(fate).toEqual(['internal_error']);
  });
});
