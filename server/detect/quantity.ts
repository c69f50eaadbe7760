import { isAmount } from './recognizers/words.ts';

const countedBefore =
  /(?:[$£€#]|\b(?:room|rooms|suite|apt|apartment|ste|bed|bay|ward|floor|version|ver|v|page|chapter|step|section|stage|grade|table|figure|size|exit|gate|flight|highway|route|level|weighs?|weight|pressure|bp|heart rate|pulse|rate|temperature|temp|sats?|saturation|sugars?|glucose|a1c|cholesterol|count|about|around|almost|nearly|over|under|every|times|plus or minus|roughly|approximately|transfer|transferred|send|sent|pay|paid|pays|amount|balance|budget|price|cost|costs|charge|charged|fee|total|withdraw|deposit|purchase|bill)(?: (?:is|of|was|as|on|number|at|me))?)\s{0,2}$/i;

const countedAfter =
  /^ ?(?:usd|eur|gbp|credits?|rupees?|pesos|yen|each|per|guests|persons?|nights?)\b/i;
const leadLength = 32;
const tailLength = 12;

/** Whether the number at [start, end) counts or measures something: doses, vitals, durations, money, rooms. */
export function isQuantity(text: string, start: number, end: number): boolean {
  return (
    isAmount(text, end) ||
    countedAfter.test(text.slice(end, end + tailLength)) ||
    countedBefore.test(text.slice(Math.max(0, start - leadLength), start))
  );
}
