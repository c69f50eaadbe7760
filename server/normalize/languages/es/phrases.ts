import { phrasesIn } from '../language.ts';
import { cues } from './cues.ts';
import { letters } from './meanings.ts';
import { sentences } from './sentences.ts';

const pairs = [cues, sentences].flatMap(phrasesIn);

/** What is numbered by letters, which are said by their names: "departamento be". */
const lettered = Object.entries({
  departamento: 'apartment',
  apartamento: 'apartment',
  apto: 'apartment',
  depto: 'apartment',
  depa: 'apartment',
  edificio: 'building',
  espacio: 'space',
  lote: 'lot',
}).flatMap(([spanish, english]) =>
  letters.map(([name, { text }]): [string, string] => [`${spanish} ${name}`, `${english} ${text}`]),
);

/** Spanish phrases in English. */
export const phrases: ReadonlyMap<string, string> = new Map([...lettered, ...pairs]);

/** Articles and prepositions. They are part of names and streets as well: "de la Cruz", "Los Ángeles". */
export const links: ReadonlyMap<string, string> = new Map(
  Object.entries({
    de: 'of',
    del: 'of the',
    el: 'the',
    la: 'the',
    los: 'the',
    las: 'the',
    en: 'in',
    con: 'with',
    para: 'for',
    a: 'to',
    al: 'at',
    y: 'and',
    o: 'or',
    son: 'are',
    un: 'a',
    una: 'a',
    ultimos: 'last',
    ultimas: 'last',
    primeros: 'first',
    primeras: 'first',
  }),
);
