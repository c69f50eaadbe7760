import { describe, expect, it } from 'vitest';
import {
  everydayWordReader,
  everydayWordsOf,
  valuesInEverydayText,
} from '../../../../server/detect/ner/everyday-text.ts';
import { lexiconBits, parseLexicon } from '../../../../server/detect/ner/lexicon.ts';
import type { Detection } from '../../../../server/domain/detection.ts';
import { foundBy } from '../../../support/found-by.ts';

const { common, firstName, word, place } = lexiconBits;
const lexicon = parseLexicon(
  [
    ['else', common | firstName],
    ['grace', common | firstName],
    ['moment', common],
    ['noted', common | word],
    ['peoria', common | place],
    ['quixotic', word],
    ['scheduled', common],
  ]
    .map(([form, bits]) => `${form} ${bits}\n`)
    .join(''),
);
const isEverydayWord = everydayWordReader(everydayWordsOf(lexicon));

describe('the everyday words of a lexicon', () => {
  it.each([
    ['noted', true],
    ['scheduled', true],
    ['grace', false],
    ['peoria', false],
    ['quixotic', false],
    ['note', false],
    ['', false],
    ['zebra', false],
  ])('%s', (form, isEveryday) => {
    expect(isEverydayWord(form)).toBe(isEveryday);
  });
});

const hitIn = (text: string, value: string): Detection[] =>
  text.includes(value)
    ? [
        {
          kind: 'NAME',
          start: text.indexOf(value),
          end: text.indexOf(value) + value.length,
          score: 1,
          ...foundBy('consistency'),
        },
      ]
    : [];

describe('a reply is an everyday text when only known values of its call could be found in it', () => {
  const isEveryday = (text: string, known = '') =>
    valuesInEverydayText(text, () => (known === '' ? [] : hitIn(text, known)), isEverydayWord) !==
    undefined;

  it.each([
    ['Thank you, I have that noted. Is there anything else?', ''],
    ['Thank you, I have Okonkwo noted.', 'Okonkwo'],
    ['You are scheduled. May I help you with anything else?', ''],
    ["I've noted 202-555-0143. Is that right?", '202-555-0143'],
    ['¿Qué necesita?', ''],
    ['One moment, please.', ''],
  ])('%s', (text, known) => {
    expect(isEveryday(text, known)).toBe(true);
  });

  it.each([
    ['a name that no call knows', 'Thank you, Okonkwo.', ''],
    ['a part of a name that no call knows', 'Thank you, Ada Okonkwo.', 'Okonkwo'],
    ['a name in small letters', 'thank you grace', ''],
    ['a name that is a word, at the start of a sentence', 'Will is noted.', ''],
    ['a month', 'You are scheduled in June.', ''],
    ['a name that is a word', 'I have else noted.', ''],
    ['a name that is a month', 'May is noted.', ''],
    ['a word with a capital', 'Thank you, Noted.', ''],
    ['capitals', 'Thank you, NOTED.', ''],
    ['a word that no list has', 'you are quixotic', ''],
    ['a digit', 'I have 5 noted.', ''],
    ['digits in words', 'I have five five noted.', ''],
    ['a digit in words beside a number', "I've noted 202-555-0143 one.", '202-555-0143'],
    ['a spelling', 'I have m a y noted.', ''],
    ['a street', 'You live on down street.', ''],
    ['a place', 'you are in peoria', ''],
    ['a sign', 'you@there', ''],
    ['an escape', 'noted\\u0041', ''],
    ['a token of another call', 'I have TOK1.NAME.K1.0123456789ABCDEFGHJK noted.', ''],
  ])('not with %s', (_, text, known) => {
    expect(isEveryday(text, known)).toBe(false);
  });
});
