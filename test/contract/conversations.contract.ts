import { createSecretKey } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallRequest, LiveCalls } from '../../server/calls/live-calls.ts';
import type { Agent } from '../../server/domain/agent.ts';
import type { ChatMessage } from '../../server/domain/chat.ts';

export const agent = { id: 'agt_01M7YRT2V0Q8J5C4W9N6B3XKDE', name: 'clinic' } as unknown as Agent;
const other = { ...agent, id: 'agt_01M7YRT2V0Q8J5C4W9N6B3XKDF' } as Agent;
export const callKey = createSecretKey(Buffer.alloc(32, 9));
export const start = () => ({ kind: 'call_started' }) as never;

const say = (role: ChatMessage['role']) => (content: string) => ({ role, content });
const [system, userSays, assistant] = [say('system'), say('user'), say('assistant')];
export const user = userSays;
export const hello = [system('Help callers.'), user('hello')];
const greeted = [...hello, assistant('Hi, how can I help?')];
export const asked = [...greeted, user('my number is one')];
const answered = [...asked, assistant('Thank you.')];

/** A clock that a test sets; milliseconds. */
export const clock = { ms: 0, now: () => clock.ms, monotonicUs: () => clock.ms * 1000 };

/**
 * How a request finds its call: by its messages (decision 0146), or by an id and its credential (decision
 * 0145). `open` opens two replicas, or one process twice.
 */
export function conversationContract(
  name: string,
  open: () => Promise<readonly LiveCalls[]>,
): void {
  describe(`a request without a call id, at ${name} (design D29, decision 0146)`, () => {
    let replicas: readonly LiveCalls[];
    let requests: CallRequest[];
    beforeEach(async () => {
      clock.ms = 1_000_000;
      replicas = await open();
      requests = [];
    });

    /** The session that the messages reach; every second request is sent to the other replica. */
    const send = async (
      messages: readonly ChatMessage[],
      { by = agent, credential = 'signature' } = {},
    ): Promise<string> => {
      const calls = replicas[requests.length % 2] as LiveCalls;
      const request = await calls.enter(by, '', { start, turns: 1, credential, messages });
      requests.push(request);
      clock.ms += 1;
      await calls.leave(request);
      return request.call.sessionId;
    };
    const turns = () => requests.map(({ turn }) => turn);

    it('a request continues the call whose messages it repeats and extends', async () => {
      const one = await send(hello);
      expect(await send(asked)).toBe(one);
      expect(await send([...answered, user('yes')])).toBe(one);
      expect(turns()).toEqual([0, 1, 2]);
    });

    it('a request with the result of a tool continues its call', async () => {
      const one = await send(asked);
      const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
      const tool = { role: 'assistant', content: null, tool_calls: [call] } as const;
      const result = { role: 'tool', tool_call_id: 'c1', content: 'free' } as const;
      expect(await send([...asked, tool, result])).toBe(one);
      const next = [...asked, tool, result, assistant('It is free.'), user('good')];
      expect(await send(next)).toBe(one);
    });

    it('a request after an interrupted reply continues its call', async () => {
      const one = await send(hello);
      expect(await send([...hello, assistant('Hi, how'), user('wait')])).toBe(one);
    });

    it('a request in another form of the same messages continues its call', async () => {
      const one = await send(hello);
      const parts = {
        role: 'user',
        content: [{ type: 'text', text: 'hello' }],
        name: null,
      } as const;
      const next = [system('Help callers.'), parts, assistant('Hi'), user('one')];
      expect(await send(next)).toBe(one);
    });

    it.each<[string, readonly ChatMessage[]]>([
      ['the same words in full', [...greeted, user('My number is one, two.')]],
      ['a second try of the same request', asked],
      ['more words before the reply came', [...asked, user('and')]],
      ['the same words and more before the reply came', [...asked, user('and'), user('two')]],
    ])(
      'a request that repeats the last words of a call and adds to them continues it: %s',
      async (_what, replacement) => {
        const one = await send(hello);
        expect(await send(asked)).toBe(one);
        expect(await send(replacement)).toBe(one);
        expect(await send([...replacement, assistant('Yes.'), user('thanks')])).toBe(one);
      },
    );

    it.each<[string, readonly ChatMessage[]]>([
      ['that begins alike', hello],
      ['whose caller spoke twice before a reply', [...hello, user('is somebody there')]],
      ['whose instructions differ', [system('Help Ann.'), ...asked.slice(1)]],
      ['that leaves old turns out', [system('Help callers.'), ...asked.slice(2)]],
      ['that sums old turns up', [system('A caller said hello.'), ...asked.slice(3)]],
      ['whose first words differ', [system('Help callers.'), user('hi'), ...asked.slice(2)]],
      ['with other last words', [...greeted, user('my number is two')]],
      ['that cuts the last words short', [...greeted, user('my number')]],
    ])('a request is a call of its own: one %s', async (_what, messages) => {
      const one = await send(hello);
      if (messages.length > 3) expect(await send(asked)).toBe(one);
      expect(await send(messages)).not.toBe(one);
    });

    it('a request joins no call of another agent or another credential', async () => {
      const one = await send(hello);
      expect(await send(asked, { by: other })).not.toBe(one);
      expect(await send(asked, { credential: 'btk_1' })).not.toBe(one);
      expect(await send(asked)).toBe(one);
    });

    it('calls that begin with the same words stay apart, in any order of their requests', async () => {
      const [one, two] = [await send(hello), await send(hello)];
      expect(one).not.toBe(two);
      const first = await send([...greeted, user('my number is one')]);
      const second = await send([...greeted, user('my number is two')]);
      expect([first, second].sort()).toEqual([one, two].sort());
      const next = (number: string) =>
        send([...greeted, user(`my number is ${number}`), assistant('Thank you.'), user('bye')]);
      expect([await next('two'), await next('one')]).toEqual([second, first]);
    });

    it('of two calls that went on from the same words, each gets what repeats its own', async () => {
      await Promise.all([send(hello), send(hello)]);
      const one = await send([...greeted, user('my number is one')]);
      const two = await send([...greeted, user('my number is two')]);
      expect(await send([...greeted, user('my number is two three')])).toBe(two);
      expect(await send([...greeted, user('my number is one three')])).toBe(one);
    });

    it.each([
      ['the agent spoke first', [system('Help callers.')]],
      ['both said hello', hello],
    ])(
      'a caller whose first request was lost does not join the call of another one: %s',
      async (_how, opening) => {
        const one = await send(opening);
        const next = (words: string) => [...opening, assistant('Hi, how can I help?'), user(words)];
        expect(await send(next('my number is one'))).toBe(one);
        expect(await send(next('what are your hours'))).not.toBe(one);
      },
    );

    it('a request does not continue an exchange that the call has left', async () => {
      const one = await send(hello);
      await send(asked);
      await send([...answered, user('yes')]);
      const later = [...greeted, user('my number is two'), assistant('Thank you.'), user('no')];
      expect(await send(later)).not.toBe(one);
    });
  });

  describe(`a call with an id belongs to the credential of its first turn, at ${name} (decision 0145)`, () => {
    let replicas: readonly LiveCalls[];
    let sent: number;
    beforeEach(async () => {
      replicas = await open();
      sent = 0;
    });

    const turn = async (credential?: string): Promise<CallRequest> => {
      const calls = replicas[sent++ % 2] as LiveCalls;
      const turns = credential === undefined ? 0 : 1;
      const request = await calls.enter(agent, 'c-1', { start, turns, credential });
      await calls.leave(request);
      return request;
    };
    const sessionOf = async (credential?: string) => (await turn(credential)).call.sessionId;

    it('the same id under another credential is another call', async () => {
      const one = await sessionOf('btk_1');
      const two = await sessionOf('btk_2');
      expect(two).not.toBe(one);
      expect([await sessionOf('btk_1'), await sessionOf('btk_2')]).toEqual([one, two]);
    });

    it('a call that the webhook began goes on with the first turn, and the webhook finds it', async () => {
      const one = await sessionOf();
      expect([await sessionOf(), await sessionOf('btk_1'), await sessionOf()]).toEqual([
        one,
        one,
        one,
      ]);
      expect(await sessionOf('signature')).not.toBe(one);
    });

    it('requests of two credentials that arrive together are two calls', async () => {
      const sessions = await Promise.all(['btk_1', 'btk_2', 'btk_1', 'btk_2'].map(sessionOf));
      expect(new Set(sessions).size).toBe(2);
      expect(sessions[2]).toBe(sessions[0]);
    });

    it('the platform’s word that it is over ends it under every credential', async () => {
      const sessions = [await sessionOf('btk_1'), await sessionOf('btk_2')];
      const ended = (await replicas[0]?.hangUp(agent, 'c-1')) ?? [];
      expect(ended.map(({ sessionId }) => sessionId).sort()).toEqual(sessions.sort());
      expect((await turn('btk_1')).call.hungUp).toBe(true);
    });

    it('a connection after its end begins it again, as another session that lasts', async () => {
      const first = await turn('btk_1');
      await replicas[0]?.hangUp(agent, 'c-1');
      await replicas[1]?.reopen(agent, 'c-1');
      const later = [await turn('btk_1'), await turn('btk_1')];
      expect(later.map(({ call }) => call.hungUp)).toEqual([false, false]);
      expect(new Set(later.map(({ call }) => call.sessionId)).size).toBe(1);
      expect(later[0]?.call.sessionId).not.toBe(first.call.sessionId);
    });
  });
}
