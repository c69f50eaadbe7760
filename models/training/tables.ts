import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { FeatureTables } from '../../server/detect/ner/batch.ts';
import { type Lexicon, lexiconBits, parseLexicon } from '../../server/detect/ner/lexicon.ts';
import { parseVocabulary } from '../../server/detect/ner/vocabulary.ts';
import { isHeldOutName } from './names.ts';

const models = join(import.meta.dirname, '..');
const { firstName, surname, proper, usualFirstName, usualSurname } = lexiconBits;
/** Marks that say of a word that it is a name. */
export const nameBits = firstName | surname | proper | usualFirstName | usualSurname;

export function readVocabulary(): FeatureTables['vocabulary'] {
  return parseVocabulary(readFileSync(join(models, 'vocabulary.txt'), 'utf8'));
}

/** The lexicon, and the tables of training: without the held-out names, so that they are unknown to the model in every way. */
export function readTables(): { lexicon: Lexicon; training: FeatureTables } {
  const packed = readFileSync(join(models, 'lexicon.txt.br'));
  const lexicon = parseLexicon(brotliDecompressSync(packed).toString('utf8'));
  const known = [...lexicon].map(([form, bits]) => [form, isHeldOutName(form) ? bits & ~nameBits : bits] as const);
  return { lexicon, training: { lexicon: new Map(known), vocabulary: readVocabulary() } };
}
