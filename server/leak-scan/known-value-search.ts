import type { KnownValue } from '../domain/detection.ts';
import { chunksOf } from '../domain/time-slices.ts';

/**
 * Text with everything but letters and digits taken out, folded, and single digits in words turned
 * into figures, so that "(555) 012-3456", "555.012.3456" and "five five five oh one two…" are one.
 */
export interface CompactText {
  readonly text: string;
  /** 1 at each offset where a word or number began or ended before squeezing; text.length + 1 long. */
  readonly edges: Uint8Array;
}

const figures: ReadonlyMap<string, string> = new Map(
  ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
    .map((word, figure): [string, string] => [word, String(figure)])
    .concat([['oh', '0']]),
);

export function compactText(text: string): CompactText {
  const folded = text.normalize('NFKC').toLowerCase();
  const parts = folded.match(/[\p{L}\p{M}]+|\p{N}+|\0/gu) ?? [];
  const edges = new Uint8Array(folded.length + 1);
  let length = 0;
  const written = parts.map((part) => {
    const piece = (part.length < 6 && figures.get(part)) || part;
    edges[length] = 1;
    length += piece.length;
    return piece;
  });
  edges[length] = 1;
  return { text: written.join(''), edges };
}

/** Digits from which on a match is no coincidence; with letters around them, fewer do. */
const strongDigits = 6;
const strongMixed = { digits: 4, length: 8 };
/** A number this long counts even inside a longer one, as with a country code in front. */
const unboundedDigits = 9;
const minDigits = 4;
const minLetters = 2;
/** Characters of a form by which it is found; shorter forms are found by all of theirs. */
const startLength = 6;

export interface ValueHit {
  readonly kind: string;
  /** Numbers, identifiers, full dates and e-mail addresses; names and short values are weak. */
  readonly strong: boolean;
}

/** Looks for values in one text after another. */
export interface ValueSearch {
  search(text: CompactText): void;
  /** The values that stood in one of them. */
  hits(): Generator<undefined, readonly ValueHit[]>;
}

/** Values between pauses (design D43): a fraction of a millisecond. */
const valuesAtOnce = 128;

/**
 * Finds values by canonical or surface form, whatever the punctuation. Linear in the texts and in the
 * values: a tool's reply can bring thousands, over which it pauses.
 */
export function* knownValueSearch(
  values: readonly KnownValue[],
): Generator<undefined, ValueSearch> {
  const forms = new Set<string>();
  for (const some of chunksOf(values, valuesAtOnce)) {
    for (const value of some) for (const form of formsOf(value)) forms.add(form);
    yield undefined;
  }
  const find = yield* formFinder(forms);
  const found = new Set<string>();
  return {
    search: (text) => find(text, found),
    hits: function* () {
      if (found.size === 0) return [];
      const hits: ValueHit[] = [];
      for (const some of chunksOf(values, valuesAtOnce)) {
        for (const value of some) hits.push(...hitsOf(value, found));
        yield undefined;
      }
      return hits;
    },
  };
}

function hitsOf(value: KnownValue, found: ReadonlySet<string>): readonly ValueHit[] {
  const own = formsOf(value).filter((form) => found.has(form));
  if (own.length === 0) return [];
  return [{ kind: value.kind, strong: value.canonical.includes('@') || own.some(isStrong) }];
}

/** Values are looked for in every request of their call; their forms are made once. */
const formsByValue = new WeakMap<KnownValue, readonly string[]>();

function formsOf(value: KnownValue): readonly string[] {
  const known = formsByValue.get(value);
  if (known !== undefined) return known;
  const forms = [
    ...new Set([compactText(value.canonical).text, compactText(value.surface).text]),
  ].filter(isLongEnough);
  formsByValue.set(value, forms);
  return forms;
}

function isLongEnough(form: string): boolean {
  return form.length >= (/^\d+$/.test(form) ? minDigits : minLetters);
}

function isStrong(form: string): boolean {
  const digits = form.replace(/\D/g, '').length;
  return (
    digits >= strongDigits || (digits >= strongMixed.digits && form.length >= strongMixed.length)
  );
}

/** Whether a form counts inside a longer number too. */
const isUnbounded = (form: string): boolean => form.length >= unboundedDigits && /^\d+$/.test(form);

/** Adds the forms that stand in a text to `found`. */
type FindForms = (text: CompactText, found: Set<string>) => void;

/** Looks up, at each place of a text, the forms that begin there. */
function* formFinder(forms: ReadonlySet<string>): Generator<undefined, FindForms> {
  if (forms.size === 0) return () => undefined;
  const lengths = new Map<string, Set<number>>();
  // Most places need no closer look: no form begins with the two characters there.
  const pairs = new Uint8Array(pairCount);
  for (const some of chunksOf(forms, valuesAtOnce)) {
    for (const form of some) {
      addLength(lengths, form);
      pairs[pairAt(form, 0)] = 1;
    }
    yield undefined;
  }
  const starts = [...new Set([...lengths.keys()].map((start) => start.length))];
  const mayBeginAt = (compact: CompactText, at: number): boolean =>
    canBeginAt(compact, at) && pairs[pairAt(compact.text, at)] === 1;
  const formsAt = (compact: CompactText, at: number): readonly string[] =>
    starts
      .flatMap((length) => [...(lengths.get(compact.text.slice(at, at + length)) ?? [])])
      .map((size) => compact.text.slice(at, at + size))
      .filter((form) => forms.has(form))
      .filter((form) => isBoundedAt(compact, at, form));
  return (compact, found) => {
    for (let at = 0; at < compact.text.length; at += 1)
      if (mayBeginAt(compact, at)) for (const form of formsAt(compact, at)) found.add(form);
  };
}

/** Whether a form can begin there, whatever it is. */
const canBeginAt = ({ text, edges }: CompactText, at: number): boolean =>
  edges[at] === 1 || isDigit(text.charCodeAt(at));

/** Whether a form that begins there is no part of a longer word or number. */
const isBoundedAt = ({ edges }: CompactText, at: number, form: string): boolean =>
  isUnbounded(form) || (edges[at] === 1 && edges[at + form.length] === 1);

/** Whether one of a few values stands in one of these texts: what `knownValueSearch` would find. */
export function* holdsAny(
  texts: readonly CompactText[],
  values: readonly KnownValue[],
): Generator<undefined, boolean> {
  for (const value of values) {
    const forms = formsOf(value);
    for (const text of texts) if (forms.some((form) => holdsForm(text, form))) return true;
    yield undefined;
  }
  return false;
}

function holdsForm(compact: CompactText, form: string): boolean {
  for (let at = compact.text.indexOf(form); at >= 0; at = compact.text.indexOf(form, at + 1))
    if (canBeginAt(compact, at) && isBoundedAt(compact, at, form)) return true;
  return false;
}

/** A power of two. */
const pairCount = 4_096;

/** A number below `pairCount` for two neighbouring characters, which different ones can share. */
function pairAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 61 + text.charCodeAt(at + 1)) & (pairCount - 1);
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Keeps the length of a form by how it begins. */
function addLength(lengths: Map<string, Set<number>>, form: string): void {
  const start = form.slice(0, startLength);
  const own = lengths.get(start) ?? new Set();
  lengths.set(start, own.add(form.length));
}
