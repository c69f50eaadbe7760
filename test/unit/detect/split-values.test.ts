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
  it('may be the rest of it', () => {
    expect(isOneValue('NAME', [found, next('quennell')], false)).toBe(true);
  });

  it.each(['april', 'okay', 'and'])('is not, where it is a word as %s', (word) => {
    expect(isOneValue('NAME', [found, next(word)], false)).toBe(false);
  });

  it('is the rest of a date, where it is a month', () => {
    expect(isOneValue('DOB', [next('3rd of'), next('april')], false)).toBe(true);
  });
});
