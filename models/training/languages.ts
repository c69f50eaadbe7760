import type { Language } from './slot-context.ts';
import { spanishSlots } from './spanish-slots.ts';
import { months as spanishMonths, spanishCode, spanishLetter, spanishNumber, spanishYear } from './spanish-speech.ts';
import { letterWords, months, numberWords, ordinalWords, spokenCode, yearWords } from './spoken.ts';
import type { LanguageCode } from './word-lists.ts';

export const languages = {
  en: {
    numberWords, letterWords, spokenCode, yearWords, slots: {},
    months,
    dayWords: (day, random) => (random.chance(0.4) ? `the ${ordinalWords(day)}` : random.chance(0.5) ? ordinalWords(day) : numberWords(day)),
    monthDay: (month, day, random) => (random.chance(0.7) ? `${month} ${day}` : `${day}${random.pick([' of ', ' '])}${month}`),
    mailJoints: ['dot', 'underscore', 'dash', 'then', 'and then', 'period', 'hyphen', 'no space'],
  },
  es: {
    numberWords: spanishNumber, letterWords: spanishLetter, spokenCode: spanishCode, yearWords: spanishYear, slots: spanishSlots,
    months: spanishMonths,
    dayWords: (day, random) => `${random.pick(['', '', 'el ', 'el día '])}${day === 1 ? random.pick(['primero', 'uno']) : spanishNumber(day)}`,
    monthDay: (month, day, random) => (random.chance(0.8) ? `${day} de ${month}` : `${month} ${day}`),
    mailJoints: ['punto', 'guion bajo', 'guion', 'y luego', 'raya baja', 'raya abajo', 'todo pegado', 'underscore'],
  },
} as const satisfies Readonly<Record<LanguageCode, Language>>;
