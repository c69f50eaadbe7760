import { describe, expect, it } from 'vitest';
import { lexiconBits } from '../../../../server/detect/ner/lexicon.ts';
import { listedNames } from '../../../../server/detect/ner/listed-names.ts';
import { wordsOf } from '../../../../server/detect/ner/word-features.ts';

const { firstName, usualFirstName, surname, usualSurname, place, spanishWord, word } = lexiconBits;
const given = firstName | usualFirstName;
const lexicon = new Map([
  ['tobin', given],
  ['austin', given | place],
  ['grace', given | word],
  ['abara', surname],
  ['castro', surname | usualSurname | spanishWord | place],
  ['works', word],
  ['beach', word | surname],
]);

const namesIn = (text: string, score?: number): readonly string[] => {
  const found = { kind: 'NAME', start: 0, end: text.length, detector: 'ner' };
  const before = score === undefined ? [] : [{ ...found, score }];
  return listedNames(wordsOf(text), before, lexicon).map(({ start, end }) =>
    text.slice(start, end),
  );
};

describe('a first name of a list with a surname behind it is a name, though the model leaves it alone', () => {
  it.each([
    ['both of a list', 'the tobin abara version', ['tobin abara']],
    ['both of a list, in capitals', 'the Tobin Abara version', ['Tobin Abara']],
    ['in capitals a surname that no list has', 'by Tobin Halverstad today', ['Tobin Halverstad']],
    ['a usual surname that is a word of Spanish', 'by Austin Castro', ['Austin Castro']],
    ['in lower case a surname that no list has', 'by tobin halverstad now', ['tobin halverstad']],
    ['a verb of Spanish that no list has', 'tobin permítame', []],
    ['a diminutive', 'mi tobin viejito', []],
    ['a place', 'in Austin Halverstad', []],
    ['a word', 'a Grace Abara', []],
    ['a word behind', 'tobin works and Austin Beach', []],
    ['a comma between', 'Tobin, Abara', []],
  ])('%s', (_why, text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  it('not where the model is sure of a value already', () => {
    expect(namesIn('Tobin Abara', 0.5)).toEqual([]);
    expect(namesIn('Tobin Abara', 0.4)).toEqual(['Tobin Abara']);
  });
});
