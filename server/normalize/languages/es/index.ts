import type { Language } from '../language.ts';
import { everyday } from './everyday.ts';
import { functionWords } from './function-words.ts';
import { marks } from './marks.ts';
import { meanings } from './meanings.ts';
import { nameFrames } from './name-frames.ts';
import { nameSentences } from './name-sentences.ts';
import { links, phrases } from './phrases.ts';
import { phrasesOfNobody } from './phrases-of-nobody.ts';
import { said } from './said-words.ts';
import { streets } from './streets.ts';
import { valueWords } from './value-words.ts';
import { wordNames } from './word-names.ts';

/** Spanish as it is spoken in the United States and in Mexico. */
export const spanish: Language = {
  code: 'es',
  isUsual: true,
  marks,
  meanings,
  spellingAlphabet: new Set(),
  exampleLeads: [['de'], ['como', 'en'], ['como']],
  phrases,
  links,
  everyday,
  valueWords,
  wordNames,
  nameFrames,
  said,
  nameSentences,
  phrasesOfNobody,
  functionWords,
  streets,
};
