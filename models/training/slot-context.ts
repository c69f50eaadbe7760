import type { Piece } from './labelled-text.ts';
import type { NameSource } from './names.ts';
import type { Random } from './random.ts';
import type { WordLists } from './word-lists.ts';

/** How an utterance is written: as typed, or as a recogniser without number formatting gives it. */
export interface Style {
  /** Share of numbers that are in words. */
  readonly spokenNumbers: number;
}

export interface SlotContext {
  readonly random: Random;
  readonly names: NameSource;
  readonly style: Style;
  readonly words: WordLists;
  readonly language: Language;
}

export type Fill = (context: SlotContext) => Piece[];

/** How values are said in a language. Its templates are in `grammar/`, its word lists in `lexicon/`, by its code. */
export interface Language {
  /** A whole number below a million in words. */
  numberWords(value: number): string;
  /** A letter as a caller says it. */
  letterWords(letter: string, style: 'plain' | 'nato' | 'as in', random: Random): string;
  /** Digits and letters of an identifier as they are spoken. */
  spokenCode(code: string, random: Random): string;
  readonly months: readonly string[];
  /** A day of the month in words. */
  dayWords(day: number, random: Random): string;
  yearWords(year: number, random: Random): string;
  /** A month and a day of it, in the order of the language. */
  monthDay(month: string, day: string, random: Random): string;
  /** What stands between the parts of an e-mail address when it is said. */
  readonly mailJoints: readonly string[];
  /** Slots that `slots.ts` fills for no other language. */
  readonly slots: Readonly<Record<string, Fill>>;
}
