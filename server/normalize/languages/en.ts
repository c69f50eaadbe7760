import { months } from '../../domain/months.ts';
import { entries, type Language, type WordMeaning } from './language.ts';

const meanings = new Map<string, WordMeaning>([
  ...entries('zero one two three four five six seven eight nine', digit),
  ...entries('nought naught nil', () => digit(0)),
  ...entries('oh o', () => ({ is: 'digit', value: 0, weak: true }) as const),
  ['one', { is: 'digit', value: 1, pronoun: true }],
  ['niner', digit(9)],
  ...entries(
    'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    (at) => ({ is: 'teen', value: 10 + at }) as const,
  ),
  ...entries('twenty thirty forty fifty sixty seventy eighty ninety', tens),
  ['fourty', tens(2)],
  ...entries('first second third', (at) => ({ is: 'ordinal', value: at + 1, weak: true }) as const),
  ...entries('fourth fifth sixth seventh eighth ninth', (at) => ordinal(4 + at)),
  ...entries(
    'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth',
    (at) => ordinal(10 + at),
  ),
  ...entries(
    'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth',
    (at) => ordinal(20 + 10 * at),
  ),
  ['hundred', { is: 'hundred' }],
  ['thousand', { is: 'thousand' }],
  ['and', { is: 'and', after: ['hundred'] }],
  ...entries('double triple quadruple', (at) => ({ is: 'repeat', times: at + 2 }) as const),
  ['treble', { is: 'repeat', times: 3 }],
  ...entries('dash hyphen', () => symbol('-')),
  ...entries('dot point period', () => symbol('.')),
  ['underscore', symbol('_')],
  ['slash', symbol('/')],
  ['colon', symbol(':')],
  ['plus', symbol('+')],
  ...entries(
    'um umm uh uhh uhm er erm ah hmm mm like then yeah okay',
    () => ({ is: 'filler' }) as const,
  ),
  ...entries(months.join(' '), () => ({ is: 'month' }) as const),
  ...entries('jan feb mar apr jun jul aug sep sept oct nov dec', () => ({ is: 'month' }) as const),
]);

function digit(value: number): WordMeaning {
  return { is: 'digit', value };
}

function tens(at: number): WordMeaning {
  return { is: 'tens', value: 20 + 10 * at };
}

function ordinal(value: number): WordMeaning {
  return { is: 'ordinal', value };
}

function symbol(text: string): WordMeaning {
  return { is: 'symbol', text };
}

/** English, which every text is read in. */
export const english: Language = {
  code: 'en',
  isUsual: true,
  marks: new Set(),
  meanings,
  spellingAlphabet: new Set(
    'alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu'.split(
      ' ',
    ),
  ),
  exampleLeads: [
    ['as', 'in'],
    ['as'],
    ['is', 'for'],
    ['for'],
    ['like', 'a'],
    ['like', 'in'],
    ['like'],
  ],
  phrases: new Map(),
  links: new Map(),
  functionWords: new Set(),
};
