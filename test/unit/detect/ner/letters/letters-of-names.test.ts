import { describe, expect, it } from 'vitest';
import { lettersOfNames } from '../../../../../server/detect/ner/letters/letters-of-names.ts';

/** The letters found in a text whose name stands in brackets. */
function lettersIn(said: string): readonly string[] {
  const text = said.replace(/[[\]]/g, '');
  const [start, end] = [said.indexOf('['), said.indexOf(']') - 1];
  const names = start < 0 ? [] : [{ kind: 'NAME', start, end, score: 0.9, detector: 'ner' }];
  return lettersOfNames(text, names).map((one) => text.slice(one.start, one.end));
}

describe('a letter that belongs to a name is hidden like the name', () => {
  it.each<[string, readonly string[]]>([
    ['is that with a g or a j', ['g', 'j']],
    ["is it spelled with two l's", ['l']],
    ['Was that with a K?', ['K']],
    ["[Orla Fennimore] with one n or two n's", ['n', 'n']],
    ["b r r i a two r's", ['r']],
    ['the patient is [ottis vane] q', ['q']],
    ['[Ottis] T. and he is here', ['T']],
    ['[ottis] v is that you', ['v']],
    ['me sale nada más q [ottis]', ['q']],
    ['for r v [ottis] please', ['r v']],
  ])('%s', (said, letters) => {
    expect(lettersIn(said)).toEqual(letters);
  });
});

describe('a letter that is no part of a name stays readable', () => {
  it.each([
    'is that with a c section or not',
    'she has hepatitis b',
    'with a b twelve shot',
    "[ottis]'s a nice man",
    'i saw [ottis] a while ago',
    'is it with a copay',
    'i need [hepatitis] b',
    "no no it's [zuleyka] with a z",
    "No, [Orla Fennimore]. With two N's.",
    'did i c [ottis] there',
    'hepatitis b [ottis] had it',
  ])('%s', (said) => {
    expect(lettersIn(said)).toEqual([]);
  });
});
