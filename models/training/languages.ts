import type { Language } from './slot-context.ts';
import { spanishSlots } from './spanish-slots.ts';
import { spanishCode, spanishLetter, spanishNumber } from './spanish-speech.ts';
import { letterWords, numberWords, spokenCode } from './spoken.ts';
import type { LanguageCode } from './word-lists.ts';

export const languages = {
  en: { numberWords, letterWords, spokenCode, slots: {} },
  es: { numberWords: spanishNumber, letterWords: spanishLetter, spokenCode: spanishCode, slots: spanishSlots },
} as const satisfies Readonly<Record<LanguageCode, Language>>;
