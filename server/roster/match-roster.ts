import type { Detection, Shadow, Span, Utterance } from '../domain/detection.ts';
import { itemAt } from '../domain/item-at.ts';
import { nameTokensOf } from './name-tokens.ts';
import { readNames } from './read-names.ts';
import { readValues } from './read-values.ts';
import type { RosterHit } from './roster-hit.ts';
import type { PersonNumber, RosterIndex } from './roster-index.ts';

/** Reads a text as it is written and as its shadow reads, whatever the rest of the call says. Linear in the text. */
export function readRoster({ text, shadow }: Utterance, index: RosterIndex): readonly RosterHit[] {
  if (index.people() === 0) return [];
  const written = readNames(nameTokensOf(text, asWritten(text), index), index);
  const values = readValues(shadow.text, index);
  if (shadow.text === text) return [...written, ...values];
  // The shadow puts phrases of other languages into English: of its words only spelled ones are names.
  const tokens = nameTokensOf(shadow.text, shadow, index);
  const spelled = tokens.some(({ isSpelled }) => isSpelled) ? readNames(tokens, index, true) : [];
  return [...written, ...[...spelled, ...values].map((hit) => toOriginal(hit, shadow))];
}

type Offsets = Pick<Shadow, 'starts' | 'ends'>;

const asWritten = ({ length }: string): Offsets => ({
  starts: Uint32Array.from({ length }, (_, at) => at),
  ends: Uint32Array.from({ length }, (_, at) => at + 1),
});

function toOriginal(hit: RosterHit, { starts, ends }: Offsets): RosterHit {
  const original = ([start, end]: Span): Span => [itemAt(starts, start), itemAt(ends, end - 1)];
  const [start, end] = original([hit.start, hit.end]);
  return { ...hit, start, end, ...(hit.parts && { parts: hit.parts.map(original) }) };
}

/** People whom a call shows, at most; more would make any everyday word a name. */
const mostShown = 256;

/** Adds the patients whom a text shows to those whom the call has shown. */
export function addShown(
  shown: Set<PersonNumber>,
  hits: readonly RosterHit[],
  index: RosterIndex,
): void {
  for (const { people, isEvidence } of hits) {
    for (const person of isEvidence ? people : []) {
      if (shown.size < mostShown && !index.mayBeSaid(person)) shown.add(person);
    }
  }
}

/** What the roster says of one text. */
export interface RosterMatches {
  readonly detections: readonly Detection[];
  /** Names of staff that may be said here. */
  readonly passed: readonly Span[];
}

/** Weighs the hits of a text by whom the call has shown. */
export function weighHits(
  hits: readonly RosterHit[],
  shown: ReadonlySet<PersonNumber>,
  index: RosterIndex,
): RosterMatches {
  const isShown = ({ words, people }: RosterHit): boolean =>
    words.length === 0
      ? people.some((person) => shown.has(person))
      : [...shown].some((person) => index.isNamed(person, words));
  const detections: Detection[] = [];
  const passed: Span[] = [];
  for (const hit of hits) {
    const counts = hit.strength === 'sure' || isShown(hit);
    if (counts) detections.push(detectionOf(hit));
    else if (hit.strength === 'staff') passed.push([hit.start, hit.end]);
  }
  return { detections, passed };
}

const scores = { NAME: 0.8, other: 0.95 };

function detectionOf({ kind, start, end, parts }: RosterHit): Detection {
  const found = { kind, start, end, source: 'roster', id: kind.toLowerCase() } as const;
  // A name may stand in an address, so it outranks the model by its score alone.
  return kind === 'NAME'
    ? { ...found, score: scores.NAME, strength: 'weak', ...(parts && { parts }) }
    : { ...found, score: scores.other, strength: 'strong', ...(parts && { parts }) };
}
