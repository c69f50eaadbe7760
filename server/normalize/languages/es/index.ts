import type { Language } from '../language.ts';
import { marks } from './marks.ts';
import { meanings } from './meanings.ts';
import { nameFrames, nameSentences, phrasesOfNobody, wordNames } from './names.ts';
import { links, phrases } from './phrases.ts';
import { streets } from './streets.ts';
import { everyday, functionWords, said, valueWords } from './words.ts';

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
