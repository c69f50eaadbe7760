import { allMatches } from '../domain/all-matches.ts';
import type { Detection, Shadow, Utterance } from '../domain/detection.ts';
import { type FoldedText, foldWords } from '../domain/fold-words.ts';
import { itemAt } from '../domain/item-at.ts';
import type { Policy } from '../domain/policy.ts';
import { toOriginal } from './detect-regex.ts';
import { alwaysMasked, isAlways, isWanted } from './merge-detections.ts';

const byPattern = { source: 'policy', id: 'pattern', strength: 'strong' } as const;

/** A phrase of a policy. */
interface Phrase {
  readonly kind: string;
  readonly list: 'always' | 'never';
  readonly letters: string;
  readonly wordCount: number;
  readonly hasDigit: boolean;
}

/** The phrases that begin with the letters on the way to this node. */
interface Node {
  readonly next: Map<string, Node>;
  readonly phrases: Phrase[];
}

/** A policy's own words and patterns, prepared for the search of many texts. */
export interface PolicyWords {
  readonly phrases: Node;
  readonly patterns: readonly { readonly kind: string; readonly pattern: RegExp }[];
}

/**
 * Prepares the words and patterns of a policy (design D51); undefined if it has none. `writtenForm` gives the
 * shadow of a phrase, so that "ward twelve" is found where a text has "ward 12".
 */
export function compilePolicyWords(
  policy: Policy,
  writtenForm: (phrase: string) => string,
): PolicyWords | undefined {
  const phrases: Node = { next: new Map(), phrases: [] };
  const rules = [...policy.entities].filter(([, { enabled }]) => enabled);
  for (const [kind, rule] of rules) {
    for (const list of ['always', 'never'] as const) {
      for (const phrase of rule[list])
        for (const form of new Set([phrase, writtenForm(phrase)])) add(phrases, kind, list, form);
    }
  }
  const patterns = rules.flatMap(([kind, rule]) =>
    rule.patterns.map((source) => ({ kind, pattern: wholeWords(source) })),
  );
  return phrases.next.size + patterns.length === 0 ? undefined : { phrases, patterns };
}

function add(root: Node, kind: string, list: Phrase['list'], form: string): void {
  const { letters, words } = foldWords(form);
  if (letters.length < 2) return;
  let node = root;
  for (const letter of letters.split('')) {
    const next = node.next.get(letter) ?? { next: new Map(), phrases: [] };
    node.next.set(letter, next);
    node = next;
  }
  const wordCount = itemAt(words, words.length - 1) + 1;
  node.phrases.push({ kind, list, letters, wordCount, hasDigit: /\p{N}/u.test(letters) });
}

const begins = String.raw`(?:(?<!\p{L})(?=\p{L})|(?<!\p{N})(?=\p{N})|(?![\p{L}\p{N}]))`;
const ends = String.raw`(?:(?<=\p{L})(?!\p{L})|(?<=\p{N})(?!\p{N})|(?<![\p{L}\p{N}]))`;

/** A pattern never begins or ends within a word or number. */
function wholeWords(source: string): RegExp {
  return new RegExp(`${begins}(?:${source})${ends}`, 'giu');
}

/** What a policy's own words and patterns say about a text; spans are of the original text. */
export interface PolicyHits {
  /** Of `policy.always` and `policy.pattern`. */
  readonly found: readonly Detection[];
  /** Where phrases stand that are never of their kind. */
  readonly never: readonly Detection[];
}

/** Finds the policy's own words and patterns in a text as written and as its shadow (design D51). */
export function findPolicyWords({ text, shadow }: Utterance, words: PolicyWords): PolicyHits {
  const written = hitsIn(text, words);
  if (shadow.text === text) return written;
  const spoken = hitsIn(shadow.text, words);
  // A number may go on in words, which only the shadow shows.
  return {
    found: [...written.found, ...original(spoken.found, shadow)],
    never: original(spoken.never, shadow),
  };
}

const original = (hits: readonly Detection[], shadow: Shadow): readonly Detection[] =>
  hits.map((hit) => toOriginal(hit, shadow));

function hitsIn(text: string, words: PolicyWords): PolicyHits {
  const found = patternHits(text, words);
  if (words.phrases.next.size === 0) return { found, never: [] };
  const never: Detection[] = [];
  for (const { list, kind, start, end } of phraseHits(text, words)) {
    const hit = { kind, start, end, score: 1, ...alwaysMasked };
    if (list === 'always') found.push(hit);
    else if (!isPartOfNumber(text, start, end)) never.push(hit);
  }
  return { found, never };
}

function patternHits(text: string, { patterns }: PolicyWords): Detection[] {
  return patterns.flatMap(({ kind, pattern }) =>
    allMatches(text, pattern).map(({ 0: match, index: start }) => ({
      kind,
      start,
      end: start + match.length,
      score: 1,
      ...byPattern,
    })),
  );
}

function* phraseHits(text: string, { phrases }: PolicyWords) {
  const folded = foldWords(text);
  for (const [at, isEdge] of folded.edges.entries())
    if (isEdge) yield* phrasesAt(folded, at, phrases, text);
}

function* phrasesAt(folded: FoldedText, at: number, root: Node, text: string) {
  const { letters, edges, starts, ends, words } = folded;
  let node = root.next.get(letters.charAt(at));
  for (let last = at; node !== undefined; node = node.next.get(letters.charAt(++last))) {
    if (edges[last + 1] !== true) continue;
    const [start, end] = [itemAt(starts, at), itemAt(ends, last)];
    const wordCount = itemAt(words, last) - itemAt(words, at) + 1;
    for (const { kind, list, ...phrase } of node.phrases) {
      if (isOnePhrase(text.slice(start, end), wordCount, phrase)) yield { kind, list, start, end };
    }
  }
}

/** Whether the letters of a phrase stand together: as its words, spelled, or as groups of digits. */
function isOnePhrase(
  hit: string,
  wordCount: number,
  phrase: Pick<Phrase, 'letters' | 'wordCount' | 'hasDigit'>,
): boolean {
  if (wordCount <= phrase.wordCount || wordCount === phrase.letters.length) return true;
  return phrase.hasDigit && hit.length <= 2 * phrase.letters.length + 4 && !/[.!?;\n]\s/.test(hit);
}

/** Whether digits go on before or behind these. */
function isPartOfNumber(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 4), start);
  const behind = text.slice(end, end + 4);
  return (
    (/\p{N}/u.test(text.charAt(start)) && /\p{N}[\s().+-]{0,3}$/u.test(before)) ||
    (/\p{N}/u.test(text.charAt(end - 1)) && /^[\s().+-]{0,3}\p{N}/u.test(behind))
  );
}

/** Detections, and those that the policy's `never` took away; absent for none. */
export interface Vetted {
  readonly kept: readonly Detection[];
  readonly vetoed?: readonly Detection[];
}

/**
 * Takes away the winners that lie wholly within a phrase that is never of their kind. `found` are all
 * detections before they were merged: a winner stays where one of its kind beside it goes on beyond the
 * phrase, so that a phrase never shows a part of a longer value.
 */
export function withoutNever(
  winners: readonly Detection[],
  found: readonly Detection[],
  never: readonly Detection[],
  { policy, text }: { readonly policy: Policy; readonly text: string },
): Vetted {
  if (never.length === 0) return { kept: winners };
  const vetoed = new Set<Detection>();
  for (const [kind, phrases] of Map.groupBy(never, (phrase) => phrase.kind)) {
    const own = winners.filter((one) => one.kind === kind && !isAlways(one));
    const all = [...winners, ...found].filter((one) => one.kind === kind && isWanted(one, policy));
    const isWithin = within(phrases);
    const spared = within(stretches(all, text).filter(isWithin));
    for (const one of own) if (spared(one)) vetoed.add(one);
  }
  if (vetoed.size === 0) return { kept: winners };
  return { kept: winners.filter((one) => !vetoed.has(one)), vetoed: [...vetoed] };
}

type Stretch = Pick<Detection, 'start' | 'end'>;

/** Whether a stretch lies wholly within one of these; asked from left to right, in linear time. */
function within(all: readonly Stretch[]): (one: Stretch) => boolean {
  const sorted = all.toSorted((a, b) => a.start - b.start);
  let next = 0;
  let furthest = 0;
  return ({ start, end }) => {
    for (; next < sorted.length && itemAt(sorted, next).start <= start; next += 1)
      furthest = Math.max(furthest, itemAt(sorted, next).end);
    return end <= furthest;
  };
}

/** The stretches of a text that detections cover, with no more than a blank or a dash between two. */
function stretches(detections: readonly Detection[], text: string): readonly Stretch[] {
  const all: { start: number; end: number }[] = [];
  for (const { start, end } of detections.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && /^[\s'’-]{0,3}$/.test(text.slice(last.end, start)))
      last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}
