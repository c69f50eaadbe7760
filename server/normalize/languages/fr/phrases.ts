import { phrasesIn } from '../language.ts';
import { cues } from './cues.ts';
import { sentences } from './sentences.ts';
import { inAllSpellings } from './spellings.ts';

const pairs = [cues, sentences].flatMap(phrasesIn);

/** Before a vowel articles and "de" are part of the word: "l'adresse", "d'assurance". */
const elided = pairs
  .filter(([french]) => /^[aeiouéèêâîôœ]/u.test(french))
  .flatMap(([french, english]): [string, string][] => [
    [`l'${french}`, `the ${english}`],
    [`d'${french}`, `of ${english}`],
  ]);

/** French phrases in English. */
export const phrases: ReadonlyMap<string, string> = inAllSpellings([...pairs, ...elided]);

/** Articles and prepositions. They are part of names and streets as well: "rue de la Gare", "Le Bihan". */
export const links: ReadonlyMap<string, string> = inAllSpellings(
  Object.entries({
    de: 'of',
    du: 'of the',
    des: 'of the',
    le: 'the',
    la: 'the',
    les: 'the',
    à: 'at',
    au: 'at',
    aux: 'at',
    en: 'in',
    avec: 'with',
    pour: 'for',
    et: 'and',
    ou: 'or',
    un: 'a',
    une: 'a',
  }),
);
