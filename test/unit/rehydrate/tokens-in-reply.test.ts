import { describe, expect, it } from 'vitest';
import { emptyTally, TokenScope, tokensIn } from '../../../server/rehydrate/index.ts';
import { replyTextRestorer } from '../../../server/rehydrate/reply-text-restorer.ts';
import { textWriter } from '../../../server/rehydrate/value-writers.ts';

const token = 'TOK1.PHONE.K_HEALTHCARE.JMD2Z3BW8F37TYVD25J8';
const foreign = 'TOK1.NAME.K_HEALTHCARE.JMD2Z3BW9F37TYVD25J8';
const scope = new TokenScope();
scope.add({ token, kind: 'PHONE', surface: '555-0123' });

const shown = (text: string) =>
  tokensIn(text).map(({ kind, public: [start, end] }) => [kind, text.slice(start, end)]);

const retypings: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['with the underscores of markdown', (text) => text.replaceAll('_', '\\_')],
  ['with dots and underscores escaped', (text) => text.replace(/[._]/g, '\\$&')],
  ['with a blank after each dot', (text) => text.replaceAll('.', '. ')],
  ['with a line break after each dot', (text) => text.replaceAll('.', '.\r\n')],
  ['with a line break in its payload', (text) => `${text.slice(0, 30)}\n${text.slice(30)}`],
  ['with a blank before each dot', (text) => text.replaceAll('.', ' .')],
  ['with the dots of a link', (text) => text.replaceAll('.', '%2E')],
  ['with a sign that nobody sees before each dot', (text) => text.replaceAll('.', '\u200b.')],
  ['broken off before its payload', (text) => text.slice(0, 24)],
];

/** The kinds of the tokens that an observer of a reply sees; at each `⏲` held text has waited too long. */
async function kindsSeen(steps: Iterable<string>): Promise<readonly string[]> {
  const kinds: string[] = [];
  const watch = {
    received: () => undefined,
    forwarded: (_: string, token?: { readonly kind: string }) => {
      if (token !== undefined) kinds.push(token.kind);
    },
  };
  const restorer = replyTextRestorer({ scope }, emptyTally(), textWriter(), watch);
  for (const step of steps) {
    await (step === '⏲' ? restorer.expire() : restorer.push(step, 0));
  }
  await restorer.end();
  return kinds;
}

describe('the tokens of a reply for the live view (decision 0040)', () => {
  it.each(retypings)('are marked %s', (_, retype) => {
    const text = `Call ${retype(token)} or ${retype(foreign)}, ok?`;
    expect(shown(text)).toEqual([
      ['PHONE', retype(token)],
      ['NAME', retype(foreign)],
    ]);
  });

  it('do not include a word that is joined to them', () => {
    expect(shown(`${token}xyz ${token}`)).toEqual([
      ['PHONE', token],
      ['PHONE', token],
    ]);
    expect(shown('to TOK1 and TOK1. Phone calls, tok')).toEqual([]);
  });

  it.each(retypings)('are as many as the values that replace them, %s', async (_, retype) => {
    const text = `First ${retype(foreign)}, then ${retype(token)}, last ${retype(foreign)}.`;
    const kinds = tokensIn(text).map(({ kind }) => kind);
    expect(kinds).toEqual(['NAME', 'PHONE', 'NAME']);
    expect(await kindsSeen(text)).toEqual(kinds);
    expect(await kindsSeen([...text].join('⏲'))).toEqual(kinds);
  });
});
