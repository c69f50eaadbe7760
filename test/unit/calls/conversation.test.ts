import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIds } from '../../../server/adapters/system/ids.ts';
import { conversationOf, formatTip } from '../../../server/calls/conversation.ts';
import {
  type CallRequest,
  createLiveCalls,
  type LiveCalls,
  maxSilentConversations,
} from '../../../server/calls/live-calls.ts';
import type { ChatMessage } from '../../../server/domain/chat.ts';
import { emptyTree } from '../../../server/journal/index.ts';
import {
  agent,
  asked,
  callKey,
  clock,
  conversationContract,
  hello,
  start,
  user,
} from '../../contract/conversations.contract.ts';
import { memoryJournal } from '../../support/memory/journal.ts';

const inOneProcess = (): LiveCalls =>
  createLiveCalls({
    journal: memoryJournal(),
    clock,
    ids: createIds(),
    callKey,
    onMoved: () => undefined,
  });

conversationContract('one process', async () => {
  const calls = inOneProcess();
  return [calls, calls];
});

describe('a call that is known by its messages (decision 0146)', () => {
  it('a call that is known by its messages continues in the next process', async () => {
    clock.ms = 1_000_000;
    const calls = inOneProcess();
    const asSigned = (messages: readonly ChatMessage[]) => ({ credential: 'signature', messages });
    const { own } = conversationOf(callKey, agent.id, asSigned(hello));
    const sessionId = 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE';
    await calls.adopt({
      sessionId,
      agentId: agent.id,
      agentName: agent.name,
      turns: 1,
      ended: false,
      callKey: formatTip(own),
      lastActivityMs: clock.ms,
      tree: emptyTree,
      placeholderCounts: new Map(),
    });
    const request = await calls.enter(agent, '', {
      start,
      turns: 1,
      ...asSigned(asked),
    });
    expect([request.call.sessionId, request.turn]).toEqual([sessionId, 1]);
  });

  it('the longest silent call ends when too many calls are open', async () => {
    clock.ms = 1_000_000;
    const calls = inOneProcess();
    const first: CallRequest[] = [];
    for (let at = 0; at < maxSilentConversations + 2; at += 1) {
      clock.ms += 1;
      const said = { credential: 'signature', messages: [user(`hello ${at}`)] };
      const request = await calls.enter(agent, '', { start, turns: 1, ...said });
      if (at < 2) first.push(request);
      await calls.leave(request);
    }
    const ended = (await calls.takeEnded()).map(({ sessionId }) => sessionId);
    expect(ended.toSorted()).toEqual(first.map(({ call }) => call.sessionId).toSorted());
    expect(calls.count()).toBe(maxSilentConversations);
  });

  it('the longest silent calls end a few at a time, as soon as there are a few too many', async () => {
    clock.ms = 1_000_000;
    const calls = inOneProcess();
    const sessions: string[] = [];
    const ended: string[][] = [];
    for (let at = 0; at < maxSilentConversations + 40; at += 1) {
      clock.ms += 1;
      const said = { credential: 'signature', messages: [user(`hello ${at}`)] };
      const request = await calls.enter(agent, '', { start, turns: 1, ...said });
      sessions.push(request.call.sessionId);
      const over = await calls.leave(request);
      if (over.length > 0) ended.push(over.map(({ sessionId }) => sessionId));
    }
    expect(ended).toEqual([sessions.slice(0, 16), sessions.slice(16, 32)]);
  });

  it('of two calls with equal messages, the one that spoke last goes on', async () => {
    clock.ms = 1_000_000;
    const calls = inOneProcess();
    const say = async (messages: readonly ChatMessage[]) => {
      clock.ms += 1000;
      const said = { credential: 'signature', messages };
      const request = await calls.enter(agent, '', { start, turns: 1, ...said });
      await calls.leave(request);
      return request.call.sessionId;
    };
    const earlier = await say([user('hello')]);
    const later = await say([user('hello')]);
    expect(later).not.toBe(earlier);
    const answer: ChatMessage = { role: 'assistant', content: 'Yes.' };
    expect(await say([user('hello'), answer, user('go on')])).toBe(later);
  });

  it('a call that speaks again is silent the shortest', async () => {
    clock.ms = 1_000_000;
    const calls = inOneProcess();
    const say = async (messages: readonly ChatMessage[]) => {
      const said = { credential: 'signature', messages };
      const request = await calls.enter(agent, '', { start, turns: 1, ...said });
      return { id: request.call.sessionId, over: await calls.leave(request) };
    };
    const { id } = await say([user('the first one')]);
    for (let at = 0; at < maxSilentConversations; at += 1) await say([user(`hello ${at}`)]);
    const answer: ChatMessage = { role: 'assistant', content: 'Yes.' };
    expect((await say([user('the first one'), answer, user('go on')])).id).toBe(id);
    const over: string[] = [];
    for (let at = 0; at < 40; at += 1)
      over.push(...(await say([user(`later ${at}`)])).over.map(({ sessionId }) => sessionId));
    expect(over).not.toHaveLength(0);
    expect(over).not.toContain(id);
  });

  it('twelve callers who begin alike and whose words are sent early are twelve calls, in any order', async () => {
    const requestsOf = (caller: number): readonly (readonly ChatMessage[])[] => {
      const history: ChatMessage[] = [{ role: 'system', content: 'Help callers.' }];
      return [
        'hello',
        `my number is 202 555 01${10 + caller}`,
        'I need an appointment on Friday.',
        `it is for number ${caller} of the list`,
      ].flatMap((words, turn) => {
        const early = user(words.split(' ').slice(0, 3).join(' '));
        const sent = [
          [...history, early],
          [...history, user(words)],
        ].slice(turn === 0 ? 1 : 0);
        history.push(user(words), { role: 'assistant', content: 'Yes.' });
        return sent;
      });
    };
    const order = fc.shuffledSubarray(
      Array.from({ length: 84 }, (_, at) => at % 12),
      { minLength: 84 },
    );
    await fc.assert(
      fc.asyncProperty(order, async (callers) => {
        const calls = inOneProcess();
        const left = Array.from({ length: 12 }, (_, caller) => [...requestsOf(caller)]);
        const sessions = new Set<string>();
        for (const caller of callers) {
          clock.ms += 400;
          const messages = left[caller]?.shift() ?? [];
          const said = { credential: 'signature', messages };
          const request = await calls.enter(agent, '', { start, turns: 1, ...said });
          sessions.add(request.call.sessionId);
          await calls.leave(request);
        }
        expect(sessions.size).toBe(12);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['what a caller may say in one turn, in other capitals', 1_000, true],
    ['what is longer than anybody says, in other capitals', 20_000, false],
  ])('%s', (_, size, isSame) => {
    const words = 'we said so. '.repeat(size / 12);
    const nameOf = (content: string) =>
      conversationOf(callKey, agent.id, { credential: 'signature', messages: [user(content)] }).own;
    expect(nameOf(words) === nameOf(words.toUpperCase())).toBe(isSame);
  });

  it('the names of a conversation contain nothing of its messages', () => {
    const named = conversationOf(callKey, agent.id, { credential: 'signature', messages: asked });
    expect(JSON.stringify(named)).not.toMatch(/hello|number|clinic/);
    expect(named.own).toMatch(/^[\w-]{43}$/);
  });
});
