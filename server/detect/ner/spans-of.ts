import type { Detection, Span } from '../../domain/detection.ts';
import { months } from '../../domain/months.ts';
import { isInsurer } from '../vocabulary/brands.ts';
import { isPublicCode } from '../vocabulary/code-names.ts';
import { isFunctionWord, numberWord, unitLink, unitWord } from '../vocabulary/value-words.ts';
import { isAnnouncedPlace } from './announced-places.ts';
import { type Calibration, calibrated, decodeSpans } from './decode-spans.ts';
import { type NerKind, policyKindOf } from './labels.ts';
import { bitsOf, type Lexicon, lexiconBits } from './lexicon.ts';
import type { PreparedText } from './model-input.ts';
import { isOrdinaryWord } from './ordinary-word.ts';
import { isNoName, isPlausible } from './plausible.ts';
import { type Word, wordForm } from './word-features.ts';

/** What the model has read of a text. */
export interface WordReading {
  /** Label probabilities, [words, labels] row by row. */
  readonly rows: Float32Array;
  /** Whether it was unsure of words that nothing read again (decision 0149). */
  readonly isReadOnce: boolean;
}

export interface SpanTables {
  readonly calibration: ReadonlyMap<string, Calibration>;
  readonly lexicon: Lexicon;
}

const readWhole = { source: 'model', strength: 'weak' } as const;
const readOnce = { ...readWhole, id: 'once' } as const;
const uncalibrated: Calibration = { slope: 1, offset: 0 };

/** "doctor stryker": a person, though a brand has that name too. */
const isTitled = (text: string, start: number): boolean =>
  /\b(?:doctor|mister|missus|miss|nurse) $/i.test(text.slice(Math.max(0, start - 8), start));

const codedKinds: ReadonlySet<NerKind> = new Set(['ACCOUNT', 'MRN', 'DOB', 'ADDRESS']);

/** The veto over what the model takes for an identifier and everybody knows: brands, codes of medicine, the place that was called. */
function isPublic(label: NerKind, text: string, [start, end]: Span, lexicon: Lexicon): boolean {
  if (label === 'NAME')
    return (
      isNoName(text.slice(start, end), isTitled(text, start)) ||
      isAnnouncedPlace(text, [start, end], lexicon)
    );
  return codedKinds.has(label) && isPublicCode(text, start, end);
}

/**
 * The spans that follow from the label probabilities of a text's words: those of the model but for what is plainly nobody's,
 * with their ends set right. Scores are calibrated: of spans with score
 * 0.7, seven in ten were right on held-out data.
 */
export function spansOf(
  { text, words }: PreparedText,
  { rows, isReadOnce }: WordReading,
  { calibration, lexicon }: SpanTables,
): Detection[] {
  const finder = isReadOnce ? readOnce : readWhole;
  return decodeSpans(words, rows).flatMap(({ kind: label, probability, ...found }) => {
    const kind = policyKindOf(label);
    if (kind === undefined || !isPlausible(label, text.slice(found.start, found.end))) return [];
    const span = valueAt(label, [found.start, found.end], { text, words, lexicon });
    if (span === undefined) return [];
    const score = calibrated(probability, calibration.get(kind) ?? uncalibrated);
    const [start, end] = span;
    const one = { kind, start, end, score, ...finder };
    if (kind !== 'NAME') return [one];
    if (isOrdinaryWord(text, span, score, lexicon)) return [];
    const parts = namePartsOf(words, { start, end }, lexicon);
    return [parts.length > 0 ? { ...one, parts } : one];
  });
}

interface SaidText {
  readonly text: string;
  readonly words: readonly Word[];
  readonly lexicon: Lexicon;
}

/** Where a value begins and ends of which the model found the span; undefined where it is nobody's. */
function valueAt(label: NerKind, span: Span, { text, words, lexicon }: SaidText): Span | undefined {
  if (label === 'ORG') return organizationOf(text, words, span, lexicon);
  if (isPublic(label, text, span, lexicon)) return undefined;
  return label === 'ADDRESS' ? [span[0], endOfAddress(words, span[1])] : span;
}

/** `"K. Ott"`: an initial before a name, and no "plan B. Marco …". */
const initial =
  /(?<![\p{L}\p{N}.])(?<!\b(?:[Pp]lan|[Pp]art|[Vv]itamin|[Hh]epatitis|[Tt]ype|[Gg]roup|[Rr]oom|[Uu]nit|[Oo]ption|[Ss]ection|[Ss]uite) )\p{Lu}\. $/u;
const initialReach = 16;

/** Where a name of the model begins, with an initial that it has left out. */
export const startOfName = (text: string, start: number): number =>
  /\p{Lu}/u.test(text.charAt(start)) &&
  initial.test(text.slice(Math.max(0, start - initialReach), start))
    ? start - 3
    : start;

const { firstName, surname, usualFirstName, usualSurname } = lexiconBits;
const { place, word, common, spanishWord, spanishCommon } = lexiconBits;
const isName = firstName | surname;
const isUsualName = usualFirstName | usualSurname;
const isEveryday = word | common | spanishWord | spanishCommon;
const weekday = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/;

/**
 * Words of a multi-word name that identify a person on their own. In `patience tuttle` only
 * `tuttle`: `patience` is an ordinary word.
 */
export function namePartsOf(
  words: readonly Word[],
  { start, end }: { readonly start: number; readonly end: number },
  lexicon: Lexicon,
): readonly Span[] {
  const inside = words.filter((word) => word.start >= start && word.end <= end);
  const named = inside.filter(({ text }) => /\p{L}['’]?\p{L}/u.test(text));
  if (named.length < 2) return [];
  return named
    .filter(({ text }) => identifiesPerson(wordForm(text), lexicon))
    .map((word): Span => [word.start, word.end]);
}

function identifiesPerson(form: string, lexicon: Lexicon): boolean {
  const bits = bitsOf(lexicon, form);
  if ((bits & common) !== 0 || months.includes(form) || weekday.test(form)) return false;
  // Many usual names are words of Spanish too: flores, rosa.
  if ((bits & spanishCommon) !== 0 && (bits & isUsualName) === 0) return false;
  return (bits & isName) !== 0 || ((bits & place) === 0 && form.length > 2);
}

const unitValue = /^(?:\p{N}{1,5}\p{L}?|\p{L})$/u;
const mostJoiners = 2;
const mostValues = 3;

/** Where an address that the model found up to `end` really ends: its unit is part of it ("342 south kenmore @unit five@"). */
export function endOfAddress(words: readonly Word[], end: number): number {
  let at = words.findIndex((word) => word.start >= end);
  if (at < 0) return end;
  const skip = (most: number, accepts: (text: string) => boolean): number => {
    const from = at;
    while (at - from < most && accepts(words[at]?.text ?? '')) at += 1;
    return at - from;
  };
  skip(1, (text) => text === ',');
  if (skip(1, (text) => unitWord.test(text)) === 0) return end;
  skip(mostJoiners, (text) => unitLink.test(text));
  const values = skip(mostValues, (text) => unitValue.test(text) || numberWord.test(text));
  return values === 0 ? end : (words[at - 1]?.end ?? end);
}

/**
 * What of a span that the model takes for an organization names an employer, a school, a hospital or a clinic: without
 * the articles and prepositions around it. Undefined for insurers and public payers, for the place that was called, and for a
 * single word that everybody knows ("clinic").
 */
export function organizationOf(
  text: string,
  words: readonly Word[],
  [start, end]: Span,
  lexicon: Lexicon,
): Span | undefined {
  const inside = words.filter((one) => one.start >= start && one.end <= end);
  const names = (one: Word): boolean => !isFunctionWord(one.text.toLowerCase());
  const first = inside.find(names);
  const last = inside.findLast(names);
  if (first === undefined || last === undefined) return undefined;
  const own: Span = [first.start, last.end];
  if (isInsurer(text.slice(...own)) || isAnnouncedPlace(text, own, lexicon)) return undefined;
  const isOrdinary = first === last && (bitsOf(lexicon, wordForm(first.text)) & isEveryday) !== 0;
  return isOrdinary ? undefined : own;
}
