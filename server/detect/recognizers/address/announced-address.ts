import { allMatches } from '../../../domain/all-matches.ts';
import { cuesOf } from '../../view/context.ts';
import { execAt } from '../../view/pattern.ts';
import type { Match } from '../../view/recognizer.ts';
import { isAmount } from '../../vocabulary/amounts.ts';
import { functionWords } from '../../vocabulary/words.ts';
import { addressEnd } from './address-end.ts';
import * as streets from './street-patterns.ts';
import { strongTypes, weakTypes } from './street-patterns.ts';
import {
  type AddressContext,
  countsThings,
  isCapital,
  isNoStreetName,
  nameWords,
} from './street-veto.ts';

const hasType = new RegExp(` (?:${strongTypes}|${weakTypes})(?![\\p{L}\\d'’])`, 'iu');
/** A cue goes on so where it announces a value, which is no postal code. */
const ownValue =
  /^(?: (?:is|was)\b|[\s:#]{0,3}(?:(?:number|id|is|was|are|no\.?) ?){0,3}[+(#]?(?!\d{5}(?!\d))\d)/i;
/** Behind the cue of a record or an account five digits are no postal code: "12 main street, mrn 44829". */
const ownNumber = /^[\s:#]{0,3}\d/;
const numberCues: ReadonlySet<string> = new Set(['MRN', 'ACCOUNT']);
const reach = 40;

/** Where the next value is announced, behind a comma or the street's type: "12 main street, mrn 4482913". */
function nextCue(text: string, from: number, name: string): number {
  const ahead = text.slice(from, from + name.length + reach);
  const cue = cuesOf(ahead).find(({ kind, start, end }) => {
    const before = ahead.slice(0, start);
    const isApart = /,\s*$/.test(before) || hasType.test(before);
    const behind = ahead.slice(end);
    const isValue = ownValue.test(behind) || (numberCues.has(kind) && ownNumber.test(behind));
    return kind !== 'ADDRESS' && isApart && isValue;
  });
  return cue === undefined ? text.length : from + cue.start;
}

/** Words up to the first everyday one or the next value's cue, as an end position in the text. */
function trimmedEnd(text: string, from: number, name: string): number {
  const stop = nextCue(text, from, name);
  let end = from;
  for (const { index, 0: word } of allMatches(name, /[^\s,]+/g)) {
    if (from + index >= stop) break;
    if (functionWords.has(word.toLowerCase()) && !isCapital(word)) break;
    end = from + index + word.length;
    if (/[^.]\.$/.test(text.slice(from, end)) && word.length > 4) return end - 1;
  }
  return end;
}

const direction = /^[\s,]{0,4}(?:north|south|east|west)?[\s,]{0,4}$/i;

/** "39 rosewood" or "63 tylova 42" at `at`. */
function numberFirst(text: string, at: number, score: number): Match | undefined {
  const found = execAt(streets.numberThenName, text, at);
  const { house = '', name = '' } = found?.groups ?? {};
  if (house === '') return undefined;
  const nameStart = at + house.length;
  const trimmed = trimmedEnd(text, nameStart, name);
  const isWhole = trimmed === nameStart + name.length;
  const end = isWhole ? at + (found?.[0].length ?? 0) : trimmed;
  if (isNoStreetName(text, nameStart, nameWords(name).slice(0, 1))) return undefined;
  if (!hasType.test(text.slice(nameStart, end)) && countsThings(nameWords(name))) return undefined;
  if (direction.test(text.slice(nameStart, trimmed))) return undefined;
  return { start: at, end: addressEnd(text, end), score, rule: 'announced' };
}

/** "rosewood 39" at `at`. */
function nameFirst(text: string, at: number, score: number): Match | undefined {
  const backward = execAt(streets.nameThenNumber, text, at);
  if (backward === null) return undefined;
  const end = at + backward[0].length;
  const parts = nameWords(backward.groups?.['name'] ?? '');
  if (isAmount(text, end) || isNoStreetName('', 0, parts)) return undefined;
  return { start: at, end: addressEnd(text, end), score, rule: 'announced-name' };
}

/** The address at `at`, where words or a question announced one: no street type is needed. */
function bareAddress(text: string, at: number, score: number): Match | undefined {
  return /\d/.test(text.charAt(at))
    ? numberFirst(text, at, score)
    : nameFirst(text, at, score - 0.1);
}

/** "lensfield road" at `at`: a street without a number. */
function typedName(text: string, at: number): Match | undefined {
  const found = execAt(streets.nameAndType, text, at);
  if (found === null || isNoStreetName('', 0, nameWords(found.groups?.['name'] ?? '')))
    return undefined;
  const end = at + found[0].length;
  return { start: at, end: addressEnd(text, end), score: 0.55, rule: 'announced-street' };
}

function endsOf(text: string, pattern: RegExp): number[] {
  return allMatches(text, pattern).map(({ index, 0: cue }) => index + cue.length);
}

/** Addresses that words announce, or that answer the question for one. */
export function announced({ text, isAsked }: AddressContext): Match[] {
  const addresses = [...endsOf(text, streets.addressIs), ...endsOf(text, streets.placedAt)];
  const answer = isAsked ? streets.answerStart.exec(text)?.[0].length : undefined;
  const named = isAsked ? streets.answerLead.exec(text)?.[0].length : undefined;
  return [
    ...addresses.flatMap((at) => bareAddress(text, at, 0.65) ?? typedName(text, at) ?? []),
    ...endsOf(text, streets.placedOn).flatMap((at) => typedName(text, at) ?? []),
    ...[named].flatMap((at) => (at === undefined ? [] : (typedName(text, at) ?? []))),
    ...[answer].flatMap((at) => (at === undefined ? [] : (bareAddress(text, at, 0.55) ?? []))),
  ];
}
