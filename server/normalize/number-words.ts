import { months } from '../domain/months.ts';

/** What a spoken word can stand for in a number or a spelling. */
export type NumberWord =
  | { readonly is: 'digit'; readonly value: number; readonly weak?: true }
  | { readonly is: 'teen' | 'tens'; readonly value: number }
  | { readonly is: 'ordinal'; readonly value: number; readonly weak?: true }
  | { readonly is: 'hundred' | 'thousand' }
  | { readonly is: 'repeat'; readonly times: number }
  | { readonly is: 'symbol'; readonly text: string }
  | { readonly is: 'filler' };

const digits = 'zero one two three four five six seven eight nine'.split(' ');
const teens =
  'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const unitOrdinals = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ');
const teenOrdinals =
  'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
const tensOrdinals =
  'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth'.split(' ');

const entries = (
  words: readonly string[],
  meaning: (at: number) => NumberWord,
): [string, NumberWord][] => words.map((word, at) => [word, meaning(at)]);

/** Spoken words by their lower-case form. A weak word means a digit or ordinal only next to others. */
export const numberWords: ReadonlyMap<string, NumberWord> = new Map<string, NumberWord>([
  ...entries(digits, (value) => ({ is: 'digit', value })),
  ...entries(['nought', 'naught', 'nil'], () => ({ is: 'digit', value: 0 })),
  ...entries(['oh', 'o'], () => ({ is: 'digit', value: 0, weak: true })),
  ['niner', { is: 'digit', value: 9 }],
  ...entries(teens, (at) => ({ is: 'teen', value: 10 + at })),
  ...entries(tens, (at) => ({ is: 'tens', value: 20 + 10 * at })),
  ['fourty', { is: 'tens', value: 40 }],
  ...entries(unitOrdinals, (at) => ({
    is: 'ordinal',
    value: at + 1,
    ...(at < 3 && { weak: true }),
  })),
  ...entries(teenOrdinals, (at) => ({ is: 'ordinal', value: 10 + at })),
  ...entries(tensOrdinals, (at) => ({ is: 'ordinal', value: 20 + 10 * at })),
  ['hundred', { is: 'hundred' }],
  ['thousand', { is: 'thousand' }],
  ['double', { is: 'repeat', times: 2 }],
  ['triple', { is: 'repeat', times: 3 }],
  ['treble', { is: 'repeat', times: 3 }],
  ['quadruple', { is: 'repeat', times: 4 }],
  ...entries(['dash', 'hyphen'], () => ({ is: 'symbol', text: '-' })),
  ...entries(['dot', 'point', 'period'], () => ({ is: 'symbol', text: '.' })),
  ['underscore', { is: 'symbol', text: '_' }],
  ['slash', { is: 'symbol', text: '/' }],
  ['colon', { is: 'symbol', text: ':' }],
  ['plus', { is: 'symbol', text: '+' }],
  ...entries('um umm uh uhh uhm er erm ah hmm mm like then'.split(' '), () => ({ is: 'filler' })),
]);

/** Months by full name and common abbreviation. */
export const monthWords: ReadonlySet<string> = new Set([
  ...months,
  ...'jan feb mar apr jun jul aug sep sept oct nov dec'.split(' '),
]);

/** The spelling alphabet; each word stands for its first letter. */
export const spellingAlphabet: ReadonlySet<string> = new Set(
  'alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu'.split(
    ' ',
  ),
);

/** Spelled abbreviations that name what follows, and so are not part of it. */
export const spelledCues: ReadonlySet<string> = new Set(
  'mrn ssn dob id ip npi dea vin iban aba cvv pin zip po ein itin'.split(' '),
);

/** English words made of the letters a to f, which are words rather than parts of a hex number. */
export const hexLikeWords: ReadonlySet<string> = new Set(
  'a ad ace add bad bade bead bed bee beef cab cafe dab dad dead deaf deb decade deed face fad fade fed fee feed be ed abe'.split(
    ' ',
  ),
);
