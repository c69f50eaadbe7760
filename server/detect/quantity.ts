import { isAmount } from './recognizers/words.ts';

const countedBefore =
  /(?:[$£€#]|\b(?:room|rooms|suite|apt|apartment|ste|bed|bay|ward|floor|version|ver|v|page|chapter|step|section|stage|grade|table|figure|size|exit|gate|flight|highway|route|level|weighs?|weight|pressure|bp|heart rate|pulse|rate|temperature|temp|sats?|saturation|sugars?|glucose|a1c|cholesterol|count|about|around|almost|nearly|over|under|every|times|plus or minus|roughly|approximately)(?: (?:is|of|was|number|at))?)\s{0,2}$/i;

const leadLength = 32;

/** Whether the number at [start, end) counts or measures something: doses, vitals, durations, money, rooms. */
export function isQuantity(text: string, start: number, end: number): boolean {
  return (
    isAmount(text, end) || countedBefore.test(text.slice(Math.max(0, start - leadLength), start))
  );
}
