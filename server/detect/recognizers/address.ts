import type { Match, Recognizer, View } from '../recognizer.ts';
import { addressEnd, tailPatterns } from './address-tail.ts';
import { places } from './places.ts';
import { findPostcodes, postcodePatterns } from './postcode.ts';
import * as streets from './street-patterns.ts';
import { countedWords, placeCue, plainEndings, plainLeading } from './street-words.ts';
import { functionWords, hasDigit, isAmount } from './words.ts';

export const patterns: readonly RegExp[] = [
  ...streets.streetPatterns,
  ...tailPatterns,
  ...postcodePatterns,
];

const cueReach = 48;
const questionReach = 240;

/** What is known of the text around, worked out once per view. */
interface Surroundings {
  readonly text: string;
  readonly isAsked: boolean;
}

function words(name: string): string[] {
  return name.split(/[\s,]+/).filter((word) => word !== '');
}

function isCapital(word: string): boolean {
  return /^[\p{Lu}\d]/u.test(word);
}

/** The one veto: amounts, counted things and everyday words make no street name. */
function isOrdinary(text: string, houseEnd: number, name: readonly string[]): boolean {
  const [first = ''] = name;
  if (isAmount(text, houseEnd) || countedWords.test(first)) return true;
  return name.some((word) => functionWords.has(word.toLowerCase()) && !isCapital(word));
}

function cueBefore(text: string, start: number): boolean {
  return placeCue.test(text.slice(Math.max(0, start - cueReach), start));
}

type Evidence = 'none' | 'number' | 'place';

/** Streets of one type list; `needs` says what a lower-case hit must show beside its own words. */
function typedStreets(around: Surroundings, pattern: RegExp, needs: Evidence, score: number) {
  const { text, isAsked } = around;
  const found: Match[] = [];
  for (const { index, 0: all, groups } of text.matchAll(pattern)) {
    const { house = '', name = '', type = '' } = groups ?? {};
    const parts = words(name);
    if (isOrdinary(text, index + house.length, parts)) continue;
    const own = index + all.length;
    const end = addressEnd(text, own);
    const isLikely =
      needs === 'none' ||
      (needs === 'number' && house.length >= 3) ||
      [...parts, type].every(isCapital) ||
      end > own ||
      isAsked ||
      cueBefore(text, index);
    if (isLikely) found.push({ start: index, end, score, rule: `street-${needs}` });
  }
  return found;
}

function withTail(text: string, pattern: RegExp, score: number, rule: string): Match[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: all, indices }) => {
    const [start, end] = indices?.groups?.['value'] ?? [index, index + all.length];
    return { start, end: addressEnd(text, end), score, rule };
  });
}

/** Street names of other languages, type joined to the name or before it. */
function foreignStreets({ text, isAsked }: Surroundings, pattern: RegExp, plain: RegExp): Match[] {
  const found: Match[] = [];
  for (const { index, 0: all, groups } of text.matchAll(pattern)) {
    const { ending, word, type, name = '' } = groups ?? {};
    const parts = words(name);
    const own = index + all.length;
    if (isAmount(text, own) || isOrdinary('', 0, parts)) continue;
    const isLikely =
      plain.test(ending ?? word ?? type ?? '') ||
      isAsked ||
      isCapital(parts.at(-1) ?? '') ||
      cueBefore(text, index);
    if (isLikely) {
      found.push({ start: index, end: addressEnd(text, own), score: 0.7, rule: 'street-foreign' });
    }
  }
  return found;
}

/** Adjectives and nouns that make "on … street" no name. */
const plainStreet =
  /\b(?:busy|quiet|dirt|gravel|side|country|bumpy|wet|icy|slippery|opposite|wrong|nearest|main|next|another|whole|narrow|empty|dark|city|public|residential|whatever|which|what|nice|big|small|same|whole|open)\b/i;

/** Street names of lower-case speech: "on maple street". */
function spokenStreets(text: string): Match[] {
  return Array.from(text.matchAll(streets.lowerStreet)).flatMap(({ indices, groups }) => {
    const [start, end] = indices?.groups?.['value'] ?? [0, 0];
    const name = groups?.['name'] ?? '';
    if (plainStreet.test(name) || isOrdinary('', 0, words(name))) return [];
    return [{ start, end: addressEnd(text, end), score: 0.5, rule: 'street-spoken' }];
  });
}

const beforeZip = /^[\s,]{1,3}\d{5}(?:-\d{4})?(?![\w-])/;

/** "kenya 20117": a postal code behind a country. */
function countryCodes(text: string): Match[] {
  if (!/[a-z][\s,]{1,3}\d{5}/i.test(text)) return [];
  return places(text).flatMap(({ span: [start, end] }) => {
    const code = beforeZip.exec(text.slice(end, end + 14));
    return code === null || isAmount(text, end + code[0].length)
      ? []
      : [{ start, end: end + code[0].length, score: 0.55, rule: 'place-and-code' }];
  });
}

/** Units, with the street before them when it has no type: "lindeboom 105 apt 4". */
function units(text: string): Match[] {
  return withTail(text, streets.unitAlone, 0.6, 'unit').map((unit) => {
    const before = text.slice(Math.max(0, unit.start - 100), unit.start);
    const street = streets.beforeUnit.exec(before);
    const isPlain = isOrdinary('', 0, words(street?.groups?.['name'] ?? 'a'));
    return street === null || isPlain
      ? unit
      : { ...unit, start: unit.start - before.length + street.index };
  });
}

const numberBefore = /(?<![\w.$/:,-])\d{1,4} {1,2}$/;

/** A number right before an address is part of it: house numbers come in two parts too. */
function withNumberBefore(text: string, match: Match): Match {
  const before = numberBefore.exec(text.slice(Math.max(0, match.start - 7), match.start));
  return before === null ? match : { ...match, start: match.start - before[0].length };
}

/** Words up to the first everyday one, as an end position in the text. */
function trimmedEnd(text: string, from: number, name: string): number {
  let end = from;
  for (const { index, 0: word } of name.matchAll(/[^\s,]+/g)) {
    if (functionWords.has(word.toLowerCase()) && !isCapital(word)) break;
    end = from + index + word.length;
    if (/[^.]\.$/.test(text.slice(from, end)) && word.length > 4) return end - 1;
  }
  return end;
}

const direction = /^[\s,]*(?:north|south|east|west)?[\s,]*$/i;

/** "39 rosewood" or "63 tylova 42" at `at`. */
function numberFirst(text: string, at: number, score: number): Match | undefined {
  streets.numberThenName.lastIndex = at;
  const { house = '', name = '' } = streets.numberThenName.exec(text)?.groups ?? {};
  if (house === '') return undefined;
  const nameStart = at + house.length;
  const trimmed = trimmedEnd(text, nameStart, name);
  const isWhole = trimmed === nameStart + name.length;
  const end = isWhole ? streets.numberThenName.lastIndex : trimmed;
  if (isOrdinary(text, nameStart, words(name).slice(0, 1))) return undefined;
  if (direction.test(text.slice(nameStart, trimmed))) return undefined;
  return { start: at, end: addressEnd(text, end), score, rule: 'announced' };
}

/** "rosewood 39" at `at`. */
function nameFirst(text: string, at: number, score: number): Match | undefined {
  streets.nameThenNumber.lastIndex = at;
  const backward = streets.nameThenNumber.exec(text);
  if (backward === null) return undefined;
  const end = at + backward[0].length;
  const parts = words(backward.groups?.['name'] ?? '');
  if (isAmount(text, end) || isOrdinary('', 0, parts)) return undefined;
  return { start: at, end: addressEnd(text, end), score, rule: 'announced-name' };
}

/** The address at `at`, where words or a question announced one: no street type is needed. */
function bareAddress(text: string, at: number, score: number): Match | undefined {
  return /\d/.test(text[at] ?? '')
    ? numberFirst(text, at, score)
    : nameFirst(text, at, score - 0.1);
}

function announced({ text, isAsked }: Surroundings): Match[] {
  const starts = Array.from(
    text.matchAll(streets.announced),
    ({ index, 0: cue }) => index + cue.length,
  );
  const found = starts.flatMap((at) => bareAddress(text, at, 0.65) ?? []);
  if (!isAsked || text.length > 400) return found;
  const number = /(?<![\w.$/:'-])\d{1,6}(?![\d/:-])/.exec(text);
  const answer = number === null ? undefined : bareAddress(text, number.index, 0.55);
  return answer === undefined ? found : [...found, answer];
}

/**
 * Postal addresses as one span: number, street, unit, city, state and code; boxes and rural routes;
 * street names by themselves; postal codes, because the shipped policy has no kind for them.
 */
export const addressRecognizer: Recognizer = {
  kind: 'ADDRESS',
  detector: 'regex.address',
  find(view: View): readonly Match[] {
    const { text } = view;
    const named = [
      ...withTail(text, streets.namedStreet, 0.55, 'street-name'),
      ...spokenStreets(text),
    ];
    if (!hasDigit(text)) return named;
    const isAsked = streets.addressQuestion.test(view.question.slice(-questionReach));
    const around = { text, isAsked };
    const found = [
      ...named,
      ...typedStreets(around, streets.strong, 'none', 0.8),
      ...typedStreets(around, streets.weak, 'number', 0.7),
      ...typedStreets(around, streets.loose, 'place', 0.65),
      ...foreignStreets(around, streets.joined, plainEndings),
      ...foreignStreets(around, streets.leading, plainLeading),
      ...withTail(text, streets.houseLeading, 0.7, 'street-foreign'),
      ...withTail(text, streets.highway, 0.65, 'highway'),
      ...withTail(text, streets.postBox, 0.85, 'box'),
      ...withTail(text, streets.ruralRoute, 0.8, 'rural-route'),
      ...units(text),
      ...withTail(text, streets.cityStateZip, 0.75, 'city-state-zip'),
      ...withTail(text, streets.ordinalStreet, 0.55, 'ordinal-street'),
      ...countryCodes(text),
      ...announced(around),
    ];
    return [
      ...found.map((match) => withNumberBefore(text, match)),
      ...findPostcodes(view).map((match) => ({ ...match, score: match.score - 0.05 })),
    ];
  },
};
