import { languages } from '../../normalize/languages/covered.ts';
import type { ValueWords } from '../../normalize/languages/language.ts';
import { monthSource } from './months.ts';
import { functionWords } from './words.ts';

const english: ValueWords = {
  numbers:
    'zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen(?:th)?|(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|ieth)|hundred|thousand|double|triple|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth',
  months: monthSource,
  magnitudes: 'hundred|thousand|million|billion',
  hyphen: 'dash|hyphen',
  slash: 'slash',
  signs: 'slash|dot|point|underscore|space|period|com|not',
  units: 'unit|apartment|apt|suite|ste|lot|trailer|floor|building',
  unitLinks: "[,.#]|number|no|is|it's|its",
  letters: '',
  functionWords,
  neverNames:
    'bot|chatbot|robot|appts?|meds|bday|im|ive|youre|theyre|theres|thats|whats|hes|shes|weve|theyve|dont|doesnt|didnt|isnt|wasnt|arent|cant|wont|wouldnt|couldnt|shouldnt|hasnt|havent|lets|maam|triage|hon|darlin|sweetie|sweetheart|geez|merci|habibti|salamat|sister|baby|lady|haha(?:ha)*|reverend|rabbi|imam|chaplain|monsignor|sergeant|lieutenant|professor|doctor|nurse|sir|madam|mister|missus|interpreter|translator|doke|assalam\\w*|alaikum|amish|mennonite|tigrinya|amharic|cantonese|mandarin|tagalog|operator|receptionist|kidneys?|liver|bladder|lungs|spleen|pancreas|thyroid|irish|scottish|arabic|armenian|vietnamese|korean|japanese|chinese|russian|ukrainian|italian|portuguese|brazilian|hindi|gujarati|finnish|swedish|norwegian|yiddish|nepali|dispatch|punjabi|urdu|bengali|somali|ethiopian|nigerian|filipino|hmong|farsi|persian|turkish|greek|hebrew|swahili|spanish|haitian|guatemalan|salvadoran|honduran|dominican|mexican|cuban|creole',
};

/** Those of the languages whose values the model finds. */
const known: readonly ValueWords[] = [
  english,
  ...languages.flatMap(({ valueWords }) => valueWords ?? []),
];

const sourceOf = (pick: (words: ValueWords) => string): string =>
  known
    .map(pick)
    .filter((source) => source !== '')
    .join('|');
const anyOf = (pick: (words: ValueWords) => string): RegExp =>
  new RegExp(`^(?:${sourceOf(pick)})$`, 'i');

export const numberWord = anyOf(({ numbers }) => numbers);
export const monthWord = anyOf(({ months }) => months);
export const magnitude = anyOf(({ magnitudes }) => magnitudes);
/** What a hyphen is called, as a pattern's source. */
export const hyphen = sourceOf(({ hyphen: said }) => said);
/** What stands between the parts of a number. */
export const strokeWord = anyOf(({ hyphen: said, slash }) => `${said}|${slash}`);
/** What stands between the parts of a code or of an address. */
export const signWord = anyOf(({ hyphen: said, signs }) => `${said}|${signs}`);
export const unitWord = anyOf(({ units }) => units);
export const unitLink = anyOf(({ unitLinks }) => unitLinks);
export const letterWord = anyOf(({ letters }) => letters);
/** Words of greetings and of sentences that are nobody's name. */
export const neverName = anyOf(({ neverNames }) => neverNames);

/** Whether a word in lower case joins a sentence together in one of the languages. */
export function isFunctionWord(word: string): boolean {
  return known.some((language) => language.functionWords.has(word));
}
