import { describe, expect, it } from 'vitest';
import { namesByContext } from '../../../../server/detect/ner/names-by-context.ts';
import { isBrand } from '../../../../server/detect/vocabulary/brands.ts';

/** The names that a text shows, where `birth` is a date of birth in it. */
function namesIn(text: string, birth?: string): readonly string[] {
  const start = birth === undefined ? -1 : text.indexOf(birth);
  const date = { kind: 'DOB', start, end: start + 8, score: 0.9, detector: 'regex.dob' };
  const found = namesByContext(text, start < 0 ? [] : [date]);
  return found.map((one) => text.slice(one.start, one.end));
}

describe('a name that only its form or its neighbours show is found', () => {
  it.each<[string, readonly string[], string?]>([
    ['Min-kyung Choi, and my aunt Soon-hee', ['Min-kyung Choi', 'Soon-hee']],
    ['It is Theodore "Teddy" Brandvold.', ['Theodore "Teddy" Brandvold']],
    ['It is Theodore (Teddy) Brandvold.', ['Theodore (Teddy) Brandvold']],
    ['he goes by Smokes now', ['Smokes']],
    ['her nickname is kit', ['kit']],
    ['Quillan is 2/2/1984', ['Quillan'], '2/2/1984'],
    ["Quillan's 2/2/1984", ['Quillan'], '2/2/1984'],
  ])('%s', (text, names, birth) => {
    expect(namesIn(text, birth)).toEqual(names);
  });

  it('each word of such a name is searched for alone', () => {
    const text = 'Min-kyung Choi';
    const [found] = namesByContext(text, []);
    expect(found?.parts?.map((part) => text.slice(...part))).toEqual(['Min-kyung', 'Choi']);
  });
});

describe('ordinary words are no names', () => {
  it.each<[string, string?]>([
    ['a Follow-up and a Check-in for an X-ray'],
    ['So-so, on Wi-Fi'],
    ['it went by quickly, we go by car'],
    ['she goes by her middle name'],
    ['He said "Never" Again'],
    ['Mine is 2/2/1984', '2/2/1984'],
    ["Dad's is 2/2/1984", '2/2/1984'],
    ['The appointment is 2/2/1984', '2/2/1984'],
    ['March is 2/2/1984', '2/2/1984'],
  ])('%s', (text, birth) => {
    expect(namesIn(text, birth)).toEqual([]);
  });
});

describe('a brand is no name of a person', () => {
  it.each(['Medtronic', 'Sloan Kettering', 'Toyota', "St. Jude's", 'Tylenol'])('%s', (text) => {
    expect(isBrand(text)).toBe(true);
  });

  it.each(['Ford', 'Mercy', 'Lincoln', 'Anthem Quell'])('%s may be one', (text) => {
    expect(isBrand(text)).toBe(false);
  });
});
