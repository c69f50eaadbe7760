import type { Random } from './random.ts';
import type { Fill } from './slots.ts';
import { spanishSlots } from './spanish-slots.ts';
import { spanishCode, spanishLetter, spanishNumber } from './spanish-speech.ts';
import { letterWords, numberWords, spokenCode } from './spoken.ts';

/** How values are said in a language. Its templates are in `grammar/`, its word lists in `lexicon/`, by its code. */
export interface Language {
  /** A whole number below a million in words. */
  numberWords(value: number): string;
  /** A letter as a caller says it. */
  letterWords(letter: string, style: 'plain' | 'nato' | 'as in', random: Random): string;
  /** Digits and letters of an identifier as they are spoken. */
  spokenCode(code: string, random: Random): string;
  /** Slots that slots.ts fills for no other language. */
  readonly slots: Readonly<Record<string, Fill>>;
}

export const languages = {
  en: { numberWords, letterWords, spokenCode, slots: {} },
  es: { numberWords: spanishNumber, letterWords: spanishLetter, spokenCode: spanishCode, slots: spanishSlots },
} as const satisfies Readonly<Record<string, Language>>;

export type LanguageCode = keyof typeof languages;
