import { languages } from '../../normalize/languages/covered.ts';
import type { ValueWords } from '../../normalize/languages/language.ts';
import { monthSource } from './months.ts';
import { functionWords } from './words.ts';

const english: ValueWords = {
  numbers:
    'zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen(?:th)?|(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|ieth)|hundred|thousand|double|triple|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth',
  months: monthSource,
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

const anyOf = (pick: (words: ValueWords) => string): RegExp => {
  const sources = known.map(pick).filter((source) => source !== '');
  return new RegExp(`^(?:${sources.join('|')})$`, 'i');
};

export const numberWord = anyOf(({ numbers }) => numbers);
export const monthWord = anyOf(({ months }) => months);
export const letterWord = anyOf(({ letters }) => letters);
/** Words of greetings and of sentences that are nobody's name. */
export const neverName = anyOf(({ neverNames }) => neverNames);

/** Whether a word in lower case joins a sentence together in one of the languages. */
export function isFunctionWord(word: string): boolean {
  return known.some((language) => language.functionWords.has(word));
}
