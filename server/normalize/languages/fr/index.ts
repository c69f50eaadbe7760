import type { Language } from '../language.ts';
import { forms } from './forms.ts';
import { marks } from './marks.ts';
import { meanings } from './meanings.ts';
import { names } from './names.ts';
import { links, phrases } from './phrases.ts';
import { streets } from './streets.ts';
import { everyday, functionWords } from './words.ts';

/** French as it is spoken in France; numbers also as in Belgium and Switzerland. */
export const french: Language = {
  code: 'fr',
  isUsual: false,
  marks,
  meanings,
  spellingAlphabet: new Set(),
  exampleLeads: [['comme', 'dans'], ['comme']],
  phrases,
  links,
  everyday,
  functionWords,
  streets,
  forms,
  names,
};
