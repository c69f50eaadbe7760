import { describe, expect, it } from 'vitest';
import {
  doubt,
  doubtfulNames,
  endOfName,
  guess,
  startOfName,
} from '../../../../server/detect/ner/doubtful-names.ts';
import { labelCount } from '../../../../server/detect/ner/labels.ts';
import { lexiconBits } from '../../../../server/detect/ner/lexicon.ts';
import { wordsOf } from '../../../../server/detect/ner/word-features.ts';

const { firstName, usualFirstName, surname, place, spanishWord, word } = lexiconBits;
const lexicon = new Map([
  ['tobin', firstName | usualFirstName],
  ['june', firstName | usualFirstName],
  ['austin', firstName | usualFirstName | place],
  ['abara', surname],
  ['works', word],
  ['tambien', spanishWord],
]);

describe('a doubt is a name of a list that the model leaves alone', () => {
  const saidBy = (detector: string, ...said: Parameters<typeof doubtsOf>): readonly string[] =>
    doubtsOf(...said)
      .filter((one) => one.detector === detector)
      .map(({ start, end }) => said[0].slice(start, end));
  /** What stands for a doubt where the model gives each word of a text the same probability of NAME. */
  const doubtsOf = (text: string, probability: number, found: readonly [number, number][] = []) => {
    const words = wordsOf(text);
    const rows = new Float32Array(words.length * labelCount);
    for (const index of words.keys()) rows[index * labelCount + 1] = probability;
    const names = found.map(([start, end]) => ({
      kind: 'NAME',
      start,
      end,
      score: 1,
      detector: 'ner',
    }));
    return doubtfulNames(words, rows, names, lexicon);
  };
  const doubtsIn = (text: string, probability: number, found: readonly [number, number][] = []) =>
    saidBy(doubt.detector, text, probability, found);
  const guessesIn = (text: string, probability: number) =>
    saidBy(guess.detector, text, probability);

  it('a usual first name, and any other name where the model hesitates', () => {
    expect(doubtsIn('so tobin and abara', 0.05)).toEqual(['tobin']);
    expect(doubtsIn('so tobin and abara', 0.3)).toEqual(['tobin', 'abara']);
  });

  it('no month, no place, no word, and nothing that is found already', () => {
    expect(doubtsIn('austin works in june', 0.3)).toEqual([]);
    expect(doubtsIn('tobin', 0.01)).toEqual([]);
    expect(doubtsIn('tobin', 0.3, [[0, 5]])).toEqual([]);
  });

  it('a word that no list has, or a place that is a name too, is a weaker one', () => {
    expect(guessesIn('austin halverstad works', 0.3)).toEqual(['austin', 'halverstad']);
    expect(guessesIn('abuelita PCP espérese in june', 0.3)).toEqual([]);
  });
});

describe('a first name takes the unknown word behind it', () => {
  it.each<[text: string, score: number, name: string]>([
    ['tobin halverstad called', 0.95, 'tobin halverstad'],
    ['tobin abara called', 0.95, 'tobin abara'],
    ['tobin halverstad called', 0.7, 'tobin'],
    ['tobin works', 0.95, 'tobin'],
    ['tobin también viene', 0.95, 'tobin'],
    ['tobin espérese tantito', 0.95, 'tobin'],
    ['tobin, halverstad', 0.95, 'tobin'],
  ])('%s, with score %d', (text, score, name) => {
    expect(text.slice(0, endOfName(wordsOf(text), [0, 5], score, lexicon))).toBe(name);
  });
});

describe('a name takes the initial before it', () => {
  it.each([
    ['"K. Ott"', '"'],
    ['signed by K. Ott', 'signed by '],
    ['Ott', ''],
    ['St. Ott', 'St. '],
    ['take plan B. Ott said so', 'take plan B. '],
    ['k. ott', 'k. '],
  ])('%s', (text, before) => {
    expect(text.slice(0, startOfName(text, text.search(/ott/i)))).toBe(before);
  });
});
