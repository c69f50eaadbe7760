import { inLanguages } from './in-languages.ts';

/** What right before a number or code says that it is nobody's: of a disease, a procedure, a drug, a tooth, a page. */
export const codeName =
  /\b(?:i ?c ?d(?:[ -](?:9|10|nine|ten))?|c ?p ?t|c ?d ?t|h ?c ?p ?c ?s|n ?d ?c|loinc|snomed|isbn|issn|brace|diagnosis|procedure|billing|revenue|modifier|denial|reason|error|area|promo|coupon|bar|qr|tooth|teeth|version|model|windows|ext(?:ension)?|channel|episode|flight|train|bus|route|highway|interstate|page|chapter|verse|level|year|fiscal|score|forms?|formularios?|procedimiento|range|station|lane|aisle|plantillas?|h ?c ?g|t ?s ?h|p ?s ?a|b ?n ?p|c ?r ?p|[hl] ?d ?l|ferritin|triglycerides|billed (?:as|under|with)|modifiers?)(?:[ -]?\d{1,2})?(?:'s)?(?: codes?)?(?:,? (?:is|was|of|numbers?))?[\s:#-]{0,3}$/i;

/** The name of a coding system, which a value begins with. */
const codedAs =
  /^(?:i ?c ?d|c ?p ?t|h ?c ?p ?c ?s|n ?d ?c|loinc|snomed|(?:cms|ub|h ?c ?f ?a)[ -]?(?:\d{2,4}[a-z]?|fifteen hundred)$)\b/i;
/** Digits that a span left out, said between the name and the span. */
const saidBefore = /(?:\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|[a-z]) ){1,4}$/i;
/** Codes of diseases, with their point. */
const disease = /^[a-tv-z]\d[\da-z](?<rest>\.[\da-z]{1,4})?$/i;
const money =
  /\b(?:deductible|copay|co-pay|premium|balance|out of pocket|owe[sd]?|paid|price|costs?|total)(?: (?:left|remaining))?(?: (?:is|was|of|about))?\s$/i;
const eachTime = /^ (?:a|per|each|every) (?:month|week|year|day|visit)\b/i;
const lead = 40;
const callReach = 56;

/** A digit in words, as a pattern's source. */
export const digitWord =
  '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)';
const anyDigit = `(?:\\d|${digitWord})`;
const oneProcedure = `(?:[a-z]\\d{4}|(?:${anyDigit} ?){4}${anyDigit})`;
const procedure = new RegExp(
  `^(?:un |1 )?${oneProcedure}(?:,? (?:and|or|y|o) ${oneProcedure})*$`,
  'i',
);
/** A bill lists what was done by its codes. */
const billed = new RegExp(
  `\\b(?:${inLanguages(
    'coded (?:it |me |this )?as\\s|(?:you|they|we|i|to|was|were|be|got|already) (?:bill|billed|coded?)(?: for)?(?: \\d{5},? (?:or|and|with))?\\s|(?:bills?|eobs?|statement|claim|insurance|plan)(?: (?:just|only))? (?:says|shows|lists|is for|covers?)(?: (?:the|an?))?\\s',
    ({ said }) => said?.billed,
  )})$`,
  'i',
);
/** Forms of the tax and immigration offices: "1095-A", "I-693". */
const officialForm = /^(?:10(?:40|9[589])(?:[ -]?[a-z]{1,3})?|i-?\d{3}[a-z]?|w-?[249])$/i;
const letterOfForm = /^-?[a-z]\b/i;
const modified = /^,? (?:with (?:an? |the )?)?modifier\b/i;
const calledCode = new RegExp(
  `\\b(?:${inLanguages('codes?', ({ said }) => said?.codes)})(?:['’]s)?(?:\\W{1,3}(?:is|it|it's|on|of|my|an?|or|de|la|es|el|en|\\d{5}|\\p{L}{3,14})){0,8}\\W{0,3}$`,
  'iu',
);
const ownCode = new RegExp(
  `\\b(?:${inLanguages(
    'access|gate|door|entry|security|verification|zip|postal|post|area|confirmation|pass|pin|one[ -]time|login|log in|alarm|lock|reset|sign|texted|sent|your|my(?! (?:bill|eob|statement|receipt))',
    ({ said }) => said?.ownCodes,
  )})\\b`,
  'iu',
);

/** Digits one by one may be the code of a door, unless a bill has them. */
const readOut = /\d \d/;
const ofBill =
  /\b(?:bills?|billed|cobraron|facturaron|c ?p ?t|claim|eob|statement|factura|recibo)\b/i;

/** Whether [start, end) has the form of a procedure's code and is called a code, and nobody's own: "the code is 99213". */
export function isProcedureCode(text: string, start: number, end: number): boolean {
  const value = text.slice(start, end);
  if (!procedure.test(value)) return false;
  const before = text.slice(Math.max(0, start - callReach), start);
  if (readOut.test(value) && !ofBill.test(before)) return false;
  const isCalled = calledCode.test(before) && !ownCode.test(before);
  return isCalled || billed.test(before) || modified.test(text.slice(end, end + lead));
}

/** Whether [start, end) is the number of an official form: "a 1095-A". */
function isOfficialForm(text: string, start: number, end: number): boolean {
  const value = text.slice(start, end);
  return officialForm.test(value) && (/[a-z]/i.test(value) || letterOfForm.test(text.slice(end)));
}

/** Whether [start, end) is a code of medicine or an amount of money: nobody's identifier. */
export function isPublicCode(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - lead), start);
  const value = text.slice(start, end);
  return (
    codedAs.test(value) ||
    isProcedureCode(text, start, end) ||
    isOfficialForm(text, start, end) ||
    codeName.test(before) ||
    codeName.test(before.replace(saidBefore, '')) ||
    money.test(before) ||
    eachTime.test(text.slice(end, end + 16)) ||
    isDisease(value, text.slice(end, end + 2)) ||
    /[a-z]\d\d\.$/i.test(before.slice(-4))
  );
}

/** Whether a value is the code of a disease, or the beginning of one: "O24.410". */
export function isDisease(value: string, behind = ''): boolean {
  const found = disease.exec(value);
  return found !== null && (found.groups?.['rest'] !== undefined || /^\.\d/.test(behind));
}

/** Titles, units, fields and other words without a vowel. */
const noPrefix =
  /^(?:mrs|ms|dr|sr|jr|st|nd|rd|th|nth|ft|mg|ml|kg|lbs?|hrs?|cm|km|mm|pm|hm+|mhm|shh|pss+t?|vs|mrn|ssn|npi|dmv|pcp|pt|bp|hr|tv|sms|dns|cc|cvv|cvc|grp|ph|tlf|try|my|by|why|fly|dry|sky|www|xx+|nw|sw|cpt|icd|ndc|cvs|td|tdap)$/i;

/** Whether two or three letters before digits are hardly a word, and so part of a code: "pf 220 9185". */
export const isCodePrefix = (letters: string): boolean =>
  /^[b-df-hj-np-tv-xz]{2,3}$/i.test(letters) && !noPrefix.test(letters);
