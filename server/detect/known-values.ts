import type { Detection, KnownValue, Shadow, Utterance } from '../domain/detection.ts';
import { itemAt } from '../domain/item-at.ts';
import { isWordName } from './ner/word-names.ts';
import { isFunctionWord, letterWord, neverName, numberWord } from './vocabulary/value-words.ts';

const score = 0.8;
const minDigits = 4;
const minLetters = 2;

/** First names and surnames that are everyday words; only with a capital do they name anyone. */
const everydayWords = new Set(
  'will may an so do my no he in to be or on it me we us am go if of up long young an art bill hope grace mark rose grant page drew pat sue rich chase summer park love day case price june april august april king rain'.split(
    ' ',
  ),
);

/** A known value, prepared for the search. */
interface SearchTarget {
  readonly kind: string;
  readonly canonical: string;
  /** Its letters and digits in lower case. */
  readonly needle: string;
  readonly hasDigit: boolean;
  readonly firstWord: string;
}

/** Known values, prepared for the search of many texts. */
export interface CompiledKnownValues {
  readonly all: readonly SearchTarget[];
  /** By their first characters, when there are many: a tool's reply can bring thousands. */
  readonly byStart: ReadonlyMap<string, TargetsByNeedle> | undefined;
}

/** Values with the same first characters, and the lengths of their needles. */
interface TargetsByNeedle {
  readonly lengths: readonly number[];
  readonly byNeedle: ReadonlyMap<string, readonly SearchTarget[]>;
}

/**
 * With more values than this, one walk over the text costs less than a search for each value, and no more than to
 * prepare the walk, which each turn of a call does that brings a value.
 */
const fewValues = 256;
const startLength = 6;

/** Leaves out values so short that they would match by chance. */
export function compileKnownValues(values: readonly KnownValue[]): CompiledKnownValues {
  const all = values.map(targetOf).filter((target) => target !== undefined);
  if (all.length <= fewValues) return { all, byStart: undefined };
  const groups = Map.groupBy(all, ({ needle }) => needle.slice(0, startLength));
  return {
    all,
    byStart: new Map([...groups].map(([start, group]) => [start, groupByNeedle(group)])),
  };
}

function groupByNeedle(values: readonly SearchTarget[]): TargetsByNeedle {
  const byNeedle = Map.groupBy(values, ({ needle }) => needle);
  return { lengths: [...new Set(values.map(({ needle }) => needle.length))], byNeedle };
}

/** Values are looked for in every request of their call. */
const targets = new WeakMap<KnownValue, { readonly target: SearchTarget | undefined }>();

/** Undefined for a value that would match by chance. */
function targetOf(value: KnownValue): SearchTarget | undefined {
  const known = targets.get(value);
  if (known !== undefined) return known.target;
  const made = newTarget(value);
  const target = isDistinctive(made) ? made : undefined;
  targets.set(value, { target });
  return target;
}

function newTarget({ kind, canonical }: KnownValue): SearchTarget {
  const lower = canonical.toLowerCase();
  const needle = lower.replace(/[^\p{L}\p{N}]/gu, '');
  const firstWord = /\p{L}+/u.exec(lower)?.[0] ?? '';
  return { kind, canonical, needle, hasDigit: /\p{N}/u.test(canonical), firstWord };
}

/**
 * Where known values of the call stand in an utterance, as written or spoken (design D5): whole
 * words without regard to case for names and places, digits without regard to separators for
 * numbers. Values inside longer numbers are left out.
 */
export function findKnownValues(utterance: Utterance, values: CompiledKnownValues): Detection[] {
  const { text, shadow } = utterance;
  const { written, spoken } = foldedUtterance(utterance);
  const search = searchFor(utterance, values);
  if (search === undefined) return [];
  const found = search(written, text);
  const all = spoken === undefined ? found : withSpoken(found, search(spoken, shadow.text), shadow);
  return all.filter(({ kind, start, end }) => kind !== 'NAME' || !isUsedAsWord(text, start, end));
}

/** What was found in a text, and besides what only its shadow has. */
function withSpoken(
  found: readonly Detection[],
  spoken: readonly Detection[],
  { starts, ends }: Shadow,
): readonly Detection[] {
  if (spoken.length === 0) return found;
  const foundSpans = new Set(found.map(spanKey));
  const read = spoken.map((detection) => ({
    ...detection,
    start: itemAt(starts, detection.start),
    end: itemAt(ends, detection.end - 1),
  }));
  return [...found, ...read.filter((hit) => !foundSpans.has(spanKey(hit)))];
}

const spanKey = ({ kind, start, end }: Detection): string => `${kind} ${start} ${end}`;

type SearchForm = (folded: string, form: string) => readonly Detection[];

/** Searches a form of an utterance; undefined where it has none of the values. */
function searchFor(
  utterance: Utterance,
  { all, byStart }: CompiledKnownValues,
): SearchForm | undefined {
  if (byStart !== undefined) return (folded, form) => searchByStart(folded, byStart, form);
  const near = likelyTargets(utterance, all);
  return near.length === 0 ? undefined : (folded, form) => searchEach(folded, near, form);
}

/** The values that an utterance may hold. */
function likelyTargets(
  utterance: Utterance,
  all: readonly SearchTarget[],
): readonly SearchTarget[] {
  const { written, spoken } = foldedUtterance(utterance);
  const held = all.filter(
    ({ needle }) => written.includes(needle) || spoken?.includes(needle) === true,
  );
  if (held.length === 0) return held;
  const { text, shadow } = utterance;
  const lower = `${text}\0${shadow.text}`.toLowerCase();
  return held.filter(({ hasDigit, firstWord }) => hasDigit || lower.includes(firstWord));
}

/** Looks up, at each place of a text, the values that begin there. */
function searchByStart(
  folded: string,
  byStart: NonNullable<CompiledKnownValues['byStart']>,
  text: string,
): Detection[] {
  const places = placesIn(text);
  const found: Detection[] = [];
  for (let at = 0; at < folded.length; at += 1) {
    for (const value of targetsStartingAt(folded, at, byStart)) {
      found.push(...hitAt(places, value, at, text));
    }
  }
  return found;
}

function* targetsStartingAt(
  folded: string,
  at: number,
  byStart: NonNullable<CompiledKnownValues['byStart']>,
): Generator<SearchTarget> {
  const left = folded.length - at;
  for (let length = minLetters; length <= Math.min(startLength, left); length += 1) {
    const values = byStart.get(folded.slice(at, at + length));
    for (const size of values?.lengths ?? []) {
      if (size <= left) yield* values?.byNeedle.get(folded.slice(at, at + size)) ?? [];
    }
  }
}

/** The letters and digits of an utterance in lower case: as written and, where it differs, as its shadow. */
interface FoldedUtterance {
  readonly written: string;
  readonly spoken: string | undefined;
}

/** The turns of a call are searched again for each new value. */
const foldedUtterances = new WeakMap<Utterance, FoldedUtterance>();

function foldedUtterance(utterance: Utterance): FoldedUtterance {
  const known = foldedUtterances.get(utterance);
  if (known !== undefined) return known;
  const { text, shadow } = utterance;
  const spoken = shadow.text === text ? undefined : caseFold(shadow.text);
  const folded = { written: caseFold(text), spoken };
  foldedUtterances.set(utterance, folded);
  return folded;
}

const kept = /[\p{L}\p{N}]/u;
const ascii = /^[\0-\x7F]*$/;

const caseFold = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase().replace(/[^a-z0-9]+/g, '')
    : keptPlaces(text)
        .map((at) => text.charAt(at).toLowerCase())
        .join('');

/** Where the letters and digits of a folded text stand in the text. Read on first use: most texts hold no known value. */
function placesIn(text: string): () => readonly number[] {
  let places: readonly number[] | undefined;
  return () => {
    places ??= keptPlaces(text);
    return places;
  };
}

function keptPlaces(text: string): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const lower = text.charAt(at).toLowerCase();
    if (lower.length === 1 && kept.test(lower)) places.push(at);
  }
  return places;
}

function searchEach(folded: string, values: readonly SearchTarget[], text: string): Detection[] {
  const places = placesIn(text);
  const found: Detection[] = [];
  for (const value of values) {
    let at = folded.indexOf(value.needle);
    while (at >= 0) {
      found.push(...hitAt(places, value, at, text));
      at = folded.indexOf(value.needle, at + 1);
    }
  }
  return found;
}

/** The value whose needle stands at a place of a folded text, where it is one there. */
function hitAt(
  places: () => readonly number[],
  { kind, canonical, needle }: SearchTarget,
  at: number,
  text: string,
): readonly Detection[] {
  const starts = places();
  const start = itemAt(starts, at);
  const last = itemAt(starts, at + needle.length - 1) + 1;
  const end = kind === 'NAME' ? endOfPlural(text, start, last) : last;
  const isHit = isOneHit(text.slice(start, last), canonical, needle) && isWhole(text, start, end);
  return isHit ? [{ kind, start, end, score, source: 'known', strength: 'strong' }] : [];
}

const severalOf =
  /(?<!\p{L})(?:the|some|those|these|other|two|three|los|las|unos|esos|dos|tres) $/iu;
const pluralEnding = /^e?s(?![\p{L}\p{N}])/u;
/** Shorter names with an "s" are other words. */
const leastOfPlural = 5;

/** Where a name ends that several people have: "is she kin to the prejeans". */
function endOfPlural(text: string, start: number, end: number): number {
  const ending = pluralEnding.exec(text.slice(end, end + 3))?.[0];
  if (ending === undefined || end - start < leastOfPlural) return end;
  return severalOf.test(text.slice(Math.max(0, start - leadLength), start))
    ? end + ending.length
    : end;
}

/** Whether a value can be recognised alone: long enough, and not of words that every sentence has ("de la", "una"). */
function isDistinctive({ kind, canonical, needle }: SearchTarget): boolean {
  const words = canonical.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (!everydayWords.has(needle) && words.every(isSentenceWord)) return false;
  const digits = needle.replace(/[^\p{N}]/gu, '').length;
  const letters = needle.length - digits;
  if (letters === 0) return digits >= minDigits;
  if (kind === 'DOB' || kind === 'DATE') return digits >= 2;
  return digits > 0 ? needle.length > minDigits : letters >= minLetters;
}

const isSentenceWord = (said: string): boolean => {
  const word = said.toLowerCase();
  return isFunctionWord(word) || [neverName, letterWord, numberWord].some((one) => one.test(word));
};

/** Whether a hit is one value: it has no more words than the value, and its digits are not spread over a sentence. */
function isOneHit(hit: string, canonical: string, needle: string): boolean {
  if (everydayWords.has(needle)) return /^[A-Z]/.test(hit);
  if (/\p{N}/u.test(needle)) return hit.length <= 2 * needle.length + 4 && !/[.!?;\n]\s/.test(hit);
  return wordCount(hit) <= wordCount(canonical);
}

/** What counts or owns the ordinary word behind it, which a name in this place would not have. */
const counting =
  /(?<!\p{L})(?:an?|the|any|some|every|more|few|the best|bunch of|lots? of|couple of|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|un|una|unos|unas|much[oa]s?|tengo|tienes?|necesit[oa]|como (?:el|los|las?)|like (?:the|going to)|the actual|ain't no) $/iu;
const ofPerson = /^['’]s?\b|^ (?:famil|account|chart|appointment)/i;
/** "Will do", "May I", "Will the nurse come?". */
const modal = /^(?:will|may)$/i;
const begins = /(?:^|[.?!,] {1,2}|\b(?:and|so|okay|but|yes|no|when|where|what|how) )$/i;
const asksOrPromises =
  /^ (?:i|you|he|she|it|they|we|the|this|that|there|my|your|his|her|our|their|do|be|not)\b/i;
const leadLength = 16;

/** Whether a word that is also a name says what it means as a word: "take a chance", "tengo dolores". */
function isUsedAsWord(text: string, start: number, end: number): boolean {
  const said = text.slice(start, end);
  const trail = text.slice(end, end + leadLength);
  const lead = text.slice(Math.max(0, start - leadLength), start);
  if (modal.test(said) && begins.test(lead) && asksOrPromises.test(trail)) return true;
  const isWord = everydayWords.has(said) || isWordName(said);
  if (!isWord || ofPerson.test(trail)) return false;
  return counting.test(lead) || (said === 'paz' && /\ben $/.test(lead) && /^ desc/.test(trail));
}

const wordCount = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Whether a hit does not stand inside a longer word or number, such as "don't". */
function isWhole(text: string, start: number, end: number): boolean {
  const isContracted = /^['’]t\b/i.test(text.slice(end, end + 3));
  return !isContracted && !isSameRun(text, start - 1, start) && !isSameRun(text, end - 1, end);
}

/**
 * Whether the characters on both sides of a border belong to one word or number. A letter and a
 * digit belong to different runs, as in the leak scan.
 */
function isSameRun(text: string, left: number, right: number): boolean {
  const pair = text.charAt(left) + text.charAt(right);
  return /^(?:\p{L}\p{L}|\p{N}\p{N})$/u.test(pair);
}
