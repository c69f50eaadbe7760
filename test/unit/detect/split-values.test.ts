import { describe, expect, it } from 'vitest';
import { isOneValue } from '../../../server/detect/split-values.ts';

const found = {
  text: 'Tom',
  canonical: 'tom',
  joinedCanonical: 'tom',
  isFound: true,
  endsSentence: false,
};
const next = (text: string) => ({
  text,
  canonical: text,
  joinedCanonical: text,
  isFound: false,
  endsSentence: false,
});

describe('what follows a name', () => {
  it('a name at the start of the next text may be the rest of a name', () => {
    expect(isOneValue('NAME', [found, next('quennell')], false)).toBe(true);
  });

  it.each(['april', 'okay', 'and'])('a word such as %s is not the rest of a name', (word) => {
    expect(isOneValue('NAME', [found, next(word)], false)).toBe(false);
  });

  it('a month is the rest of a date', () => {
    expect(isOneValue('DOB', [next('3rd of'), next('april')], false)).toBe(true);
  });

  it('any other word behind a date is no part of it', () => {
    const date = { ...found, text: '04.18.60', canonical: '04 18 60', joinedCanonical: '04 18 60' };
    expect(isOneValue('DOB', [date, next('acme')], false)).toBe(false);
  });
});
