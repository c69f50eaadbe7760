import { monthSource } from '../vocabulary/months.ts';

const longest = 5;
const clock = /^(?:1[0-2]|[1-9])[ :]?[0-5]\d$/;
const atTime = /\b(?:at|by|until|till|before|after|around) $/i;
const ofDay = new RegExp(
  `^ (?:this|in the|tomorrow|yesterday) (?:morning|afternoon|evening)\\b|^ (?:tonight|sharp)\\b|^ on (?:${monthSource}|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\\b`,
  'i',
);
const emergency = /^(?:911|988)$/;
const dialled = /\b(?:call|calling|called|dial|text|al|or) $/i;
/** A number with a name is no time, whatever follows it: "my claim 1150 on monday". */
const named =
  /\b(?:is|in|numbers?|id|es|en|claim|case|chart|account|record|mrn|order|ticket|invoice|reference|confirmation|code|pin|policy|member) $/i;
const reach = 16;
const behind = 20;

/** Whether [start, end) is a time of day or the number that everybody calls for help: "at two fifteen", "call nine one one". */
export function isNobodys(text: string, start: number, end: number): boolean {
  if (end - start > longest) return false;
  const said = text.slice(start, end);
  const lead = text.slice(Math.max(0, start - reach), start);
  if (emergency.test(said) && dialled.test(lead)) return true;
  if (!clock.test(said)) return false;
  return atTime.test(lead) || (!named.test(lead) && ofDay.test(text.slice(end, end + behind)));
}

const sum =
  /^(?:(?:pay|met|owe|cost|about) )?(?:[a-z]{2,9} ){1,2}(?:hundred|thousand)(?:(?: and)? [a-z]{3,9}(?: [a-z]{3,5})?)?$/i;

/** Whether a number is said as an amount: "fifteen hundred", "nine hundred and twelve". */
export const isSum = (said: string): boolean => sum.test(said);
