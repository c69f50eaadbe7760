import { isAmongSums, isAmount } from '../../vocabulary/amounts.ts';
import { codeName, isDisease, isProcedureCode } from '../../vocabulary/code-names.ts';
import { monthSource } from '../../vocabulary/months.ts';
import type { Identifier } from './identifier.ts';

const codePrefix = /^(?:(?:icd|cpt|hcpcs[a-z]?|ndc|covid|fy|cyp|mid|rs)-?\d|v-?\d{2}(?!\d))/i;
const month = new RegExp(`\\b(?:${monthSource})\\.? $`, 'i');
const measured =
  /(?:[$£€]|\b(?:rooms?|suite|apt|apartment|bed|bay|floor|stage|grade|table|figure|size|weighs?|weight|pressure|bp|heart rate|pulse|rate|temperature|temp|sats?|saturation|sugars?|glucose|a1c|cholesterol|about|around|almost|nearly|over|times|plus or minus|roughly|approximately|amount|withdraw|platelets?|wbc|white (?:cell )?count|cells?|population|salary|income|earns?|makes?|made|worth|steps|followers|views|counted|copay|co-pay|deductible|premium|balance|owe[sd]?|paid|price|costs?|total|budget|limit|maximum|units?|readings?|numbers were)(?: (?:on|for|of) (?:my|the|our|his|her|that|this) \w{1,12})?(?: (?:is|was|are|were|of|about|around|like)){0,2}) ?$/i;
const countedBehind =
  /^(?:,\d{3}\b|\.\d| ?[%°]| (?:of (?:them|those|these|the|my|our|us)|(?:a|per|each|every) (?:year|month|week|day|hour|night|person|piece)|million|billion|thousand|hundred|patients|bucks|grand)\b)/i;
const inLongerWord = /[\w./@:=&?+-]$/;
const goesOn = /^(?:[@%&=/\\]|[.:]\w)/;
const date8 =
  /^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])(?:0?[1-9]|[12]\d|3[01])(?:19[2-9]\d|20[0-3]\d))$/;

/** An amount with its separators, a date, or a fraction. */
const separated =
  /^(?:\d{1,3}(?:,\d{3}){1,6}|\d{1,4} ?[/. -] ?\d{1,2} ?[/. -] ?(?:19|20)\d\d|(?:19|20)\d\d ?[/.-] ?\d{1,2} ?[/.-] ?\d{1,2}|\d{1,4} ?\/ ?\d{1,4}(?: ?\/ ?\d{1,4})?)$/;
/** Vertebrae, codes of diseases and procedures, and names of products, when no name vouches for them. */
const clinicalCode =
  /^(?:[ctls]\d{1,2}(?: ?[-–/ ] ?[ctls]?\d{1,2}){1,4}|[a-z]\d[0-9a-z]\.[0-9a-z]{1,4}|[a-v]\d{4}|\d{4}[a-z]|g\d{1,2} ?p ?\d{1,5}(?: ?a\d)?|[a-z]{1,4}\d{1,2}[a-z]? .{1,30})$/i;
/** Forms that everybody fills in: "1095-B", "W-2", "CMS-1500". */
const publicForm =
  /^(?:an? ?)?(?:109[589][ -]?[a-z]{0,4}|1040[ -]?(?:[a-z]{1,3})?|8962|w-?[249]|i-?(?:9|94|130|140|485|551|693|765|797[a-z]?|864)|ds-?\d{2,3}|sf-?\d{2,3}|cms-?(?:1500|1763|1490s?|l564|40b)|ub-?04|h ?c ?f ?a[ -]?1500)$/i;
const product =
  /^(?:rtx|gtx|rx|ps|xl|hp|hd|wd|mk|gt|iphone|ipad|ryzen|win|iso|rfc|usb|ddr|lte|wifi|h\dn)[ -]?\d/i;

/** Fractions, decimals and short dates. */
const figures = [
  /\//,
  /^\d{1,12}\.\d{1,12}$/,
  /^(?:0?[1-9]|1[0-2])[-. ](?:0?[1-9]|[12]\d|3[01])[-. ]\d\d$/,
  /^(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d\d$/,
];
const regular: readonly RegExp[] = [...figures, clinicalCode, product];

const lead = 40;
const tail = 24;

const billing =
  /\b(?:cpt|icd|hcpcs|diagnos[ei]s|procedures?|billed|modifiers?)\b|\b[A-TV-Z]\d\d\.\d/i;

/** Limited: a text of thousands of codes is read once for each. */
const billingReach = 160;

/** "code 99214, with diagnosis E11.9": five digits for what was done at a visit, and a disease. */
export const isBilledCode = (text: string, start: number, end: number): boolean =>
  isProcedureCode(text, start, end) ||
  isDisease(text.slice(start, end)) ||
  (/^\d{5}$/.test(text.slice(start, end)) &&
    billing.test(text.slice(Math.max(0, start - billingReach), end + billingReach)));

/** The veto on numbers that no word names: amounts, codes of diseases, parts of dates and of longer words. */
export function isNoIdentifier(text: string, { start, end, compact }: Identifier): boolean {
  const before = text.slice(Math.max(0, start - lead), start);
  const behind = text.slice(end, end + tail);
  return (
    codePrefix.test(compact) ||
    separated.test(text.slice(start, end)) ||
    publicForm.test(text.slice(start, end)) ||
    inLongerWord.test(before) ||
    codeName.test(before) ||
    month.test(before) ||
    measured.test(before) ||
    goesOn.test(behind) ||
    isBilledCode(text, start, end) ||
    countedBehind.test(behind) ||
    isAmount(text, end)
  );
}

/** Two numbers of the same length, the smaller first: "120-140". */
function isRange(said: string): boolean {
  const [, low = '', high = ''] = /^(\d{2,4}) ?[-–] ?(\d{2,4})$/.exec(said) ?? [];
  return low.length === high.length && low < high;
}

/** Digits that two or three prices have. */
const mostInSums = 12;

/** Whether digits read as round numbers, dates or counting do. */
export function isRegular(text: string, { start, end, compact, digits }: Identifier): boolean {
  const said = text.slice(start, end);
  if (regular.some((pattern) => pattern.test(said)) || isRange(said)) return true;
  if (digits <= mostInSums && isAmongSums(text, start, end)) return true;
  if (/\D/.test(compact)) return false;
  return (
    /0{3}$|^(?:\d{1,2}00){1,3}$/.test(compact) ||
    (compact.length > 6 && date8.test(compact)) ||
    isRow(compact)
  );
}

const ascending = '0123456789101112131415';
const descending = '151413121110987654321 0';

/** Whether digits count up or down, are all the same, or try out a line: "one two one two". */
export function isRow(digits: string): boolean {
  return (
    /^(?:(\d)\1{1,30}|(?:123?){2,8})$/.test(digits) ||
    ascending.includes(digits) ||
    descending.includes(digits)
  );
}
