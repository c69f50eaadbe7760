import { describe, expect, it } from 'vitest';
import { parseLexicon } from '../../../../server/detect/ner/lexicon.ts';

describe('parseLexicon', () => {
  const forms = { aa: 256, ab: 6, abe: 2, zoë: 64, ängel: 4 };
  const lexicon = parseLexicon(
    Object.entries(forms)
      .map(([form, bits]) => `${form} ${bits}\n`)
      .join(''),
  );

  it.each(Object.entries(forms))('finds %s', (form, bits) => {
    expect(lexicon.get(form)).toBe(bits);
  });

  it.each(['', 'a', 'abc', 'abe 2', 'zz', 'ö'])('does not find "%s"', (form) => {
    expect(lexicon.get(form)).toBeUndefined();
  });

  it('lists what it was made from', () => {
    expect(Object.fromEntries(lexicon)).toEqual(forms);
  });

  it.each(['ab', 'ab ', 'ab x', ' 4', 'ab 0', 'b 1\na 1', 'a 1\na 1', 'a 1\n\nb 1'])(
    'refuses %j',
    (text) => {
      expect(() => parseLexicon(text)).toThrow('not a lexicon');
    },
  );
});
