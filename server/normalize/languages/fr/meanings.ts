import { entries, type WordMeaning } from '../language.ts';
import { inAllSpellings } from './spellings.ts';

const digit = (value: number): WordMeaning => ({ is: 'digit', value });
const teen = (value: number): WordMeaning => ({ is: 'teen', value });
const tens = (value: number): WordMeaning => ({ is: 'tens', value });
const hundreds = (value: number): WordMeaning => ({ is: 'hundreds', value });
const ordinal = (value: number): WordMeaning => ({ is: 'ordinal', value });
const symbol = (text: string): WordMeaning => ({ is: 'symbol', text });
const filler = (): WordMeaning => ({ is: 'filler' });
type Letter = Extract<WordMeaning, { readonly is: 'letter' }>;
const letter = (text: string): Letter => ({ is: 'letter', text });
const weakLetter = (text: string): Letter => ({ is: 'letter', text, weak: true });

const units = 'deux trois quatre cinq six sept huit neuf';
const tenToNineteen = [
  'dix',
  'onze',
  'douze',
  'treize',
  'quatorze',
  'quinze',
  'seize',
  'dix sept',
  'dix huit',
  'dix neuf',
];

/** 70 to 79 and 90 to 99 are said with 60 and with 80: "soixante-dix-sept", "quatre-vingt-douze". */
const onTopOf = (lead: string, value: number): [string, WordMeaning][] =>
  tenToNineteen.map((said, at) => [`${lead} ${said}`, teen(value + at)]);

const numbers: readonly [string, WordMeaning][] = [
  ...entries(`zéro un ${units}`, digit),
  ...entries('un une', (): WordMeaning => ({ is: 'digit', value: 1, pronoun: true })),
  ...tenToNineteen.map((said, at): [string, WordMeaning] => [said, teen(10 + at)]),
  ...entries('vingt trente quarante cinquante soixante', (at) => tens(20 + 10 * at)),
  ...entries('septante octante nonante', (at) => tens(70 + 10 * at)),
  ['huitante', tens(80)],
  ['quatre vingt', tens(80)],
  ['quatre vingts', tens(80)],
  ...onTopOf('soixante', 70),
  ['soixante et onze', teen(71)],
  ...onTopOf('quatre vingt', 90),
  ['cent', hundreds(100)],
  ...['cent', 'cents'].flatMap((hundred) =>
    units
      .split(' ')
      .map((unit, at): [string, WordMeaning] => [`${unit} ${hundred}`, hundreds(200 + 100 * at)]),
  ),
  ['mille', { is: 'thousand', alone: true }],
  ['et', { is: 'and', after: ['tens'] }],
  ...entries('premier première', (): WordMeaning => ({ is: 'ordinal', value: 1, weak: true })),
  ...entries('deuxième troisième quatrième cinquième sixième septième huitième neuvième', (at) =>
    ordinal(2 + at),
  ),
];

const symbols: readonly [string, WordMeaning][] = [
  ['tiret', symbol('-')],
  ['tiret du six', symbol('-')],
  ["trait d'union", symbol('-')],
  ['tiret du bas', symbol('_')],
  ['tiret bas', symbol('_')],
  ['tiret du huit', symbol('_')],
  ['deux points', symbol(':')],
  ['barre oblique', symbol('/')],
];

/** The weak ones are words of most sentences: "il y a deux jours". */
const letters: readonly [string, Letter][] = [
  ['i grec', letter('y')],
  ['double v', letter('w')],
  ['y', weakLetter('y')],
  ['a', weakLetter('a')],
  ['ce', weakLetter('c')],
  ['de', weakLetter('d')],
];

const months =
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre';

/** What French words stand for in numbers, spellings and dates. */
export const meanings: ReadonlyMap<string, WordMeaning> = inAllSpellings<WordMeaning>([
  ...numbers,
  ...symbols,
  ...letters,
  ...entries(months, (): WordMeaning => ({ is: 'month' })),
  ...entries('euh heu hum ben bah alors donc voilà hein ensuite puis', filler),
]);
