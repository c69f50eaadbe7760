import { describe, expect, it } from 'vitest';
import { createIds } from '../../server/adapters/system/ids.ts';
import type { Agent } from '../../server/domain/agent.ts';
import { clinic, type MemoryProxy, memoryProxy, type Stores } from '../support/memory-proxy.ts';

const number = '202-555-0143';
const tokenIn = (text = '') => /TOK1\.\w+\.\w+\.\w+/.exec(text)?.[0] ?? '';
const ids = createIds();

describe.each(['reversible-aead', 'vault-deterministic'] as const)(
  'a call goes on after a restart under %s (design D16, decision 0147)',
  (tokenization) => {
    const agent: Agent = { ...clinic, tokenization };

    /** What the caller of a call hears. */
    async function say(
      proxy: MemoryProxy,
      words: string,
      { call = 'c-1', credential = 'btk_1', of = agent } = {},
    ): Promise<string> {
      const request = { messages: [{ role: 'user', content: words }] } as const;
      const reply = await proxy.pipeline.runTurn({
        agent: of,
        request,
        rawBody: Buffer.from(JSON.stringify(request)),
        externalCallId: call,
        credential,
        requestId: ids.next('req'),
        receivedUs: 0,
        signal: new AbortController().signal,
      });
      if (reply.stream) throw new Error('a stream came');
      return JSON.parse(reply.body).choices[0].message.content as string;
    }

    /** The next process, with the model that says this token. */
    async function restarted(stores: Stores, token: string): Promise<MemoryProxy> {
      const next = await memoryProxy({ stores, model: () => `It is ${token}.` });
      await next.pipeline.resume();
      return next;
    }

    async function minted() {
      const first = await memoryProxy();
      await say(first, `my number is ${number}`);
      await say(first, 'my number is 202-555-0187', { call: 'c-2' });
      await first.pipeline.settle();
      const [own, other] = first.forwarded.map(tokenIn);
      return { stores: first.stores, own: own ?? '', other: other ?? '' };
    }

    it('a token that the call minted is restored although no request brings its value', async () => {
      const { stores, own } = await minted();
      const next = await restarted(stores, own);
      expect(await say(next, 'what is my number')).toBe(`It is ${number}.`);
      expect(next.forwarded[0]).not.toContain('TOK1');
    });

    it.each([
      ['a token of another call', 'other', {}],
      ['under another credential', 'own', { credential: 'btk_2' }],
      ['in another call', 'own', { call: 'c-2' }],
      ['in a call that began after the restart', 'own', { call: 'c-3' }],
    ] as const)('%s is not', async (_what, whose, how) => {
      const { stores, ...tokens } = await minted();
      const next = await restarted(stores, tokens[whose]);
      expect(await say(next, 'what is my number', how)).toBe('It is [REDACTED:PHONE].');
      await next.pipeline.settle();
      expect(
        (await next.records()).filter(({ kind }) => kind === 'rehydration_failed'),
      ).toMatchObject([{ entity_kind: 'PHONE', reason: 'out_of_scope' }]);
    });

    it('an altered token is not', async () => {
      const { stores, own } = await minted();
      const altered = own.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
      const next = await restarted(stores, altered);
      expect(await say(next, 'what is my number')).toBe('It is [REDACTED:PHONE].');
    });
  },
);
