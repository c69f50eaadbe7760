import { allMatches } from '../../domain/all-matches.ts';
import type { Detection, Utterance } from '../../domain/detection.ts';
import { itemAt } from '../../domain/item-at.ts';
import { isSaidIn, languages } from '../../normalize/languages/covered.ts';
import type { Language, NameWords } from '../../normalize/languages/language.ts';
import { nameInContext } from './told-name.ts';

const mostWords = 4;
/** Words of an answer that is nothing but a name. */
const longestAnswer = 8;
const trailReach = 24;
/** Turns before a text that tell its language where its own words do not. */
const turnsAround = 2;
const word = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;
const nameGap = /^(?:[ \t]{1,2}|\. )$/;

/** A language that the model does not know, and its words around names as patterns. */
interface Known extends NameWords {
  readonly language: Language;
  /** Any word is a name behind the first, an uncommon one behind the second, two of them behind the third. */
  readonly before: readonly [RegExp, RegExp, RegExp];
  readonly behind: RegExp;
  readonly question: RegExp;
}

const known: readonly Known[] = languages.flatMap((language) => {
  const { names } = language;
  if (names === undefined) return [];
  const lead = (source: string): RegExp =>
    new RegExp(
      `(?<![\\p{L}'’-])(?:${source})\\.?(?:,? (?:${names.joints})(?![\\p{L}'’-])){0,2},? {1,2}(?=\\p{L})`,
      'giu',
    );
  return [
    {
      ...names,
      language,
      before: [lead(names.titles), lead(names.leads), lead(names.weakLeads)],
      behind: new RegExp(`^,? (?:${names.trails})(?!\\p{L})`, 'iu'),
      question: new RegExp(names.asked, 'iu'),
    },
  ];
});
const byCodes = new WeakMap<readonly string[], readonly Known[]>();

function knownOf(codes: readonly string[]): readonly Known[] {
  const own = byCodes.get(codes) ?? known.filter(({ language }) => codes.includes(language.code));
  byCodes.set(codes, own);
  return own;
}

interface Word {
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  readonly isCapital: boolean;
}

/**
 * What the model found in a text of a language that it does not know, but covered by the policy (`codes`): without
 * everyday words of the language, and with the names that the words around them show. In other texts as it is.
 */
export function withNamesOfLanguages(
  text: string,
  found: readonly Detection[],
  before: readonly Utterance[],
  codes: readonly string[],
): readonly Detection[] {
  const own = knownOf(codes);
  if (own.length === 0) return found;
  const near = [text, ...before.slice(0, turnsAround).map((one) => one.text)];
  const spoken = own.find(({ language }) => near.some((one) => isSaidIn(one, language)));
  if (spoken === undefined) return found;
  const words = allMatches(text, word).map(
    ({ index, 0: said }): Word => ({
      lower: said.toLowerCase().replaceAll('’', "'"),
      start: index,
      end: index + said.length,
      isCapital: /^\p{Lu}/u.test(said),
    }),
  );
  const asked = before[0]?.speaker === 'user' ? '' : (before[0]?.text ?? '');
  const isAnswer = spoken.question.test(asked.slice(-80)) && words.length <= longestAnswer;
  const isShown = ({ end }: Detection): boolean =>
    isAnswer || spoken.behind.test(text.slice(end, end + trailReach));
  return [
    ...found.flatMap((one) => withoutEveryday(one, words, spoken)),
    ...namesBehindLeads(text, words, spoken),
    ...runsOf(text, words, spoken).filter(isShown),
  ];
}

/** The place of the first word for which something holds that holds for all behind it. */
function placeOf(words: readonly Word[], holds: (one: Word) => boolean): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(itemAt(words, middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether a word, or each part of it, is no part of a name by itself: "rappelez-moi", "l'ordonnance". */
function isPlain({ lower }: Word, { isEveryday }: NameWords): boolean {
  const [first, ...rest] = lower.split(/['-]/);
  if (rest.length === 0) return isEveryday(lower);
  const isFirst = first === 'l' || first === 'd' || isEveryday(first ?? '');
  return isEveryday(lower) || (isFirst && rest.every((part) => isEveryday(part)));
}

const isParticle = ({ lower }: Word, { particles }: NameWords): boolean => particles.has(lower);

/** The parts of a name or place of the model that are more than everyday words. */
function withoutEveryday(
  one: Detection,
  words: readonly Word[],
  language: Known,
): readonly Detection[] {
  if (one.kind !== 'NAME' && one.kind !== 'LOCATION' && one.kind !== 'ADDRESS') return [one];
  const inside = words.slice(
    placeOf(words, ({ end }) => end > one.start),
    placeOf(words, ({ start }) => start >= one.end),
  );
  if (inside.length === 0 || !inside.some((said) => isPlain(said, language))) return [one];
  if (inside.every((said) => isPlain(said, language))) return [];
  if (one.kind !== 'NAME') return [one];
  return partsOf(inside, language).map(([start, end]) => ({
    ...nameInContext(start, end),
    score: one.score,
  }));
}

/** Rows of words that are no everyday ones, with the particles between and before them. */
function partsOf(words: readonly Word[], language: NameWords): [number, number][] {
  const parts: [number, number][] = [];
  let lead: number | undefined;
  let isOpen = false;
  for (const said of words) {
    if (!isPlain(said, language)) {
      const last = parts.at(-1);
      if (isOpen && last !== undefined) last[1] = said.end;
      else parts.push([lead ?? said.start, said.end]);
      isOpen = true;
      lead = undefined;
    } else if (isParticle(said, language)) lead ??= said.start;
    else {
      isOpen = false;
      lead = undefined;
    }
  }
  return parts;
}

/** The name that begins at the word `from`: its end and how many of its words are no everyday ones. */
function nameFrom(
  text: string,
  words: readonly Word[],
  from: number,
  language: NameWords,
): { readonly end: number; readonly next: number; readonly count: number } {
  let [end, next, count] = [words[from]?.start ?? 0, from, 0];
  for (let at = from; at < words.length && at < from + mostWords; at += 1) {
    const said = words[at];
    const previous = words[at - 1];
    if (said === undefined) break;
    if (at > from && previous && !nameGap.test(text.slice(previous.end, said.start))) break;
    if (!isPlain(said, language)) [end, next, count] = [said.end, at + 1, count + 1];
    else if (!isParticle(said, language)) break;
  }
  return { end, next, count };
}

function namesBehindLeads(text: string, words: readonly Word[], language: Known): Detection[] {
  return language.before.flatMap((lead, strength) =>
    allMatches(text, lead).flatMap(({ index, 0: { length } }) => {
      const from = placeOf(words, ({ start }) => start >= index + length);
      const first = words[from];
      if (first?.start !== index + length) return [];
      const { end, count } = nameFrom(text, words, from, language);
      const isShown = strength < 2 || count > 1 || first.isCapital;
      return count > 0 && isShown ? [nameInContext(first.start, end)] : [];
    }),
  );
}

/** All rows of words that could be a name. */
function runsOf(text: string, words: readonly Word[], language: NameWords): Detection[] {
  const found: Detection[] = [];
  for (let at = 0; at < words.length; ) {
    const { end, next, count } = nameFrom(text, words, at, language);
    if (count > 0) found.push(nameInContext(words[at]?.start ?? end, end));
    at = Math.max(next, at + 1);
  }
  return found;
}
