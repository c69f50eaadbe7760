import { endOf, matchesOf, type Pattern } from '../../view/pattern.ts';
import type { Match } from '../../view/recognizer.ts';
import { asciiLower } from '../../view/text.ts';
import { otherFields } from '../../vocabulary/field-names.ts';
import { functionWords, furtherFunctionWords } from '../../vocabulary/words.ts';
import { placeAt } from './gazetteer.ts';
import { stateCodeSource, zipSource } from './zip.ts';

const gap =
  /[\s,;>]{1,6}(?:(?:um|uh|er|erm|ah)[\s,]{1,3})?(?:(?:(?:that's|thats|it's) )?in (?=[a-z])|(?:it's |it is |that's )(?=(?:apartment|apt|unit|building|suite|floor|lot|space)\b)|(?:and )?(?:(?:the|my|our) ){1,2}(?=(?:apartment|apt|unit|building|suite|floor|lot|space|trailer) (?:number )?(?:is|it's) )|zip(?: code)?(?: is)? (?=\d))?/iy;
const unit =
  /(?:(?:apt|apartment|suite|ste|unit|building|bldg|floor|fl|flat|room|rm|lot|space|trailer|box|number|no(?!\p{L})|#)\.? {0,2}(?:(?:is|it's) )?){1,3}(?:,? ?(?:um|uh|er),? )?#?(?:\d{1,5}(?:-?[a-z])?|[a-z]-?\d{0,4}|\d{1,4}(?:st|nd|rd|th) floor)(?![\p{L}\d'])|(?:north|south|east|west|northeast|northwest|southeast|southwest|[ns][ew]?)(?![\p{L}\d'-])|(?:rear|front|upper|lower|back|basement|garden|left|right)[ -](?:unit|apartment|apt|building|house|floor|flat|level)(?![\p{L}\d'])|p\.? ?o\.? ?box \d{1,6}/iuy;
const code = new RegExp(`${stateCodeSource}(?![\\p{L}'])`, 'uy');
const zip = new RegExp(`${zipSource}(?![\\w-])`, 'y');
const foreignCode =
  /[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}(?!\w)|[a-z]\d[a-z][ -]?\d[a-z]\d(?!\w)|\d{4} ?[A-Z]{2}(?!\w)/iy;
const cityName = /\p{L}[\p{L}'’.-]{1,24}(?: \p{L}[\p{L}'’.-]{1,24}){0,3}/uy;

/** The end of the known place or state code at `at`, or `at`. */
function placeEnd(text: string, at: number): number {
  const short = endOf(code, text, at);
  if (short > at) return short;
  const place = placeAt(asciiLower(text.slice(at, at + 40)), 0);
  return place === undefined ? at : at + place.span[1];
}

/** The name of another value: "12 Main Street, mrn 44829" has no city. */
const fieldName = new RegExp(
  `^(?:mrn|medical|record|chart|acct|account|member|policy|claim|plan|group|patient|case|ids?|${otherFields})$`,
);
const nextWord = / (?=\p{L})/uy;
const cityWord = /\p{L}[\p{L}'’.-]{1,24}/uy;

/** Up to three unknown words that lead to a known place or a postal code are a city. */
function leadingCity(text: string, at: number): number {
  let end = at;
  for (let count = 0; count < 3; count++) {
    const stop = endOf(cityWord, text, end);
    const next = endOf(gap, text, stop);
    const word = asciiLower(text.slice(end, stop));
    // "calle de la Loma 77 en Española, 87532".
    const isJoint = furtherFunctionWords.has(word) && word !== 'en';
    const isPlain = functionWords.has(word) || isJoint || fieldName.test(word);
    if (stop === end || next === stop || isPlain) return at;
    if (placeEnd(text, next) > next || endOf(zip, text, next) > next) return stop;
    end = endOf(nextWord, text, stop);
    if (end === stop) return at;
  }
  return at;
}

/** The end of an unknown city: a name that leads to a known place, or is set off by commas or lines. */
function cityEnd(text: string, from: number, at: number): number {
  const leading = leadingCity(text, at);
  if (leading > at || !/[,\n]/.test(text.slice(from, at))) return leading;
  const city = endOf(cityName, text, at);
  const isCapital = /^\p{Lu}/u.test(text.slice(at, at + 2));
  return isCapital && /^(?:\s*$|[,.;\n?!])/.test(text.slice(city, city + 2)) ? city : at;
}

/**
 * Where an address that is already known up to `end` really ends: units, city, state, ZIP or
 * postcode and country that follow it are part of it (one span, not fragments).
 */
export function addressEnd(text: string, end: number): number {
  let last = end;
  for (let part = 0; part < 6; part++) {
    const at = endOf(gap, text, last);
    const stop = at === last ? at : partEnd(text, last, at);
    if (stop <= at) return last;
    last = stop;
  }
  return last;
}

function partEnd(text: string, from: number, at: number): number {
  const place = placeEnd(text, at);
  if (place > at) return place;
  for (const pattern of [unit, zip, foreignCode]) {
    const stop = endOf(pattern, text, at);
    if (stop > at) return stop;
  }
  return cityEnd(text, from, at);
}

/** The matches of a table, each up to the end of its address. */
export function withAddressEnd(text: string, patterns: readonly Pattern[]): Match[] {
  return matchesOf(text, patterns).map((match) => ({ ...match, end: addressEnd(text, match.end) }));
}
