import { entries, type WordMeaning } from '../language.ts';

const digit = (value: number): WordMeaning => ({ is: 'digit', value });
const tens = (at: number): WordMeaning => ({ is: 'tens', value: 30 + 10 * at, needsAnd: true });
const teen = (value: number): WordMeaning => ({ is: 'teen', value });
type Letter = Extract<WordMeaning, { readonly is: 'letter' }>;
const letter = (text: string): Letter => ({ is: 'letter', text });
const weakLetter = (text: string): Letter => ({ is: 'letter', text, weak: true });
const symbol = (text: string): WordMeaning => ({ is: 'symbol', text });
const filler = (): WordMeaning => ({ is: 'filler' });

/** The tens from 30 on end in a syllable of their own: 21 to 29 are single words. */
const numbers: readonly [string, WordMeaning][] = [
  ...entries('cero uno dos tres cuatro cinco seis siete ocho nueve', digit),
  ...entries('uno una un', (): WordMeaning => ({ is: 'digit', value: 1, pronoun: true })),
  ...entries('diez once doce trece catorce quince', (at) => teen(10 + at)),
  ...entries('dieciseis diecisiete dieciocho diecinueve veinte', (at) => teen(16 + at)),
  ...entries(
    'veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
    (at) => teen(21 + at),
  ),
  ...entries('veintiun veintiuna', () => teen(21)),
  ['veinte', { is: 'tens', value: 20, needsAnd: true }],
  ...entries('treinta cuarenta cincuenta sesenta setenta ochenta noventa', tens),
  ...entries('cien ciento', (): WordMeaning => ({ is: 'hundreds', value: 100 })),
  ...['os', 'as'].flatMap((ending) =>
    entries(
      'doscient trescient cuatrocient quinient seiscient setecient ochocient novecient',
      (at): WordMeaning => ({ is: 'hundreds', value: 200 + 100 * at }),
    ).map(([stem, meaning]): [string, WordMeaning] => [stem + ending, meaning]),
  ),
  ['mil', { is: 'thousand', alone: true }],
  ['y', { is: 'and', after: ['tens'] }],
  ...entries('primero primer', (): WordMeaning => ({ is: 'ordinal', value: 1, weak: true })),
  ...entries('doble triple', (at): WordMeaning => ({ is: 'repeat', times: 2 + at })),
];

const symbols: readonly [string, WordMeaning][] = [
  ['guion', symbol('-')],
  ['raya', symbol('-')],
  ['guion medio', symbol('-')],
  ['guion bajo', symbol('_')],
  ['raya baja', symbol('_')],
  ['raya abajo', symbol('_')],
  ['raya al piso', symbol('_')],
  ['sub guion', symbol('_')],
  ['subguion', symbol('_')],
  ['punto', symbol('.')],
  ['dos puntos', symbol(':')],
  ['diagonal', symbol('/')],
  ['barra', symbol('/')],
];

/** Names of letters. "Be" and "ve" sound the same, so callers say which: "ve chica", "be grande". */
export const letters: readonly [string, Letter][] = [
  ...Object.entries({
    ce: 'c',
    efe: 'f',
    ge: 'g',
    hache: 'h',
    jota: 'j',
    ka: 'k',
    ele: 'l',
    eme: 'm',
    ene: 'n',
    elle: 'll',
    eñe: 'ñ',
    pe: 'p',
    cu: 'q',
    erre: 'r',
    ere: 'r',
    uve: 'v',
    equis: 'x',
    ye: 'y',
    zeta: 'z',
    ceta: 'z',
    'doble u': 'w',
    'doble ve': 'w',
    'doble uve': 'w',
    'uve doble': 'w',
    'doble erre': 'rr',
    'doble ele': 'll',
    'i griega': 'y',
    'i latina': 'i',
    've chica': 'v',
    've corta': 'v',
    've baja': 'v',
    'be larga': 'b',
    'be grande': 'b',
    'be alta': 'b',
  }).map(([name, text]): [string, Letter] => [name, letter(text)]),
  ...Object.entries({
    a: 'a',
    e: 'e',
    o: 'o',
    u: 'u',
    be: 'b',
    de: 'd',
    ese: 's',
    te: 't',
    ve: 'v',
  }).map(([name, text]): [string, Letter] => [name, weakLetter(text)]),
];

const monthNames =
  'enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre';

/** What Spanish words stand for in numbers, spellings and dates. */
export const meanings: ReadonlyMap<string, WordMeaning> = new Map<string, WordMeaning>([
  ...numbers,
  ...symbols,
  ...letters,
  ...entries(monthNames, (): WordMeaning => ({ is: 'month' })),
  ...entries('este eh ehh em ah pues bueno mmm luego entonces digamos aja pausa', filler),
  ...['o sea', 'a ver', 'y luego', 'y despues'].map((word): [string, WordMeaning] => [
    word,
    filler(),
  ]),
]);
