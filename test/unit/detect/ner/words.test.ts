import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  charIds,
  charsPerWord,
  markShape,
  shapeId,
  wordForm,
  wordsOf,
} from '../../../../server/detect/ner/word-features.ts';

describe('the words of a text', () => {
  it.each([
    ["Dr. O'Brien's chart", ['Dr', '.', "O'Brien", "'s", 'chart']],
    ["I don't know", ['I', "don't", 'know']],
    ['mrn49282721', ['mrn', '49282721']],
    ['555-0123', ['555', '-', '0123']],
    ['José  Núñez', ['José', 'Núñez']],
    ['d-e-v', ['d', '-', 'e', '-', 'v']],
    ['', []],
  ])('are separated in %j', (text, words) => {
    expect(wordsOf(text).map((word) => word.text)).toEqual(words);
  });

  it('words stand at their offsets, in order, with only blanks between them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        let at = 0;
        for (const { text: word, start, end } of wordsOf(text)) {
          expect(text.slice(start, end)).toBe(word);
          expect(text.slice(at, start).trim()).toBe('');
          at = end;
        }
        expect(text.slice(at).trim()).toBe('');
      }),
    );
  });
});

describe('the form of a word', () => {
  it.each([
    ['Núñez', 'nunez'],
    ['O’Brien', "o'brien"],
    ['7', '7'],
    ['42', '42'],
    ['1987', '0000'],
    ['12345678901234567890', '0000000000000000'],
  ])('of %s is %s', (text, form) => {
    expect(wordForm(text)).toBe(form);
  });

  it('a word form has a fixed number of character ids, which cover both ends of a long word', () => {
    expect(charIds('ab')).toHaveLength(charsPerWord);
    expect([...charIds('ab').slice(2)]).toEqual(Array(charsPerWord - 2).fill(0));
    const long = 'abcdefghijklmnopqrstuvwxyz';
    expect(charIds(long)).toEqual(charIds('abcdefghijkvwxyz'));
  });
});

describe('the shape of a word', () => {
  it('a shape id distinguishes letter case, number length and a missing blank, and differs from a mark', () => {
    const texts = [
      'will',
      'Will',
      'WILL',
      'McKay',
      'I',
      '7',
      '42',
      '1987',
      '2187',
      '12345',
      '.',
      ',',
    ];
    const shapes = texts.map((text) => shapeId({ text, start: 0, end: text.length, glued: false }));
    expect(new Set(shapes).size).toBe(texts.length);
    expect(shapes).not.toContain(markShape);
    expect(shapeId({ text: 'will', start: 0, end: 4, glued: true })).not.toBe(shapes[0]);
  });
});
