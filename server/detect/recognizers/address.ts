import type { Match, Recognizer, View } from '../recognizer.ts';
import { addressEnd, tailPatterns } from './address-tail.ts';
import { codesBehindPlaces, findPostcodes, postcodePatterns } from './postcode.ts';
import * as streets from './street-patterns.ts';
import {
  countedWords,
  placeCue,
  plainEndings,
  plainLeading,
  spacedEndings,
} from './street-words.ts';
import {
  capitalsBefore,
  functionWords,
  hasDigit,
  isAmount,
  type Word,
  wordsBefore,
} from './words.ts';

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
  return name
    .split(/[\s,]+/)
    .map((word) => word.replace(/[.,]$/, ''))
    .filter((word) => word !== '');
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

/** Street names of other languages with the type before the name. */
function leadingStreets({ text, isAsked }: Surroundings): Match[] {
  const found: Match[] = [];
  for (const { index, 0: all, groups } of text.matchAll(streets.leading)) {
    const { type = '', name = '' } = groups ?? {};
    const parts = words(name);
    const own = index + all.length;
    if (isAmount(text, own) || isOrdinary('', 0, parts)) continue;
    const isLikely = plainLeading.test(type) || isAsked || isCapital(parts.at(-1) ?? '');
    if (isLikely || cueBefore(text, index)) {
      found.push({ start: index, end: addressEnd(text, own), score: 0.7, rule: 'street-foreign' });
    }
  }
  return found;
}

/** Where the name begins whose type `ending` stands at `at`: joined to it, or a word of its own. */
function joinedStart(text: string, at: number, ending: string): number | undefined {
  const [own, previous] = wordsBefore(text, at + ending.length, 2);
  if (own === undefined) return undefined;
  if (own.start < at) return at - own.start >= 3 ? own.start : undefined;
  const isName = previous !== undefined && !functionWords.has(previous.text.toLowerCase());
  return isName && own.gap === '' && spacedEndings.test(ending) ? previous.start : undefined;
}

/** Street names of other languages with the type at the end of the name. */
function joinedStreets({ text, isAsked }: Surroundings): Match[] {
  return Array.from(text.matchAll(streets.joined)).flatMap(({ index, 0: all, groups }) => {
    const { ending = '' } = groups ?? {};
    const own = index + all.length;
    const start = joinedStart(text, index, ending);
    if (start === undefined || isAmount(text, own)) return [];
    const isLikely =
      plainEndings.test(ending) ||
      isAsked ||
      isCapital(text.slice(start)) ||
      cueBefore(text, start);
    return isLikely
      ? [{ start, end: addressEnd(text, own), score: 0.7, rule: 'street-foreign' }]
      : [];
  });
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

/** "kenya 20117", "Springfield, IL 62704": a place with its postal code, and the city before a state. */
function coded(text: string): Match[] {
  const byName = codesBehindPlaces(text).map(({ place, end }) => ({ start: place.span[0], end }));
  const byCode = Array.from(text.matchAll(streets.stateZip), ({ index, 0: all }) => ({
    start: index,
    end: index + all.length,
  }));
  return [...byName, ...byCode].map(({ start, end }) => ({
    start: capitalsBefore(text, start, 3),
    end,
    score: 0.6,
    rule: 'place-and-code',
  }));
}

function isNamePart({ text: word, gap }: Word): boolean {
  const isPlain = functionWords.has(word.toLowerCase()) && !isCapital(word);
  return /^[ \n]{1,2}$/.test(gap) && /^(?:\p{L}|\d{1,5}$)/u.test(word) && !isPlain;
}

/** The start of "lindeboom 105" where a unit follows at `at`; `at` when no such street is there. */
function streetBefore(text: string, at: number): number {
  const [house, ...rest] = wordsBefore(text, at, 6);
  if (house === undefined || !/^\d{1,5}[a-z]?\.?$/i.test(house.text)) return at;
  const other = rest.findIndex((word) => !isNamePart(word));
  const name = other < 0 ? rest : rest.slice(0, other);
  const number = name.findIndex(({ text: word }) => /^\d/.test(word));
  const first = number < 0 ? name.at(-1) : name[number];
  return number === 0 || first === undefined ? at : first.start;
}

/** Units, with the street before them when it has no type: "lindeboom 105 apt 4". */
function units(text: string): Match[] {
  return withTail(text, streets.unitAlone, 0.6, 'unit').map((unit) => ({
    ...unit,
    start: streetBefore(text, unit.start),
  }));
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
  const cues = [...text.matchAll(streets.addressIs), ...text.matchAll(streets.placedAt)];
  const starts = cues.map(({ index, 0: cue }) => index + cue.length);
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
      ...joinedStreets(around),
      ...leadingStreets(around),
      ...withTail(text, streets.houseLeading, 0.7, 'street-foreign'),
      ...withTail(text, streets.highway, 0.65, 'highway'),
      ...withTail(text, streets.postBox, 0.85, 'box'),
      ...withTail(text, streets.ruralRoute, 0.8, 'rural-route'),
      ...units(text),
      ...withTail(text, streets.ordinalStreet, 0.55, 'ordinal-street'),
      ...coded(text),
      ...announced(around),
    ];
    return [
      ...found.map((match) => withNumberBefore(text, match)),
      ...findPostcodes(view).map((match) => ({ ...match, score: match.score - 0.05 })),
    ];
  },
};
