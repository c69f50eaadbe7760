import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { relayReply } from '../../../server/pipeline/relay-reply.ts';
import type { ResponseRecord } from '../../../server/pipeline/response-record.ts';
import { TokenScope } from '../../../server/rehydrate/index.ts';
import { chunk, contentOf, event, finish, phone } from '../../support/sse-kit.ts';

const scope = new TokenScope();
scope.add({ token: phone, kind: 'PHONE', surface: '555-0123' });

/** A reply that comes piece by piece, read by a caller who takes `readMs` milliseconds for each. */
async function heard(pieces: readonly string[], readMs: number): Promise<string> {
  let nowMs = 0;
  const closed = {
    replyStarted: () => undefined,
    completed: () => undefined,
    cut: () => undefined,
  };
  const reply = await relayReply({
    reply: {
      status: 200,
      contentType: 'text/event-stream',
      body: (async function* () {
        for (const piece of pieces) {
          // On its way, while what came before is being read.
          await pause(3);
          yield Buffer.from(event(chunk({ content: piece })));
        }
        yield Buffer.from(finish);
      })(),
    },
    stream: true,
    restoration: { scope },
    watch: () => ({ received: () => undefined, forwarded: () => undefined }),
    isEmpty: () => false,
    record: closed as unknown as ResponseRecord,
    clock: { now: () => nowMs, monotonicUs: () => nowMs * 1000 },
    longestHolds: { text: 50, token: 2_000 },
    signal: new AbortController().signal,
  });
  let text = '';
  if (!reply.stream) return text;
  for await (const bytes of reply.chunks) {
    text += Buffer.from(bytes).toString();
    nowMs += readMs;
  }
  return contentOf(text);
}

describe('design D18: only the silence of the provider counts', () => {
  it.each([0, 1_999, 60_000])(
    'a caller who takes %d ms for each piece hears the same',
    async (ms) => {
      for (let cut = 1; cut < phone.length; cut += 1) {
        const pieces = ['Call ', phone.slice(0, cut), phone.slice(cut), ', ok?'];
        expect(await heard(pieces, ms)).toBe('Call 555-0123, ok?');
      }
    },
  );
});
