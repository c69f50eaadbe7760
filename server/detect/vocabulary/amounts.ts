/** What turns the number before it into an amount: doses, vitals, durations, money, counts, times. */
const units = [
  'percent|mgs?|mcgs?|micrograms?|milligrams?|kilograms?|grams?|kgs?|ml|mls|milliliters?|cc',
  'liters?|litres?|units?|iu|meq|mmhg|mmol|bpm|beats?|degrees?|pounds?|lbs?|ounces?|oz|feet',
  'foot|ft|inch(?:es)?|inches|cms?|centimeters?|mm|millimeters?|meters?|metres?|miles?|kms?',
  'kilometers?|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?',
  'yrs?|yo|year-olds?|times?|tablets?|tabs?|pills?|capsules?|puffs?|drops?|doses?|shots?',
  'sticks?|packs?|cups?|glasses|beers?|drinks?|dollars?|bucks|cents?|euros?|quid|a\\.?m',
  "p\\.?m|o'?clock|over|out of|digits?|numbers?|letters?(?! \\p{L}(?!\\p{L}))|characters?|people|kids|children",
  'siblings|weeks|grade|percentile|point|x',
].join('|');
const unitAfter = new RegExp(`[ -]?(?:%|°|(?:${units})\\b)`, 'iuy');

/** Whether the number that ends at `at` is an amount with a unit, not an identifier. */
export function isAmount(text: string, at: number): boolean {
  unitAfter.lastIndex = at;
  return unitAfter.test(text);
}

const places = [
  'room|rooms|suite|apt|apartment|ste|bed|bay|ward|floor|version|ver|v|page|chapter|step',
  'section|stage|grade|table|figure|size|exit|gate|flight|highway|route|level',
].join('|');
const link = '(?: (?:is|of|was|as|on|number|at|me))?';
const placeBefore = new RegExp(`(?:[$£€]|\\b(?:${places})${link})\\s{0,2}$`, 'i');

const counts = [
  'weighs?|weight|pressure|bp|heart rate|pulse|rate|temperature|temp|sats?|saturation|sugars?',
  'glucose|a1c|cholesterol|count|about|(?<!way )around|almost|nearly|over|under|every|times',
  'plus or minus|roughly|approximately|transfer|transferred|send|sent|pay|paid|pays|amount',
  'balance|budget|price|cost|costs|charge|charged|fee|total|withdraw|deposit|purchase|bill',
].join('|');
const countedBefore = new RegExp(`(?:#|\\b(?:${counts})${link})\\s{0,2}$`, 'i');

const countedAfter =
  /^ ?(?:usd|eur|gbp|credits?|rupees?|pesos|yen|each|per|guests|persons?|nights?)\b/i;
const leadLength = 32;
const tailLength = 12;
/** Digits from which on a number is no count or measure, whatever loose word stands before it. */
const longNumber = 7;

/** Whether the number at [start, end) counts or measures something: doses, vitals, durations, money, rooms. */
export function isQuantity(text: string, start: number, end: number): boolean {
  if (isAmount(text, end) || countedAfter.test(text.slice(end, end + tailLength))) return true;
  const before = text.slice(Math.max(0, start - leadLength), start);
  const isLong = text.slice(start, end).replace(/\D/g, '').length >= longNumber;
  return placeBefore.test(before) || (!isLong && countedBefore.test(before));
}

/** Words of paying and of sizes. */
const sums =
  /\b(?:charged?|charges|refund\w{0,3}|withdr\w{2,4}|debited|deducted|receipts?|transactions?|(?:off|from|on) (?:of )?my card|plus tax|quote (?:on|for)|tires?|tyres?|(?:will be|is|was|are|still) due)\b/i;
const sumsReach = 80;

/** Whether the words around [start, end) tell of sums or sizes: a number that no word names is then likely one. */
export const isAmongSums = (text: string, start: number, end: number): boolean =>
  sums.test(text.slice(Math.max(0, start - sumsReach), start)) ||
  sums.test(text.slice(end, end + sumsReach));
