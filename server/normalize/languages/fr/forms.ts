import type { ValueForm } from '../language.ts';

const gap = '[ .-]?';

/** The 13 digits of a social security number: sex, year and month of birth, place, order. Corsica has a letter. */
const birth = `[12]${gap}\\d{2}${gap}(?:0[1-9]|1[0-2]|[2-9]\\d)`;
const place = `(?:\\d{2}|2${gap}[ab])${gap}\\d{3}${gap}\\d{3}`;
const key = "(?:[ .,-]{0,2}(?:(?:la |avec la )?cl[ée] (?:c'est |est |is )?(?:le |the )?)?\\d{2})";

/** Whether the last two digits are what the first 13 leave to 97. A key that is not said is right. */
function hasKey(value: string): boolean {
  const digits = value
    .toLowerCase()
    .replace(/2[^a-z\d]?a/, '19')
    .replace(/2[^a-z\d]?b/, '18')
    .replace(/\D/g, '');
  if (digits.length === 13) return true;
  return 97 - Number(BigInt(digits.slice(0, 13)) % 97n) === Number(digits.slice(13));
}

/** What gives away values of France by their form. */
export const forms: readonly ValueForm[] = [
  {
    kind: 'SSN',
    name: 'fr-nir',
    source: `(?<![\\d+])${birth}${gap}${place}${key}?(?![\\d])`,
    score: 0.95,
    accepts: hasKey,
  },
  // A key that somebody says wrong, or that speech recognition does.
  {
    kind: 'SSN',
    name: 'fr-nir-without-key',
    source: `(?<![\\d+])${birth}${gap}${place}${key}?(?![\\d])`,
    score: 0.8,
  },
  {
    kind: 'SSN',
    name: 'fr-key-asked',
    source: '^\\D{0,12}(?<value>\\d{2})\\D{0,3}$',
    score: 0.8,
    asked: '\\bcl[ée](?![\\p{L}])',
  },
  {
    kind: 'DATE',
    name: 'fr-day-and-month',
    source: '(?<=\\b(?:le|du|au|the|at) )(?:0?[1-9]|[12]\\d|3[01])/(?:0?[1-9]|1[0-2])(?![/\\d])',
    score: 0.6,
  },
  {
    kind: 'PHONE',
    name: 'fr-telephone',
    source: `(?<![\\w.,/-])(?:(?:\\+|00)33 ?(?:\\(0\\) ?)?|0)[1-9](?:${gap}\\d{2}){4}(?![\\d%]|[.,/-]\\d)`,
    score: 0.9,
  },
];
