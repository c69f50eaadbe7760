import type { Language } from '../language.ts';
import { marks } from './marks.ts';
import { meanings } from './meanings.ts';
import { links, phrases } from './phrases.ts';

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
};
