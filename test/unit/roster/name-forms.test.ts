import { describe, expect, it } from 'vitest';
import { errorsBetween, nameForm, soundOf } from '../../../server/roster/name-forms.ts';

describe('names are compared without case, marks and apostrophes', () => {
  it.each([
    ['O’Brien', 'obrien'],
    ['Nuño', 'nuno'],
    ['Łukasz', 'lukasz'],
    ['Søren', 'soren'],
  ])('%s is %s', (name, form) => {
    expect(nameForm(name)).toBe(form);
  });
});

describe('names that sound alike share a sound', () => {
  it.each([
    ['kravchenko', 'cravtschenco'],
    ['gimenez', 'jimenes'],
    ['philip', 'filip'],
    ['valdez', 'baldes'],
    ['horvath', 'horvat'],
  ])('%s and %s', (a, b) => {
    expect(soundOf(a)).toBe(soundOf(b));
  });
});

describe('errors of recognition are counted', () => {
  it.each([
    ['okafor', 'okafor', 0],
    ['okafor', 'okafur', 0.5],
    ['okafor', 'okaffor', 0.5],
    ['okafor', 'okaor', 1],
    ['okafor', 'okafro', 1],
    ['okafor', 'okaler', 1.5],
  ])('%s heard as %s: %s', (name, heard, errors) => {
    expect(errorsBetween(name, heard, 3)).toBe(errors);
  });

  it('stops at a limit', () => {
    expect(errorsBetween('okafor', 'petrov', 1)).toBeGreaterThan(1);
  });
});
