import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveCall } from '../../../server/calls/live-call.ts';
import type { ActivePolicy } from '../../../server/domain/policy.ts';
import {
  createPayloadKeeper,
  type PayloadReference,
  type PayloadTurn,
} from '../../../server/live-view/payload-keeper.ts';
import { ReplyTexts } from '../../../server/live-view/reply-texts.ts';
import type { Payloads } from '../../../server/ports/payloads.ts';
import { memoryPayloads } from '../../support/memory/payloads.ts';
import { kid, tokenKit } from '../../support/token-kit.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Longer than texts of a reply wait for those of others. */
const longerThanAnyWait = 1_000;

function turnOf(number: number, logPayloads: boolean): PayloadTurn {
  const call = { sessionId: `sess_${number}` } as LiveCall;
  const audit = { logPayloads, keep: 'public' };
  return { call, number: 0, active: { policy: { kid, audit } } as ActivePolicy };
}

function saidReply(text: string): ReplyTexts {
  const reply = new ReplyTexts(() => undefined);
  const { received, forwarded } = reply.watch(0, 'content');
  received(text);
  forwarded(text);
  return reply;
}

/** A keeper, and the sessions of which its store was asked to keep a text. */
function watchedKeeper() {
  const asked: string[] = [];
  const store = memoryPayloads();
  const payloads: Payloads = {
    ...store,
    keepFirst: (sessionId, ...rest) => {
      asked.push(sessionId);
      return store.keepFirst(sessionId, ...rest);
    },
  };
  const { keyring, ids } = tokenKit();
  const onLost = (error: unknown) => expect.fail(String(error));
  return { keeper: createPayloadKeeper({ payloads, keyring, ids, onLost }), asked };
}

async function fewRounds(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await nextRound();
}

describe('kept texts of calls', () => {
  it.each([false, true])(
    'those of replies that end shortly after each other are kept together (log_payloads: %s)',
    async (logPayloads) => {
      const { keeper, asked } = watchedKeeper();
      const kept: (Promise<PayloadReference> | undefined)[] = [];
      for (const number of [1, 2, 3]) {
        kept.push(keeper.reply(turnOf(number, logPayloads), saidReply('good morning')));
        await fewRounds();
      }
      expect(asked).toEqual([]);
      vi.advanceTimersByTime(longerThanAnyWait);
      for (const reference of await Promise.all(kept)) expect(reference).not.toEqual({});
      expect(asked).toEqual(['sess_1', 'sess_2', 'sess_3']);
    },
  );

  it('those of a request wait for no others, because the request waits for them', async () => {
    const { keeper, asked } = watchedKeeper();
    const reference = await keeper.request(turnOf(1, true), '{}', async () => []);
    expect(reference).not.toEqual({});
    expect(asked).toEqual(['sess_1']);
  });
});
