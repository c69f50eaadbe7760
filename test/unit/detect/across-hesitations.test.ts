import { describe, expect, it } from 'vitest';
import { acrossHesitations } from '../../../server/detect/across-hesitations.ts';
import { foundBy } from '../../support/found-by.ts';

/** The values that the two in brackets, found with `kind` and as `next`, make together. */
function wholeOf(said: string, kind = 'PHONE', next = kind): readonly string[] {
  const text = said.replace(/[[\]]/g, '');
  const [first, second = -1] = [...said.matchAll(/\[/g)].map(({ index }) => index);
  const [firstEnd, secondEnd = -1] = [...said.matchAll(/\]/g)].map(({ index }) => index);
  const found = [
    { kind, start: first ?? 0, end: (firstEnd ?? 0) - 1, score: 0.6, ...foundBy('regex.phone') },
    { kind: next, start: second - 2, end: secondEnd - 3, score: 0.7, ...foundBy('regex.phone') },
  ];
  return acrossHesitations(text, found).map(
    (one) => `${one.kind} ${text.slice(one.start, one.end)} ${one.score}`,
  );
}

describe('a hesitation between the parts of a number belongs to it', () => {
  it.each<[said: string, kind: string, next: string, whole: string]>([
    ['cell is [425 831] uh [0447]', 'PHONE', 'PHONE', 'PHONE 425 831 uh 0447 0.7'],
    ['it is [425 831], um, uh [0447]', 'ACCOUNT', 'PHONE', 'PHONE 425 831, um, uh 0447 0.7'],
    ['el folio es [4471] este [20]', 'ACCOUNT', 'PHONE', 'ACCOUNT 4471 este 20 0.7'],
    [
      'it is [9 0 2 2] and then [4 4 1 7]',
      'ACCOUNT',
      'ACCOUNT',
      'ACCOUNT 9 0 2 2 and then 4 4 1 7 0.7',
    ],
    ['es el [609 555], y luego [0144]', 'MRN', 'PHONE', 'PHONE 609 555, y luego 0144 0.7'],
  ])('%s', (said, kind, next, whole) => {
    expect(wholeOf(said, kind, next)).toEqual([whole]);
  });

  it.each([
    ['two numbers', '[2025550143] uh [2025550199]', 'PHONE'],
    ['other words between', '[425 831] is what i have [0447]', 'PHONE'],
    ['names', '[ann] uh [lee]', 'NAME'],
  ])('and not %s', (_, said, kind) => {
    expect(wholeOf(said, kind)).toEqual([]);
  });
});
