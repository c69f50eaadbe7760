import { describe, expect, it } from 'vitest';
import { CallHistory } from '../../../../server/http/sockets/call-history.ts';

describe('what both sides of a call have said', () => {
  it.each([
    ['a beginning', 'We open at', 'We open at'],
    ['a part, because the platform began to count later', 'at eight', 'We open at eight'],
    ['all', 'We open at eight. Bye.', 'We open at eight. Bye.'],
    ['words in another spelling', 'We open at 8', 'We open at 8'],
  ])('keeps of an interrupted answer %s', (_what, heard, kept) => {
    const history = new CallHistory();
    history.hear('when?');
    for (const piece of ['We open ', 'at eight.', ' Bye.']) history.say(piece);
    history.cut(heard);
    expect(history.messages).toEqual([
      { role: 'user', content: 'when?' },
      { role: 'assistant', content: kept },
    ]);
  });

  it('keeps nothing of an answer of which nothing was heard, nor cuts what was never said', () => {
    const history = new CallHistory();
    history.cut('hello');
    history.hear('when?');
    history.say('We open at eight.');
    history.cut('');
    history.hear('and on Friday?');
    expect(history.messages.map(({ role }) => role)).toEqual(['user', 'user']);
  });
});
