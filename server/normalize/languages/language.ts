/** What a spoken word can stand for in a number, a spelling or a date. */
export type WordMeaning =
  | Digit
  /** A complete number below a hundred to which no digit can be added: "twelve", "veintidós". */
  | { readonly is: 'teen'; readonly value: number }
  /** `needsAnd`: a digit counts to it only behind "and": "treinta y dos" is 32, "treinta dos" is 30 and 2. */
  | { readonly is: 'tens'; readonly value: number; readonly needsAnd?: true }
  | { readonly is: 'ordinal'; readonly value: number; readonly weak?: true }
  /** Times the number before it. */
  | { readonly is: 'hundred' }
  /** A number of hundreds in one word: "doscientos". */
  | { readonly is: 'hundreds'; readonly value: number }
  /** `alone`: with no number before it one thousand: "mil novecientos". */
  | { readonly is: 'thousand'; readonly alone?: true }
  /** Stands between parts of a number: "treinta y dos", "two hundred and nine". */
  | { readonly is: 'and'; readonly after: readonly ('tens' | 'hundred')[] }
  | { readonly is: 'repeat'; readonly times: number }
  | { readonly is: 'symbol'; readonly text: string }
  /** The name of a letter. A weak one is also an everyday word, and a letter only next to others. */
  | { readonly is: 'letter'; readonly text: string; readonly weak?: true }
  | { readonly is: 'month' }
  | { readonly is: 'filler' };

interface Digit {
  readonly is: 'digit';
  readonly value: number;
  /** Means a digit only next to others: "oh". */
  readonly weak?: true;
  /** Also an article or a pronoun, and left alone where it stands alone: "one", "una". */
  readonly pronoun?: true;
}

/**
 * A language that callers speak, as data. What its words mean in numbers, spellings and dates the readers
 * of this folder's parent apply; all its other words that recognizers must know it puts into English, in
 * which recognizers think (decision 0074). Keys are in lower case, without the accents that `withoutAccents`
 * takes away; several words are divided by one blank.
 */
export interface Language {
  /** ISO 639-1. */
  readonly code: string;
  /** Whether texts are read in it under every policy; others are read under a policy that lists them. */
  readonly isUsual: boolean;
  /** Signs, words, or two words in a row that no other covered language has: a text with one is read in this language as well. */
  readonly marks: ReadonlySet<string>;
  readonly meanings: ReadonlyMap<string, WordMeaning>;
  /** Words that stand for their first letter in a spelling. */
  readonly spellingAlphabet: ReadonlySet<string>;
  /** What leads to the example of a letter: "as in" boy, "de" burro. */
  readonly exampleLeads: readonly (readonly string[])[];
  /** What the language calls things, in English. */
  readonly phrases: ReadonlyMap<string, string>;
  /** Words between others that are put into English only next to a number or a phrase: "de", "el". */
  readonly links: ReadonlyMap<string, string>;
  /** Its everyday words, which tell the language of a text; absent for English, whose words the detection has. */
  readonly everyday?: CommonWords;
  /** The words of its values and sentences, where the model knows the language. */
  readonly valueWords?: ValueWords;
  /** Its names that are ordinary words too. */
  readonly wordNames?: WordNames;
  /** What stands around a name that only a person can have, where the model knows the language. */
  readonly nameFrames?: readonly NameFrame[];
  /** Sentences about names, where the model knows the language. */
  readonly nameSentences?: NameSentences;
  /** What values and their sentences are known by in texts as they were said. */
  readonly said?: SaidWords;
  /** Phrases in which a word that may be a name is none: "como juan por su casa". */
  readonly phrasesOfNobody?: readonly PhraseOfNobody[];
  /** Words that join a sentence together: none of them is part of a street name or an identifier. */
  readonly functionWords: ReadonlySet<string>;
  /** Its words of streets, where the type stands before the name: "calle Hidalgo". */
  readonly streets?: StreetWords;
  /** What gives away values of its countries by their form. */
  readonly forms?: readonly ValueForm[];
  /** The words around names, of a language that the model does not know. */
  readonly names?: NameWords;
}

/** What tells a language, and what stays readable where its turns are masked. */
export interface CommonWords {
  /** Words that are no names of people or places. */
  readonly words: string;
  /** Words of numbers: they tell a language too, and are never left readable in a row. */
  readonly numbers: string;
}

/** What the words of a value can be in one language; accents stand as callers' recognisers write them. */
export interface ValueWords {
  /** Numbers, their parts and ordinals, as a pattern's source. */
  readonly numbers: string;
  readonly months: string;
  /** What amounts alone are said with: "mil"; none is part of a code that is read out. */
  readonly magnitudes: string;
  /** What signs between the parts of a code or an address are called; `signs` are the others. */
  readonly hyphen: string;
  readonly slash: string;
  readonly signs: string;
  /** What leads to the number of a unit behind an address, and what may stand between the two. */
  readonly units: string;
  readonly unitLinks: string;
  /** Names of letters that are said in full, as a pattern's source. */
  readonly letters: string;
  /** Words that join a sentence together: none is a street, and those of `neverNames` are no name. */
  readonly functionWords: ReadonlySet<string>;
  readonly neverNames: string;
}

export interface WordNames {
  /** Names and short forms that also say how dear somebody is. */
  readonly dear: ReadonlySet<string>;
  /** Other names that are ordinary words, and short forms that no list of names has. */
  readonly others: ReadonlySet<string>;
}

/** Words around a name that only a person can stand between. `before` and `after` end at the name. */
export interface NameFrame {
  readonly before: RegExp;
  readonly after: RegExp;
  /** Whether a word that says how dear somebody is may be the name, which it is not in "mi hija linda". */
  readonly takesDear: boolean;
}

/** Sentences about names, as sources of patterns. */
export interface NameSentences {
  /** What stands before the name that people call somebody, and may stand behind it: "todos me dicen cuca pero". */
  readonly called: string;
  readonly afterCalled: string;
  /** A question for nothing but a name, or for who somebody is. */
  readonly asked: string;
  /** What a turn may begin with that reads an answer back, how it says so, and what may stand behind the name. */
  readonly opening: string;
  readonly heard: string;
  readonly confirmed: string;
  /** Behind these even an ordinary word is a name: "doctor", "me llamo". */
  readonly introduced: string;
  /** What stands before a word that somebody exclaims. */
  readonly exclaimed: RegExp;
  /** What leads to the name of the place that was called, and must stand behind it. */
  readonly welcomed: RegExp;
  readonly afterWelcome: RegExp;
}

/** Words that detection needs beside the English that a text is put into, as sources of patterns. */
export interface SaidWords {
  /** Before the last part of a number, and between two long ones: "y luego". */
  readonly goingOn: string;
  readonly betweenParts: string;
  /** What is read off again and again, what else is measured, and what a turn about amounts has. */
  readonly readings: string;
  readonly measures: string;
  readonly amounts: string;
  /** What codes are called, what else than a bill has them, and what stands before one on a bill. */
  readonly codes: string;
  readonly ownCodes: string;
  readonly billed: string;
  readonly extension: string;
  /** Words of a sentence that stand beside an e-mail address, and are no part of one. */
  readonly besideMail: string;
  /** What a sentence goes on with behind a password that it does not tell, or begins with where it tells none. */
  readonly behindPassword: string;
  readonly noSecret: string;
  readonly holidays: string;
  /** Before a weekday: "próximo". */
  readonly next: string;
  /** Behind a day of the month, where no noun follows that it counts. */
  readonly behindDay: string;
  /** What is said of visits. */
  readonly visits: string;
  /** Before the name of a place that is then a brand or a plant: "agua de". */
  readonly brands: string;
}

/** A word, and what stands before and behind it. */
export type PhraseOfNobody = readonly [said: RegExp, before: RegExp, behind: RegExp];

/** Words of streets, as sources of patterns. */
export interface StreetWords {
  /** Types, of which a name behind them can be a street without a number. */
  readonly sure: string;
  readonly types: string;
  /** Words that are part of a name, but neither begin nor end one; those of English too, in which phrases are. */
  readonly joints: string;
  readonly units: string;
  /** Parts of a town. */
  readonly areas: string;
  /** Words that end a name, besides function words. */
  readonly ends: string;
  /** Digits that are part of a name: "calle 5 de Mayo". */
  readonly numberInName: string;
  /** What stands before a number; the first one also before that of a unit. */
  readonly number: string;
  readonly house: string;
  readonly directions: string;
  /** A house number that stands before the type, with what joins the two. */
  readonly houseBefore: string;
  /** Words that put somebody at a place. */
  readonly placed: string;
  /** What a street is not called. */
  readonly plain: string;
  readonly code: string;
  /** What leads to the city, which otherwise stands behind the code; absent where it stands before it. */
  readonly city?: string;
  /** Of houses without a street. */
  readonly block?: string;
  readonly lot?: string;
}

/** A value that its form gives away. */
export interface ValueForm {
  readonly kind: string;
  readonly name: string;
  /** A pattern's source; the group `value`, where it has one, is the value. */
  readonly source: string;
  /** 0 to 1. */
  readonly score: number;
  /** In what was asked, a pattern's source: it counts as an answer to that alone. */
  readonly asked?: string;
  /** Whether the digits of a value are right. */
  readonly accepts?: (value: string) => boolean;
}

/** How the words around a name show that it is one; sources of patterns stand between word boundaries. */
export interface NameWords {
  /** Whether most people know a word in lower case, and it is not usual as a name. */
  readonly isEveryday: (word: string) => boolean;
  /** Everyday words inside of names: "de la Tour". */
  readonly particles: ReadonlySet<string>;
  /** Behind these any word is a name: "docteur", "monsieur". */
  readonly titles: string;
  /** Behind these words that are not everyday ones are a name: "je m'appelle". */
  readonly leads: string;
  /** Behind these two such words are, or one with a capital: "c'est", "ma fille". */
  readonly weakLeads: string;
  /** What may stand between a lead and a name: "mon nom c'est …". */
  readonly joints: string;
  /** What may stand behind a name alone: "à l'appareil". */
  readonly trails: string;
  /** In a question that a name answers. */
  readonly asked: string;
}

/** Entries of a map from a list of words, each with the meaning of its place in the list. */
export const entries = <Meaning>(
  words: string,
  meaning: (at: number) => Meaning,
): [string, Meaning][] => words.split(' ').map((word, at) => [word, meaning(at)]);

/**
 * Phrases with their English, from rows of English, " = ", and the phrases with commas between. A row goes on up to the
 * next line with a sign of equality.
 */
export const phrasesIn = (rows: string): [string, string][] =>
  rows
    .trim()
    .split(/\n(?=.* = )/)
    .flatMap((row) => {
      const [english = '', said = ''] = row.trim().split(' = ');
      const phrases = said.trim().replace(/\s+/g, ' ').split(', ');
      return phrases.map((phrase): [string, string] => [phrase, english]);
    });

const plainVowels = new Map(Object.entries({ á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u' }));

/** A lower-case word without the accents that speech recognition writes or leaves out; `ñ` stays. */
export function withoutAccents(word: string): string {
  if (/^[\0-\x7F]*$/.test(word)) return word;
  return word.normalize('NFC').replace(/[áéíóúü]/g, (vowel) => plainVowels.get(vowel) ?? vowel);
}
