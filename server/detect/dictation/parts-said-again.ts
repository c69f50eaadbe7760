import type { Span, Utterance } from '../../domain/detection.ts';
import { itemAt } from '../../domain/item-at.ts';
import { isQuantity } from '../vocabulary/amounts.ts';
import { takesBack } from '../vocabulary/corrections.ts';
import { isDictation, type TurnReading } from './read-turn.ts';
import type { Group } from './spoken-pieces.ts';

/** A value that a turn was found to say. */
export interface ToldValue {
  readonly kind: string;
  /** Its letters and digits in lower case. */
  readonly signs: string;
  readonly start: number;
  readonly end: number;
  /** Whether its kind is a guess: nothing around it names one. */
  readonly isGuess: boolean;
}

/** A turn of the conversation with the values found in it. */
export interface ToldTurn {
  readonly index: number;
  readonly utterance: Utterance;
  readonly reading: TurnReading;
  /** In their order. */
  readonly told: readonly ToldValue[];
}

/** Part of a value that another turn, or the same turn, says in full. */
export interface SaidAgain {
  readonly index: number;
  readonly kind: string;
  readonly span: Span;
}

/** Kinds whose values are read out sign by sign. */
const readOut: ReadonlySet<string> = new Set(
  'PHONE FAX SSN MRN ACCOUNT HEALTH_PLAN_ID CREDIT_CARD IBAN LICENSE VEHICLE_ID DEVICE_ID ZIP'.split(
    ' ',
  ),
);
/** Of these, kinds with letters and any number of digits. */
const codes: ReadonlySet<string> = new Set(
  'MRN ACCOUNT HEALTH_PLAN_ID LICENSE VEHICLE_ID DEVICE_ID'.split(' '),
);
const dates: ReadonlySet<string> = new Set(['DOB', 'DATE']);
const wordKinds: ReadonlySet<string> = new Set(['NAME', 'EMAIL']);
/** Digits of a whole value, where the kind has a number of them. */
const wholeDigits: ReadonlyMap<string, number> = new Map([
  ['PHONE', 10],
  ['FAX', 10],
  ['SSN', 9],
  ['ZIP', 5],
]);

/** Turns after which a part no longer tells which value it is of. */
const longAfter = 8;
const soonAfter = 2;
const mostRecent = 12;

interface Recent extends ToldValue {
  /** The turn that said it last. */
  readonly at: number;
}

/** What stands around a group in its turn. */
interface Place {
  readonly group: Group;
  /** Whether it says a time as "de las 4" does. */
  readonly isHour: boolean;
  readonly at: number;
  readonly isBare: boolean;
  /** From the group before it on. */
  readonly before: string;
  readonly behind: string;
  /** Whether words around it take something back. */
  readonly corrects: boolean;
  /** Whether only words of dictation stand between the correction and the group. */
  readonly isNear: boolean;
}

/**
 * Parts of values that are said again, completed or put right: "what was the end?", "nine two"; "it ends in
 * 83"; "yes, eight one, my bad". What the call was told tells them from other numbers. Linear in the turns,
 * after each of which it pauses.
 */
export function* partsSaidAgain(
  turns: readonly ToldTurn[],
): Generator<undefined, readonly SaidAgain[]> {
  const found: SaidAgain[] = [];
  let recent: Recent[] = [];
  for (let at = 0; at < turns.length; at += 1) {
    yield undefined;
    const turn = itemAt(turns, at);
    const here = turn.told.map((value): Recent => ({ ...value, at }));
    const { groups } = turn.reading;
    for (let order = 0; order < groups.length; order += 1) {
      const value = wholeOf(turn, order, { at, here, recent });
      if (value === undefined) continue;
      const { start, end } = itemAt(groups, order);
      found.push({ index: turn.index, kind: value.kind, span: [start, end] });
      recent = [...recent.filter((one) => one !== value), { ...value, at }];
    }
    if (here.length === 0) continue;
    recent.push(...here);
    recent.splice(0, recent.length - mostRecent);
  }
  return found;
}

interface Told {
  readonly at: number;
  /** Values of the turn itself. */
  readonly here: readonly Recent[];
  /** Values of turns before it. */
  readonly recent: readonly Recent[];
}

/** The value of which a group that detection left alone is a part. */
function wholeOf(turn: ToldTurn, order: number, told: Told): Recent | undefined {
  const group = itemAt(turn.reading.groups, order);
  const { start, end } = group;
  const inside = told.here.filter((one) => one.start < end && one.end > start);
  const whole = inside.find((one) => one.start <= start && one.end >= end);
  if (whole !== undefined && !whole.isGuess) return undefined;
  if (whole === undefined && inside.length > 0) return longerValue(turn, group, inside);
  const place = placeOf(turn, told.at, order);
  const here = told.here.filter((one) => one !== whole);
  return place && valueAt(place, { ...told, here });
}

const aroundReach = 60;
const correctionBehind =
  /^[\s,.]*(?:(?:no[\s,]+)?(?:not|sorry|wait|instead|my bad|my mistake|i misread|i mixed|you (?:flipped|switched|swapped|mixed))\b|no[\s,.]*$)/i;

/** Undefined where the group is a time or counts something. */
function placeOf({ utterance, reading }: ToldTurn, at: number, order: number): Place | undefined {
  const { text } = utterance.shadow;
  const group = itemAt(reading.groups, order);
  const { from, to } = group;
  const start = Math.max(reading.groups[order - 1]?.to ?? 0, from - aroundReach);
  const before = text.slice(start, from);
  const isTime = /\d:\d/.test(text.slice(from, to)) || /\bat\s*$/i.test(before);
  if (isTime || isQuantity(text, from, to)) return undefined;
  const behind = text.slice(to, to + aroundReach);
  const isBehind = correctionBehind.test(behind);
  const corrects = isBehind || takesBack(before);
  const isNear = isBehind || isDictation(before);
  const isHour = /\blas\s*$/i.test(utterance.text.slice(0, group.start).slice(-8));
  return { group, isHour, at, isBare: reading.isBare, before, behind, corrects, isNear };
}

function valueAt(place: Place, { here, recent }: Told): Recent | undefined {
  const earlier = recent.filter(({ at }) => place.at - at <= longAfter).toReversed();
  const values = [...here, ...earlier];
  const said = [...here.filter(({ end }) => end <= place.group.start), ...earlier];
  return (
    values.find((value) => repeats(place, value)) ??
    here.find((value) => completes(place, value)) ??
    (isNamedPart(place) ? said.find(({ kind }) => readOut.has(kind)) : undefined) ??
    said.find((value) => corrects(place, value))
  );
}

/** "w as in whiskey 771 305": detection found the digits alone. */
function longerValue(
  { utterance: { text } }: ToldTurn,
  group: Group,
  [value, second]: readonly Recent[],
): Recent | undefined {
  if (value === undefined || second !== undefined || !codes.has(value.kind)) return undefined;
  const ahead = text.slice(group.start, Math.max(group.start, value.start));
  return ahead === '' || partOfCode.test(ahead) ? value : undefined;
}

/** Digits, a hyphen or the example of a letter: not "s/n", "mrn". */
const partOfCode = /\d|-$|\s\p{L}{3}/u;

/** Whether a group repeats signs of a value, so many or so soon that it is no chance. */
function repeats(place: Place, value: Recent): boolean {
  const { group, isBare } = place;
  const { text, isSpelt, isDate } = group;
  const isSoon = place.at - value.at <= soonAfter;
  if (isDate || dates.has(value.kind) || !value.signs.includes(text)) return false;
  if (!/\d/.test(text)) return isSpelt && isSoon && (text.length > 2 || isBare);
  if (wordKinds.has(value.kind)) return text.length > 1 && isSoon && (isBare || place.corrects);
  return text.length > 3 ? isSpelt || !/^(?:19|20)\d\d$/.test(text) : repeatsFew(place, value);
}

/** Two digits only from either end of the value. */
function repeatsFew(place: Place, { at, kind, signs }: Recent): boolean {
  const { text, isSpelt, isFirst } = place.group;
  const isSoon = place.at - at <= soonAfter && readOut.has(kind);
  if (text.length > 2) return isSpelt || isSoon;
  const isEnd = text.length > 1 && (signs.startsWith(text) || signs.endsWith(text));
  return isEnd && isSoon && (isFirst || place.corrects || isNamedPart(place));
}

/** "five oh three, sorry, I never call myself, five five five …": the rest of the number in the same turn. */
function completes({ group: { text, end, start } }: Place, value: Recent): boolean {
  const whole = wholeDigits.get(value.kind);
  if (whole === undefined || !/^\d{2,}$/.test(text)) return false;
  const apart = start > value.end ? start - value.end : value.start - end;
  return apart <= aroundReach && value.signs.length + text.length === whole;
}

/** "ending in", "it starts with", "the last two are", "al final". */
const partNamed =
  /\b(?:(?:end|start|begin|finish)(?:s|ed|ing)?(?: (?:in|with|on))?|last (?:\d|two|three|four)(?: digits| numbers)?|(?:at the|al) (?:end|final|beginning|start|principio))(?: (?:is|are|was|were|in|with|um|uh|a|un))*[\s,:]*$/i;
/** "eight or three at the end". */
const partNamedBehind = /^(?: (?:or|o) \d{1,2})? (?:at the|al) (?:end|final)\b/i;

const isNamedPart = ({ group, before, behind }: Place): boolean =>
  /\d/.test(group.text) &&
  ((group.text.length > 1 && partNamed.test(before)) || partNamedBehind.test(behind));

const ofDate = /\b(?:(?:of|in) the|born(?: in| on)?|the year)\s*$/i;

/** Whether a group stands where a part of the value just told is put right. */
function corrects(place: Place, value: Recent): boolean {
  const { group, before, isNear, isHour } = place;
  const { text, isSpelt, isDate } = group;
  const since = place.at - value.at;
  if (dates.has(value.kind)) {
    const isPart = isDate || /^(?:[1-9]\d?|0[1-9]|(?:19|20)\d\d)$/.test(text);
    if (!isPart || since > soonAfter || isHour) return false;
    return ofDate.test(before) || isDateCorrected(place, value);
  }
  if (!place.corrects || isDate || since > 1 || !/\d/.test(text)) return false;
  const isLong = text.length > 2 ? isNear || isSpelt : isNear && isSpelt && text.length > 1;
  return isLong && readOut.has(value.kind);
}

/** Any other date may be of an appointment. */
const isDateCorrected = ({ group, corrects, isNear, at }: Place, value: Recent): boolean =>
  value.kind === 'DOB' && corrects && isNear && at - value.at < 2 && group.text.length > 1;
