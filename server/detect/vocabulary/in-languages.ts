import { languages } from '../../normalize/languages/covered.ts';
import type { Language } from '../../normalize/languages/language.ts';

/** The source of a pattern of English, with what other languages say for it. */
export const inLanguages = (
  english: string,
  pick: (language: Language) => string | undefined,
): string => [english, ...languages.flatMap((language) => pick(language) ?? [])].join('|');
