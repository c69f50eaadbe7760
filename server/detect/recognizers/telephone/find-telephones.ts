import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { itemAt } from '../../../domain/item-at.ts';
import { type Topic, topicAt } from '../../view/context.ts';
import {
  isEmbedded,
  isPunctuated,
  type Numeral,
  numeralOf,
  numeralsOf,
  shapeOf,
} from '../../view/numerals.ts';
import { endOf, matchesOf } from '../../view/pattern.ts';
import type { Evidence, Match, View } from '../../view/recognizer.ts';
import type { Group } from '../../view/side-by-side.ts';
import { isAmongSums, isQuantity } from '../../vocabulary/amounts.ts';
import { correctedAt } from '../../vocabulary/corrections.ts';
import { inLanguages } from '../../vocabulary/in-languages.ts';
import { isRow } from '../identifier/identifier-veto.ts';
import { dictatedTelephones, isAnnounced, isAreaCode, isEnding } from './telephone-parts.ts';

/** A telephone number with what the words around it say it is. */
export interface Telephone extends Match {
  readonly fax: boolean;
}

/** Why a number counts, surest first; a number under its own words weighs 0.55 to 0.9 as they stand near. */
const evidence = {
  international: { rule: 'international', score: 0.9 },
  national: { rule: 'national', score: 0.85 },
  vanity: { rule: 'vanity', score: 0.8 },
  impossible: { rule: 'international', score: 0.6 },
  accessPrefix: { rule: 'access-prefix', score: 0.6 },
  namedShort: { rule: 'context-short', score: 0.6 },
  bare: { rule: 'bare', score: 0.55 },
  unissued: { rule: 'national', score: 0.5 },
  part: { rule: 'part', score: 0.5 },
  local: { rule: 'local', score: 0.5 },
  trunkZero: { rule: 'trunk-zero', score: 0.5 },
  grouped: { rule: 'grouped', score: 0.4 },
  bareLoose: { rule: 'bare', score: 0.4 },
  ending: { rule: 'ending', score: 0.35 },
  againstContext: { rule: 'shape-against-context', score: 0.35 },
  placeToCall: { rule: 'at', score: 0.35 },
  localSpaced: { rule: 'local-spaced', score: 0.28 },
} as const satisfies Record<string, Evidence>;

const extension = new RegExp(
  `[\\s,]{0,3}(?:${inLanguages('x|ext\\.?|extn\\.?|extension', ({ said }) => said?.extension)})(?: (?:is|number|es))?[\\s.:#]{0,3}\\d{1,7}(?!\\d)`,
  'iy',
);
const vanity =
  /(?<![\w+-])(?:\+?1[-. ])?\(?8(?:00|33|44|55|66|77|88)\)?[-. ](?=[A-Z\d-]{0,9}[A-Z]{2})[A-Z\d]{2,4}-?[A-Z\d]{3,6}(?![\w-])/g;
const date = /^(?:\d{1,2}([-/.])\d{1,2}\1\d{2}(?:\d{2})?|\d{4}([-/.])\d{1,2}\2\d{1,2})$/;
const address = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** Emergency, crisis and information lines, the same for everybody. */
const publicLine = /^(?:[2-9]11|988)$/;
/** "-K": the number is part of a code. */
const codeBehind = /^-\p{L}(?!\p{L})/u;
const clock = /^\s?(?:[ap]\.?m\b|o'?clock|:\d\d)/i;

const national = /^(?:1-)?3-3-4$/;
const prefixed = /^(?:00|011)[1-9]\d{8,13}$/;
const ending =
  /\b(?:last four|last 4|ends? (?:in|with)|ending (?:in|with))(?: digits)?(?: are| is| of it)?\s{0,2}$/i;
const hourBefore = /\b(?:after|before|until|till|by|around|past|at|from|to|between)\s$/i;
const answerLength = 64;
const lastDigits = /\d{2,4}(?![\p{L}\d:%])/uy;

const telephonesByView = new WeakMap<View, readonly Telephone[]>();

/** Telephone and fax numbers: international, grouped, bare where the words around ask for one. */
export function findTelephones(view: View): readonly Telephone[] {
  const known = telephonesByView.get(view) ?? readTelephones(view);
  telephonesByView.set(view, known);
  return known;
}

function readTelephones(view: View): readonly Telephone[] {
  const found: Telephone[] = [];
  for (const numeral of numeralsOf(view)) found.push(...inNumeral(view, numeral));
  found.push(...corrections(view, found), ...dictatedTelephones(view));
  if (/[A-Z]{3}/.test(view.text)) {
    const pattern = { name: evidence.vanity.rule, regex: vanity, score: evidence.vanity.score };
    for (const match of matchesOf(view.text, [pattern])) found.push({ ...match, fax: false });
  }
  return found;
}

/** The last digits, corrected: "… oh one sixty, wait no, sixty one". */
function corrections({ text }: View, found: readonly Telephone[]): Telephone[] {
  return found.flatMap((telephone) => {
    const start = correctedAt(text, telephone.end);
    if (start === undefined) return [];
    const end = endOf(lastDigits, text, start);
    if (end === start || isQuantity(text, start, end)) return [];
    const score = Math.min(telephone.score, 0.5);
    return [{ ...telephone, start, end, score, rule: 'corrected' }];
  });
}

/** A numeral's own reading, else the first stretch of its groups that is a full national number. */
function inNumeral(view: View, numeral: Numeral): readonly Telephone[] {
  if (numeral.digits.length < 3) return [];
  const whole = read(view, numeral);
  if (whole !== undefined) return [whole];
  const found: Telephone[] = [];
  for (let from = 0; from < numeral.groups.length; from += 1) {
    const window = nationalAt(numeral.groups, from);
    const telephone = window === undefined ? undefined : read(view, window);
    if (window === undefined || telephone === undefined) continue;
    found.push(telephone);
    from += window.groups.length - 1;
  }
  return found;
}

function nationalAt(groups: readonly Group[], from: number): Numeral | undefined {
  if (groups.length <= 3) return undefined;
  for (const size of [4, 3]) {
    const window = numeralOf(groups.slice(from, from + size));
    if (/^(?:1-)?3-3-4$/.test(shapeOf(window)) && isNational(window.digits)) return window;
  }
  return undefined;
}

/** Area and exchange codes of the North American plan begin with 2 to 9. */
const isNational = (digits: string): boolean => /^1?[2-9]\d\d[2-9]\d{6}$/.test(digits);

function read(view: View, numeral: Numeral): Telephone | undefined {
  const { text } = view;
  const end = endOf(extension, text, numeral.end);
  if (isVetoed(text, numeral, end > numeral.end)) return undefined;
  const topic = topicAt(view, numeral.start, numeral.end);
  const found = evidenceFor(view, numeral, topic);
  if (found === undefined) return undefined;
  return { start: startOf(text, numeral.start), end, ...found, fax: topic?.kind === 'FAX' };
}

/** Includes the plus sign and the parenthesis before the first group. */
function startOf(text: string, start: number): number {
  const lead = /(?:\+ ?\(?|\()$/.exec(text.slice(Math.max(0, start - 3), start));
  return start - (lead?.[0].length ?? 0);
}

/** ITU-T E.164 allows 15; in speech a postcode said before may run into the number. */
const maxDigits = 24;
const maxNumberDigits = 15;

/** The veto: what is certainly no telephone number. */
function isVetoed(text: string, numeral: Numeral, isExtended: boolean): boolean {
  const written = text.slice(numeral.start, numeral.end);
  return (
    numeral.digits.length > maxDigits ||
    (publicLine.test(numeral.digits) && !isAreaCode(text, numeral)) ||
    codeBehind.test(text.slice(numeral.end, numeral.end + 3)) ||
    isEmbedded(text, { start: numeral.start, end: numeral.start }) ||
    date.test(written) ||
    address.test(written) ||
    (!isPunctuated(numeral, national) && clock.test(text.slice(numeral.end, numeral.end + 8))) ||
    (!isExtended &&
      !isAreaCode(text, numeral) &&
      !isPunctuated(numeral, national) &&
      isQuantity(text, numeral.start, numeral.end)) ||
    (/[.:]$/.test(text.slice(0, numeral.start)) && /\d/.test(text.charAt(numeral.start - 2)))
  );
}

function evidenceFor(view: View, numeral: Numeral, topic: Topic | undefined): Evidence | undefined {
  const hasPlus = /\+ ?\(?$/.test(view.text.slice(Math.max(0, numeral.start - 3), numeral.start));
  if (hasPlus && numeral.digits.length >= 7) {
    return isPossible(numeral.digits) ? evidence.international : evidence.impossible;
  }
  const { length } = numeral.digits;
  if (length > maxNumberDigits && view.form === 'written') return undefined;
  const named =
    topic !== undefined && isAnnounced(topic) ? byContext(view, numeral, topic) : undefined;
  if (named !== undefined) return named;
  return isAnnounced(topic) && length !== 4 ? undefined : unnamed(view, numeral, topic);
}

/** What no word calls a telephone number. */
function unnamed(view: View, numeral: Numeral, topic: Topic | undefined): Evidence | undefined {
  const { length } = numeral.digits;
  const isOther = isContradicted(topic);
  if (length === 4 && isEnding(view.text, numeral)) return evidence.ending;
  if (length < 6 || length > maxNumberDigits) return undefined;
  if (isCountOrSum(view, numeral)) return undefined;
  return isOther ? despiteContext(numeral) : byShape(view, numeral);
}

/** "One two three four five six seven": counting; or prices, said one after the other. */
function isCountOrSum({ text, form }: View, numeral: Numeral): boolean {
  const { start, end, digits } = numeral;
  if (isRow(digits)) return true;
  return form === 'shadow' && shapeOf(numeral) !== '3-3-4' && isAmongSums(text, start, end);
}

/** Whether the words around a number announce one of another sort. */
function isContradicted(topic: Topic | undefined): boolean {
  return (
    topic !== undefined &&
    topic.strength > 0.5 &&
    !isAnnounced(topic) &&
    !unspecific.has(topic.kind)
  );
}

const unspecific: ReadonlySet<string> = new Set(['DATE', 'ADDRESS', 'AGE', 'EMAIL']);

function isPossible(digits: string): boolean {
  return parsePhoneNumberFromString(`+${digits}`)?.isPossible() === true;
}

/** Under words that ask for a telephone number nearly any row of 6 to 15 digits is one. */
function byContext(view: View, numeral: Numeral, topic: Topic): Evidence | undefined {
  const { length } = numeral.digits;
  if (topic.strength < 0.45) return undefined;
  if (length >= 7) return { score: 0.55 + 0.35 * topic.strength, rule: 'context' };
  if (length === 6 && topic.strength > 0.9) return evidence.namedShort;
  return isPartial(view, numeral, topic) ? evidence.part : undefined;
}

/** What may stand behind the digits that a caller says, or an agent writes down, one part at a time. */
const isNothing =
  /^[^\p{L}]*(?:(?:what|yeah|yes|okay|ok|uh huh|go ahead|and|and then|got it|right|wait|hold on|one sec(?:ond)?|um|uh)[^\p{L}]*){0,2}$/iu;

/** A number said a few digits at a time, or broken off and corrected. */
function isPartial(view: View, { start, end, digits }: Numeral, topic: Topic): boolean {
  const { text } = view;
  const lead = view.text.slice(Math.max(0, start - 24), start);
  const rest = view.text.slice(end, end + answerLength);
  if (isAreaCode(text, { start, end, digits })) return true;
  if (digits.length === 4 && ending.test(lead)) return topic.strength > 0.75;
  if (digits.length < 5 && hourBefore.test(lead)) return false;
  if (correctedAt(rest, 0) !== undefined) return topic.strength > 0.75;
  return topic.from === 'question' && isNothing.test(rest) && view.text.length <= answerLength;
}

/** Other words announce another number: only an unmistakable grouping counts against them. */
function despiteContext(numeral: Numeral): Evidence | undefined {
  const national = shapeOf(numeral) === '3-3-4' && isNational(numeral.digits);
  return national || hasTrunkZero(numeral) ? evidence.againstContext : undefined;
}

function byShape(view: View, numeral: Numeral): Evidence | undefined {
  const shape = shapeOf(numeral);
  const { digits } = numeral;
  if (/^(?:1-)?3-3-4$/.test(shape))
    return isNational(digits) ? evidence.national : evidence.unissued;
  if (shape === '3-4' || (shape === '7' && view.form === 'shadow')) return local(view, numeral);
  if (isPrefixed(digits)) return evidence.accessPrefix;
  if (/^(?:10|11|3-7|1-10|6-4|3-3-2-2)$/.test(shape)) return bare(view, digits);
  if (hasTrunkZero(numeral)) return evidence.trunkZero;
  if (isGrouped(numeral)) return evidence.grouped;
  return isPlaceToCall(view.text, numeral) ? evidence.placeToCall : undefined;
}

/** "you'll find him at 20325561": one is at or on a telephone number, never at an account. */
const isPlaceToCall = (text: string, { start, digits }: Numeral): boolean =>
  /^(?!(?:19|20)\d{6}$)\d{7,9}$/.test(digits) &&
  /\b(?:at|on) $/i.test(text.slice(Math.max(0, start - 4), start));

const isPrefixed = (digits: string): boolean =>
  prefixed.test(digits) && isPossible(digits.replace(/^(?:00|011)/, ''));

/** `555-0142`; set apart by a blank, or said in one go, it is likely one too: few other numbers are. */
function local({ text }: View, { start, digits, groups }: Numeral): Evidence | undefined {
  if (!/^[2-9]/.test(digits)) return undefined;
  if (groups[1]?.separator === '-') return evidence.local;
  const isLoose = groups[1] !== undefined && groups[1].separator !== ' ';
  const isList = /\d[\s,]{1,2}$/.test(text.slice(Math.max(0, start - 3), start));
  return isLoose || isList ? undefined : evidence.localSpaced;
}

/** `090-1234-5678`, `01223 496 001`: a national number dialled with its leading zero. */
function hasTrunkZero({ digits, groups }: Numeral): boolean {
  const first = itemAt(groups, 0).digits.length;
  return first > 1 && first < 6 && areLong(groups.slice(1)) && /^0[1-9]\d{7,9}$/.test(digits);
}

/** `7809 567 4564`: 10 or 11 digits in a few groups, none of them short. */
function isGrouped({ digits, groups }: Numeral): boolean {
  return areLong(groups) && groups.length > 1 && /^\d{10,11}$/.test(digits);
}

const areLong = (groups: readonly Group[]): boolean =>
  groups.every(({ digits, separator }) => digits.length > 2 && /^[ -]?$/.test(separator));

function bare(view: View, digits: string): Evidence | undefined {
  if (isNational(digits)) return evidence.bare;
  const spoken = view.form === 'shadow' && digits.length <= 11;
  const trunk = /^0[1-9]\d{8,9}$/.test(digits);
  return spoken || trunk ? evidence.bareLoose : undefined;
}
