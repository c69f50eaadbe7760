import { allMatches } from '../../../domain/all-matches.ts';
import { matchesOf, type Pattern } from '../../view/pattern.ts';
import type { Match, Recognizer, View } from '../../view/recognizer.ts';
import { hasDigit } from '../../view/text.ts';
import { isAmount } from '../../vocabulary/amounts.ts';
import { isUkPostcode } from '../identifier/check-digits.ts';
import { askedFor } from '../identifier/labelled-values.ts';
import { type Place, places, provinces, states } from './gazetteer.ts';

const capitalCodes = [...states.values(), ...provinces.values(), 'AA', 'AE', 'AP'].join('|');
/** Codes that are no word of speech and no medical abbreviation, so lower case will do. */
const plainCodes =
  'ak|az|ar|ca|fl|ga|ia|il|ks|ky|mi|mn|ne|nv|nh|nj|nm|ny|nc|nd|ri|sc|sd|tn|tx|ut|vt|va|wa|wv|wi|wy|dc';

/** A state's code, for use inside other patterns; case matters to tell `OR` from "or". */
export const stateCodeSource = `(?:${capitalCodes}|${plainCodes})`;

/** Five digits, which speech may leave apart ("4 0 2 0 2"), and four more. */
export const zipSource = '(?:\\d{5}|\\d(?: ?\\d){4}(?! ?\\d))(?:[ -]\\d{4}(?![\\d-]))?';

const isUk = (value: string): boolean => isUkPostcode(value.replace(/[ .,]/g, ''));

/** Codes that their shape gives away. */
const shapes: readonly Pattern[] = [
  { name: 'zip-plus-4', regex: /(?<![\w.$+-])\d{5}-\d{4}(?![\w-]|\.\d)/g, score: 0.7 },
  {
    name: 'zip-after-state',
    regex: new RegExp(
      `(?<![\\w'])${stateCodeSource}[\\s,.]{1,3}(?<value>${zipSource})(?![\\w%]|[.,-]\\d)`,
      'gd',
    ),
    score: 0.8,
  },
  {
    name: 'uk-postcode',
    regex: /(?<![a-z0-9])(?:[a-z]{1,2}\d[a-z\d]?|gir) ?\d[abd-hjlnp-uw-z]{2}(?![a-z0-9])/gi,
    score: 0.75,
    accepts: isUk,
  },
  {
    name: 'canadian-postcode',
    regex:
      /(?<![a-z0-9])[abceghj-nprstvxy]\d[abceghj-nprstv-z][ -]?\d[abceghj-nprstv-z]\d(?![a-z0-9])/gi,
    score: 0.75,
  },
];
const zipNumber: Pattern = {
  name: 'zip',
  regex: /(?<![\w$.+-])\d{5}(?:[ -]?\d{4})?(?![\w-]|\.\d)/g,
  score: 0.85,
};
const cue = /\b(?:zip|zips|zip ?codes?|post ?codes?|postal ?codes?)\b/gi;
const zipCue = /\b(?:zip(?: ?codes?)?|postal ?codes?|post ?codes?)\b/i;

const codeWord = /[\p{L}\p{N}]{1,12}/gu;
const phonetic =
  /^(?:alpha|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?|kilo|lima|mike|november|oscar|papa|quebec|romeo|sierra|tango|uniform|victor|whisk[e]?y|x-?ray|yankee|zulu|zed|zee)$/i;

const cueReach = 60;

/** Whether a cue word stands near enough before or after the span, in the same clause or two. */
function isNamed(text: string, { start, end }: Match): boolean {
  return (
    zipCue.test(text.slice(Math.max(0, start - cueReach), start)) ||
    zipCue.test(text.slice(end, end + cueReach / 2))
  );
}

const codeBehind = new RegExp(`^[\\s,.]{1,3}(?<code>${zipSource})(?![\\w%]|[.,-]\\d)`);

export interface PlaceCode {
  readonly place: Place;
  /** The postal code's own span. */
  readonly start: number;
  readonly end: number;
}

/** Postal codes right behind the name of a known place. */
export function codesBehindPlaces(view: View): PlaceCode[] {
  const { text } = view;
  if (!/[a-z][\s,.]{1,3}\d(?: ?\d){4}/i.test(text)) return [];
  return places(view).flatMap((place) => {
    const after = text.slice(place.span[1], place.span[1] + 20);
    const found = codeBehind.exec(after);
    if (found === null) return [];
    const end = place.span[1] + found[0].length;
    const start = end - (found.groups?.['code'] ?? '').length;
    return isAmount(text, end) ? [] : [{ place, start, end }];
  });
}

/** The characters of a code in a short answer to "your postcode?", however badly it was heard. */
function spelledAnswer(text: string): Match[] {
  if (text.length > 60) return [];
  const parts = allMatches(text, codeWord).filter(
    ({ 0: word }) => /^(?:\p{L}|\p{L}{0,2}\d[\p{L}\d]{0,6})$/u.test(word) || phonetic.test(word),
  );
  const [first, last] = [parts[0], parts.at(-1)];
  const size = parts.reduce((sum, { 0: word }) => sum + (phonetic.test(word) ? 1 : word.length), 0);
  if (first === undefined || last === undefined || size < 4 || size > 9) return [];
  const end = last.index + last[0].length;
  const run = text.slice(first.index, end);
  const isDense = parts.length >= 0.65 * (run.match(codeWord)?.length ?? 0);
  const isCode = isDense && /\d/.test(run);
  return isCode ? [{ start: first.index, end, score: 0.55, rule: 'postcode-answer' }] : [];
}

/**
 * ZIP codes (five digits by name, by question or behind a state; ZIP+4 by shape), UK postcodes by
 * shape and area, Canadian ones by shape.
 */
export function findPostcodes(view: View): Match[] {
  const { text } = view;
  const isAsked = askedFor(view, cue);
  const found = [
    ...matchesOf(text, shapes),
    ...codesBehindPlaces(view)
      .filter(({ place }) => place.type === 'state')
      .map(({ start, end }) => ({ start, end, score: 0.8, rule: 'zip-after-state' })),
  ];
  if (!isAsked && !zipCue.test(text)) return found;
  const numbers = matchesOf(text, [zipNumber]).filter(({ end }) => !isAmount(text, end));
  return [
    ...found,
    ...(isAsked ? spelledAnswer(text) : []),
    ...numbers.filter((match) => isAsked || isNamed(text, match)),
  ];
}

/** Postal codes as a kind of their own (design D9); without the kind they belong to ADDRESS. */
export const zipRecognizer: Recognizer = {
  kind: 'ZIP',
  id: 'zip',
  find: (view) => (hasDigit(view.text) ? findPostcodes(view) : []),
};
