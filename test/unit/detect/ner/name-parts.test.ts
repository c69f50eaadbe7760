import { describe, expect, it } from 'vitest';
import { lexiconBits } from '../../../../server/detect/ner/lexicon.ts';
import { namePartsOf } from '../../../../server/detect/ner/spans-of.ts';
import { wordsOf } from '../../../../server/detect/ner/word-features.ts';

const { word, firstName, surname, place, proper, common, spanishCommon, usualSurname } =
  lexiconBits;
const lexicon = new Map([
  ['patience', word | firstName | common],
  ['brown', word | surname | common],
  ['marisol', firstName | proper],
  ['april', firstName | proper],
  ['paris', firstName | place | proper],
  ['portland', place | proper],
  ['li', surname],
  ['de', surname | spanishCommon],
  ['las', surname | spanishCommon],
  ['flores', surname | usualSurname | spanishCommon],
]);

const partsOf = (text: string): string[] =>
  namePartsOf(wordsOf(text), { start: 0, end: text.length }, lexicon).map(([start, end]) =>
    text.slice(start, end),
  );

describe('the words of a name that name somebody by themselves (design D5)', () => {
  it.each([
    ['names and words of no list', 'marisol quennell', ['marisol', 'quennell']],
    ['with diacritics and capitals', 'Marisól Quennell', ['Marisól', 'Quennell']],
    ['no word that is said for what it means', 'patience quennell', ['quennell']],
    ['none of two everyday words', 'patience brown', []],
    ['no month', 'april quennell', ['quennell']],
    ['a place that is a name', 'paris quennell', ['paris', 'quennell']],
    ['no other place', 'portland quennell', ['quennell']],
    ['short names, but no short words of no list', 'li xu', ['li']],
    ['no letters and no signs', "marisol j. o'quennell-li's", ['marisol', "o'quennell", 'li']],
    ['no particle of a Spanish name', 'marisol de las flores', ['marisol', 'flores']],
    ['nothing of a name in one word', 'quennell', []],
  ])('are %s', (_why, text, parts) => {
    expect(partsOf(text)).toEqual(parts);
  });

  it('the parts of a name lie inside its span', () => {
    const text = 'quennell said that marisol nkosi called';
    const parts = namePartsOf(wordsOf(text), { start: 19, end: 32 }, lexicon);
    expect(parts).toEqual([
      [19, 26],
      [27, 32],
    ]);
  });
});
