import { describe, expect, it } from 'vitest';
import { areOne } from '../../../server/detect/halves.ts';

const found = { text: 'Tom', canonical: 'tom', inJoint: 'tom', isFound: true, isClosed: false };
const next = (text: string) => ({
  text,
  canonical: text,
  inJoint: text,
  isFound: false,
  isClosed: false,
});

describe('what follows a name', () => {
  it('may be the rest of it', () => {
    expect(areOne('NAME', [found, next('quennell')], false)).toBe(true);
  });

  it.each(['april', 'okay', 'and'])('is not, where it is a word as %s', (word) => {
    expect(areOne('NAME', [found, next(word)], false)).toBe(false);
  });

  it('is the rest of a date, where it is a month', () => {
    expect(areOne('DOB', [next('3rd of'), next('april')], false)).toBe(true);
  });
});
