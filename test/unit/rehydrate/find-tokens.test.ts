import { describe, expect, it } from 'vitest';
import { emptyTally, TokenScope, tokensIn } from '../../../server/rehydrate/index.ts';
import { renderPieces } from '../../../server/rehydrate/restore-text.ts';
import { textRestorer } from '../../../server/rehydrate/text-restorer.ts';
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
  ['broken off before its payload', (text) => text.slice(0, 24)],
];

/** The values that a watch of a reply is told of; at each `⏲` the time of what is held runs out. */
async function valuesOf(steps: Iterable<string>): Promise<readonly string[]> {
  const values: string[] = [];
  const restorer = textRestorer({ scope });
  const watch = {
    received: () => undefined,
    forwarded: (_: string, value?: { readonly kind: string }) => {
      if (value !== undefined) values.push(value.kind);
    },
  };
  const put = (pieces: Parameters<typeof renderPieces>[0]) =>
    renderPieces(pieces, { scope }, emptyTally(), textWriter(), watch);
  for (const step of steps) await put(step === '⏲' ? restorer.expire() : restorer.push(step, 0));
  await put(restorer.end());
  return values;
}

describe('the tokens of a reply, for who looks on (decision 0040)', () => {
  it.each(retypings)('are marked %s', (_, retype) => {
    const text = `Call ${retype(token)} or ${retype(foreign)}, ok?`;
    expect(shown(text)).toEqual([
      ['PHONE', retype(token)],
      ['NAME', retype(foreign)],
    ]);
  });

  it('without a word that is glued to one', () => {
    expect(shown(`${token}xyz ${token}`)).toEqual([
      ['PHONE', token],
      ['PHONE', token],
    ]);
    expect(shown('to TOK1 and TOK1. Phone calls, tok')).toEqual([]);
  });

  it.each(retypings)('are as many as the values in their places, %s', async (_, retype) => {
    const text = `First ${retype(foreign)}, then ${retype(token)}, last ${retype(foreign)}.`;
    const kinds = tokensIn(text).map(({ kind }) => kind);
    expect(kinds).toEqual(['NAME', 'PHONE', 'NAME']);
    expect(await valuesOf(text)).toEqual(kinds);
    expect(await valuesOf([...text].join('⏲'))).toEqual(kinds);
  });
});
