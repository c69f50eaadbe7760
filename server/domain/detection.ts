const digitKinds = new Set(['PHONE', 'FAX', 'SSN', 'CREDIT_CARD']);
/** In which signs tell one value from another: `ann_lee@example.com` is not `annlee@example.com`. */
const signKinds = new Set(['EMAIL', 'URL']);
const wordKinds = new Set([
  'NAME',
  'ADDRESS',
  'LOCATION',
  'ORGANIZATION',
  'DOB',
  'DATE',
  'AGE_OVER_89',
]);

/** True of a kind whose values are words, which a pattern may find only in part. */
export const isWordKind = (kind: string): boolean => wordKinds.has(kind);

/** A telephone number with letters, which tell it from others of its prefix: 1-800-FLOWERS. */
const lettered =
  /8(?:00|33|44|55|66|77|88)[^a-z\d]{0,2}(?=[a-z\d-]{0,9}[a-z]{2})[a-z\d]{2,4}-?[a-z\d]{3,6}$/;

/**
 * The normal form of a value of one kind, from its written form (design D11): equal values have equal
 * normal forms. Digits for numbers, with the letters that stand for digits;
 * case-folded, single-spaced words for names, places and dates; case-folded letters and digits for other
 * identifiers, with all signs of addresses. The folded value itself if nothing else is left.
 */
export function canonicalValue(kind: string, written: string): string {
  const folded = written.normalize('NFKC').toLowerCase();
  const canonical = canonicalForm(kind, folded);
  return canonical === '' ? folded : canonical;
}

function canonicalForm(kind: string, folded: string): string {
  if (digitKinds.has(kind)) return folded.replace(lettered.test(folded) ? /[^a-z\d]/g : /\D/g, '');
  if (isWordKind(kind)) return folded.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
  return folded.replace(signKinds.has(kind) ? /\s/g : /[^\p{L}\p{N}@.:/]/gu, '');
}

const wordCharacters = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;

/** The range from the first to the last letter or digit in [start, end); undefined without any. */
export function wordSpan(text: string, start: number, end: number): Span | undefined {
  const found = wordCharacters.exec(text.slice(start, end));
  if (found === null) return undefined;
  return [start + found.index, start + found.index + found[0].length];
}

/** Half-open range of UTF-16 code units in one text (design D1). */
export type Span = readonly [start: number, end: number];

/** What each source of detections is called in the journal and in the API. */
const sourceNames = {
  /** The notation of a document. */
  structure: 'structure',
  /** Words and patterns of a policy. */
  policy: 'policy',
  roster: 'roster',
  /** A value that the call knows from elsewhere. */
  known: 'consistency',
  pattern: 'regex',
  /** The model, and the rules that read the words around its names. */
  model: 'ner',
} as const;

/** Who found a value, and what that is worth where detections overlap. */
export interface Finder {
  readonly source: keyof typeof sourceNames;
  /** Which one of its source, such as `phone`. */
  readonly id?: string;
  /** Before any score: what a document states is certain, what a form, a label or a list shows is strong. */
  readonly strength: 'certain' | 'strong' | 'weak';
}

/** A finder as the journal and the API name it, such as `regex.phone`. */
export function detectorName({ source, id }: Pick<Finder, 'source' | 'id'>): string {
  return id === undefined ? sourceNames[source] : `${sourceNames[source]}.${id}`;
}

/** What the source of a detector on record is called there. */
export const sourceOnRecord = (detector: string): string => detector.split('.', 1)[0] ?? '';

/** How strong a pattern is by its score. */
export const patternStrength = (score: number): Finder['strength'] =>
  score >= 0.5 ? 'strong' : 'weak';

/** One sensitive span found in one text. It never carries the text itself (design D1). `score` is 0 to 1. */
export interface Detection extends Finder {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
  /** The words of a multi-word name that identify a person on their own. */
  readonly parts?: readonly Span[];
  /** The value finally said, in a span that begins with an abandoned start of it (decision 0078). */
  readonly said?: Span;
}

/**
 * The written form of a spoken text (design D2). Shadow character `i` stands for the original
 * characters [starts[i], ends[i]), so a shadow span [a, b) is the original span
 * [starts[a], ends[b - 1]). Both arrays have the shadow's length and never decrease.
 */
export interface Shadow {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

export type Speaker = 'user' | 'assistant' | 'system' | 'tool';

/** One text of a request, as written and as its shadow. */
export interface Utterance {
  readonly speaker: Speaker;
  readonly text: string;
  readonly shadow: Shadow;
}

/** A text to search, and the texts before it, the nearest first. */
export interface DetectionInput {
  readonly utterance: Utterance;
  readonly before: readonly Utterance[];
}

/** A value found in a call, which detection searches for in the rest of the call (design D5). */
export interface KnownValue {
  readonly kind: string;
  /** See `canonicalValue`. */
  readonly canonical: string;
  readonly surface: string;
}

/** A detection with the canonical form of its value (design D11). */
export interface Finding extends Detection {
  readonly canonical: string;
  /** Part of a value that continues in another text: detection does not search for it elsewhere. */
  readonly isHalf?: true;
}

/** With another score, and as strong as that makes it. */
export function withScore(detection: Detection, score: number): Detection {
  const isPattern = detection.source === 'pattern';
  return { ...detection, score, ...(isPattern && { strength: patternStrength(score) }) };
}

/** The same for detections of one kind and finder at one place. */
export const detectionKey = (one: Detection): string =>
  `${one.kind} ${one.start} ${one.end} ${detectorName(one)}`;

/** A detection as the command line and the API show it. */
export interface ShownDetection extends Pick<Detection, 'kind' | 'start' | 'end' | 'score'> {
  /** See `detectorName`. */
  readonly detector: string;
}

export function shownDetection({ kind, start, end, score, ...by }: Detection): ShownDetection {
  return { kind, start, end, score, detector: detectorName(by) };
}

/** How many detections there are of each kind. */
export function countKinds(detections: readonly Pick<Detection, 'kind'>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of detections) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
