import { describe, expect, it } from 'vitest';
import { pairedNames } from '../../../../server/detect/ner/paired-names.ts';
import { foundBy } from '../../../support/found-by.ts';

/** What `said` names, where what stands in brackets is found as names already. */
function namesIn(said: string): readonly string[] {
  const text = said.replace(/[[\]]/g, '');
  const names = [...said.matchAll(/\[([^\]]+)\]/g)].map(({ index, 1: name = '' }, at) => ({
    kind: 'NAME',
    ...foundBy('ner'),
    score: 1,
    start: index - 2 * at,
    end: index - 2 * at + name.length,
  }));
  return pairedNames(text, names).map(({ start, end }) => text.slice(start, end));
}

describe('names that recognisers write apart', () => {
  it.each([
    ['my sister mai see had her shoulder done', ['mai see']],
    ['with pa houa on friday', ['pa houa']],
    ['see vue', ['see vue']],
    ["it's eh doh paw okay", ['eh doh paw']],
    ['Pa Nhia Vang', ['Pa Nhia Vang']],
  ])('%s', (said, names) => {
    expect(namesIn(said)).toEqual(names);
  });

  it.each([
    'can i see her',
    'eh ya se me olvidó',
    'my pa and ma',
    'say it slow',
    'i see kong on tv',
  ])('and words that are not: %s', (said) => {
    expect(namesIn(said)).toEqual([]);
  });
});

describe('a surname and a given name with the comma of a list are one name', () => {
  it.each([
    ["it's [lindstrom] comma [gordon]", ['lindstrom comma gordon']],
    ['dice [lema] coma [hermelinda rosa]', ['lema coma hermelinda rosa']],
    ['sheet says [goins] comma [bertha] l', ['goins comma bertha l']],
  ])('%s', (said, names) => {
    expect(namesIn(said)).toEqual(names);
  });

  it('and two people are two', () => {
    expect(namesIn('[bertha] and [gordon] a friend')).toEqual([]);
  });
});
