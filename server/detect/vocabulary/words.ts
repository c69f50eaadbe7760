/** Words that join a sentence together; none of them is part of a street name or an identifier. */
export const functionWords: ReadonlySet<string> = new Set(
  (
    'a about after again all also am an and any are as at back be because been before but by call can ' +
    'check could did do does down each ever few for from get give go going got had has have he her ' +
    'here him his how i if in into is it its just last let like long look make many may me might more ' +
    'most much must my need next no not now of off ok okay on one only or other our out over per please ' +
    'put said same say see send she should since so some still such take than that the their them then ' +
    'there these they this those thru till to too took two uh um under until up us use very was way ' +
    'we well went were what when where which while who why will with would yeah yep yes yet you your ' +
    "i'm it's i've that's there's don't didn't we're you're he's she's can't let's i'll we'll " +
    'her hers mine sir miss hi hey oh er hmm mhm really right sorry thanks wait actually'
  ).split(' '),
);

export const months: ReadonlySet<string> = new Set(
  'january february march april may june july august september october november december'.split(
    ' ',
  ),
);

/**
 * What turns the number before it into an amount: doses, vitals, durations, money, counts, times.
 * Sticky: tested where the number ends.
 */
export const unitAfter =
  /[ -]?(?:%|°|(?:percent|mgs?|mcgs?|micrograms?|milligrams?|kilograms?|grams?|kgs?|ml|mls|milliliters?|cc|liters?|litres?|units?|iu|meq|mmhg|mmol|bpm|beats?|degrees?|pounds?|lbs?|ounces?|oz|feet|foot|ft|inch(?:es)?|inches|cms?|centimeters?|mm|millimeters?|meters?|metres?|miles?|kms?|kilometers?|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?|yrs?|yo|year-olds?|times?|tablets?|tabs?|pills?|capsules?|puffs?|drops?|doses?|shots?|sticks?|packs?|cups?|glasses|beers?|drinks?|dollars?|bucks|cents?|euros?|quid|a\.?m|p\.?m|o'?clock|over|out of|digits?|numbers?|letters?|characters?|people|kids|children|siblings|weeks|grade|percentile|point|x)\b)/iy;

/** Whether the number that ends at `at` is an amount with a unit, not an identifier. */
export function isAmount(text: string, at: number): boolean {
  unitAfter.lastIndex = at;
  return unitAfter.test(text);
}

/** Whether the text holds a digit: nothing numeric can match without one. */
export function hasDigit(text: string): boolean {
  return /\d/.test(text);
}

/** ASCII letters in lower case; the length never changes, unlike `toLowerCase`. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export interface PrecedingWord {
  readonly start: number;
  readonly text: string;
  /** What stands between this word and what follows it. */
  readonly gap: string;
}

const wordChar = /[\p{L}\p{N}'’.-]/u;
const gapChar = /[\s,;>]/;
const maxWord = 26;

function runBefore(text: string, at: number, pattern: RegExp, most: number): number {
  let start = at;
  while (start > 0 && at - start < most && pattern.test(text[start - 1] ?? '')) start--;
  return start;
}

/** Up to `count` words before `at`, the nearest first; words longer than 26 characters end the row. */
export function wordsBefore(text: string, at: number, count: number): PrecedingWord[] {
  const words: PrecedingWord[] = [];
  let position = at;
  while (words.length < count) {
    const end = runBefore(text, position, gapChar, 6);
    const start = runBefore(text, end, wordChar, maxWord);
    if (start === end || wordChar.test(text[start - 1] ?? '')) break;
    words.push({ start, text: text.slice(start, end), gap: text.slice(end, position) });
    position = start;
  }
  return words;
}

/** Where a name of capitalised words begins that ends at `at`, at most `count` of them; `at` when none. */
export function capitalsBefore(text: string, at: number, count: number): number {
  let start = at;
  for (const word of wordsBefore(text, at, count)) {
    const isFirst = start === at;
    if (!/^\p{Lu}/u.test(word.text) || !(isFirst ? /^,?\s{1,2}$/ : /^ $/).test(word.gap)) break;
    start = word.start;
  }
  return start;
}
