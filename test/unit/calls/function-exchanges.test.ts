import { describe, expect, it } from 'vitest';
import {
  exchangeAfter,
  type FunctionExchange,
  rememberExchange,
  withExchanges,
} from '../../../server/calls/function-exchanges.ts';
import type { ChatMessage } from '../../../server/domain/chat.ts';

const say = (role: ChatMessage['role'], content: string): ChatMessage => ({ role, content });
const prompt = say('system', 'You answer the telephone of a clinic.');
const [book, booked, thanks] = [
  say('user', 'book me a visit'),
  say('assistant', 'It is booked.'),
  say('user', 'thank you'),
];
const result = (content: string) => [say('assistant', `asks for ${content}`), say('tool', content)];
const booking = result('A-1');
const exchange = exchangeAfter([prompt, book], booking);
const messagesWith = (exchanges: readonly FunctionExchange[], messages: readonly ChatMessage[]) =>
  withExchanges(exchanges, { messages }).messages;

describe('what a function answered stands in the call where it was asked', () => {
  it.each([
    ['in its own turn', [prompt, book], [prompt, book, ...booking]],
    [
      'in the next turn',
      [prompt, book, booked, thanks],
      [prompt, book, ...booking, booked, thanks],
    ],
    [
      'under other instructions',
      [say('system', 'It is noon.'), say('system', 'Be brief.'), book, booked, thanks],
      [say('system', 'It is noon.'), say('system', 'Be brief.'), book, ...booking, booked, thanks],
    ],
    [
      'before instructions that end a request, which the next one may lack',
      [prompt, book, say('system', 'Be brief.')],
      [prompt, book, say('system', 'Be brief.'), ...booking],
    ],
    [
      'where the caller spoke on',
      [prompt, say('user', 'book me a visit, please')],
      [prompt, say('user', 'book me a visit, please'), ...booking],
    ],
    [
      'where earlier messages were cut off',
      [prompt, book, booked, thanks],
      [prompt, book, ...booking, booked, thanks],
      exchangeAfter([prompt, say('user', 'hello'), say('assistant', 'Hello.'), book], booking),
    ],
    [
      'first, where all before it was cut off',
      [prompt, booked, thanks],
      [prompt, ...booking, booked, thanks],
    ],
  ] as const)('%s', (_where, said, expected, one: FunctionExchange = exchange) => {
    expect(messagesWith([one], said)).toEqual(expected);
  });

  it('behind the results of the platform’s own functions', () => {
    const own = [say('assistant', 'asks'), say('tool', 'one'), say('tool', 'one')];
    const [first] = own;
    const cut = exchangeAfter(
      [say('user', 'hello'), say('assistant', 'Hi.'), book, ...own.slice(0, 2)],
      booking,
    );
    expect(messagesWith([cut], [first as ChatMessage, ...own.slice(1), booked])).toEqual([
      ...own,
      ...booking,
      booked,
    ]);
  });

  it('in the order in which they were asked', () => {
    const again = exchangeAfter([prompt, book], result('A-2'));
    const later = exchangeAfter([prompt, book, booked, thanks], result('A-3'));
    expect(messagesWith([exchange, again, later], [prompt, book, booked, thanks])).toEqual([
      prompt,
      book,
      ...booking,
      ...result('A-2'),
      booked,
      thanks,
      ...result('A-3'),
    ]);
  });
});

describe('the memory of a call', () => {
  it('has an answer in place of the word that there is none yet', () => {
    const call: { exchanges: readonly FunctionExchange[] } = { exchanges: [] };
    const [running, later] = [result('none yet'), result('A-2')].map((messages) =>
      exchangeAfter([prompt, book], messages),
    ) as [FunctionExchange, FunctionExchange];
    rememberExchange(call, running);
    rememberExchange(call, later);
    rememberExchange(call, exchange, running);
    expect(call.exchanges).toEqual([exchange, later]);
  });

  it('forgets the oldest answers when there are too many', () => {
    const call: { exchanges: readonly FunctionExchange[] } = { exchanges: [] };
    for (const id of 'abcdefghijkl')
      rememberExchange(call, exchangeAfter([book], result(id.repeat(32 * 1024))));
    expect(call.exchanges.map(({ messages }) => String(messages[1]?.content).slice(0, 1))).toEqual([
      'j',
      'k',
      'l',
    ]);
  });
});
