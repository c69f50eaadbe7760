import { isOneValue, mergeDetections, type SplitPart } from '../detect/index.ts';
import {
  type Detection,
  type Finding,
  type Speaker,
  type Utterance,
  wordSpan,
} from '../domain/detection.ts';
import { itemAt } from '../domain/item-at.ts';
import type { Policy } from '../domain/policy.ts';
import type { TextSlot } from '../ingress/slots.ts';
import { findingOf, type PassFindings } from './detection-passes.ts';

/** A text, and what decides whether it continues the one before it. */
type AdjacentText = Pick<TextSlot, 'text' | 'speaker' | 'place' | 'sameMessage' | 'goesOn'>;

/** Which texts of a request only keep a speaker going, which say digits, and which ask for a value. */
export interface SpokenTexts {
  readonly isAcknowledgement: (index: number) => boolean;
  readonly saysDigits: (index: number) => boolean;
  readonly asksForValue: (index: number) => boolean;
}

/** A stretch of a text, from `start` on, that is [from, to) of a joined text. */
interface Part {
  readonly index: number;
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The end of a speaker's text and the beginning of the same speaker's next text, as one. Voice platforms
 * cut an utterance wherever the speaker takes a breath.
 */
export interface JoinedText {
  readonly text: string;
  readonly speaker: Speaker;
  /** In their order. */
  readonly parts: readonly Part[];
  /** Whether the parts are joined without a blank. */
  readonly noSeparator: boolean;
}

/** Characters on either side of a cut: few values are longer, and their cues stand near. */
const joinReach = 160;
/** The same of texts that say digits: "the first digit is a four, the second digit …". */
const digitsReach = 640;
const mostTexts = 24;
/** Characters of what a listener says between two texts that say digits. */
const aside = 48;
/** What speech recognition writes for a pause. */
const pause = /[\s.,…]/u;
/** The beginning of a sentence: the full stop before it belongs to no address. */
const sentence = /^\p{Lu}(?!\p{Lu})/u;

/**
 * The joined texts that end in each text which continues the one before it; call it in order. Texts of
 * the listener that only keep the speaker going are passed over, and short ones between digits that ask for no value.
 */
export function joinTexts(
  texts: readonly AdjacentText[],
  { isAcknowledgement, saysDigits, asksForValue }: SpokenTexts,
): (text: AdjacentText, index: number) => readonly JoinedText[] {
  let run: readonly number[] = [];
  /** Who says more than that answers. */
  const keepsGoing = (index: number): boolean =>
    isAcknowledgement(index) &&
    (texts[index + 1]?.speaker !== texts[index]?.speaker || isAcknowledgement(index + 1));
  const isAside = (index: number, last: number): boolean =>
    (texts[index]?.text.length ?? 0) <= aside &&
    texts[index + 1]?.speaker === texts[last]?.speaker &&
    [last, index + 1].every(saysDigits) &&
    !saysDigits(index) &&
    !asksForValue(index);
  return (text, index) => {
    const last = run.at(-1) ?? -1;
    const isListener = run.length > 0 && texts[last]?.speaker !== text.speaker;
    const isTurn = text.place === 'turn';
    if (isListener && isTurn && (keepsGoing(index) || isAside(index, last))) return [];
    const own = runEndingAt(texts, run, index);
    if (isTurn) run = own;
    if (own.length === 1) return [];
    return separatorChoices(text)
      .map((isGlued) => joinedTextOf(texts, own, { isGlued, saysDigits }))
      .filter(hasCut);
  };
}

/** The text and the texts that it continues, in order; `before` is the run of the previous turn. */
function runEndingAt(
  texts: readonly AdjacentText[],
  before: readonly number[],
  index: number,
): readonly number[] {
  const text = itemAt(texts, index);
  if (text.goesOn === true) return [index - 1, index];
  const isNext = text.place === 'turn' && goesOn(texts[before.at(-1) ?? -1], text);
  return isNext ? [...before.slice(1 - mostTexts), index] : [index];
}

/** Whether to join without a blank: parts of a message may be cut within a word. */
function separatorChoices(text: AdjacentText): readonly boolean[] {
  if (text.goesOn === true) return [true];
  return text.sameMessage === true ? [false, true] : [false];
}

function goesOn(before: AdjacentText | undefined, { speaker, sameMessage }: AdjacentText): boolean {
  const isSpoken = speaker === 'user' || speaker === 'assistant';
  return before?.speaker === speaker && (isSpoken || sameMessage === true);
}

const hasCut = ({ parts }: JoinedText): boolean => parts.length > 1;

function joinedTextOf(
  texts: readonly AdjacentText[],
  run: readonly number[],
  { isGlued, saysDigits }: Pick<SpokenTexts, 'saysDigits'> & { readonly isGlued: boolean },
): JoinedText {
  const newest = itemAt(run, run.length - 1);
  let next = itemAt(texts, newest);
  const { speaker } = next;
  let isDictated = saysDigits(newest);
  const reach = isDictated ? digitsReach : joinReach;
  const stretches = [{ index: newest, start: 0, words: beginning(next.text, reach), gap: '' }];
  let room = reach;
  for (const index of run.slice(0, -1).reverse()) {
    const text = itemAt(texts, index);
    const { said, gap } = ahead(text, next, isGlued);
    isDictated &&= saysDigits(index);
    const words = ending(said, isDictated ? room : Math.min(room, joinReach));
    if (words !== '') stretches.unshift({ index, start: said.length - words.length, words, gap });
    room -= words.length;
    if (words.length < said.length) break;
    next = text;
  }
  let text = '';
  const parts = stretches.map(({ index, start, words, gap }) => {
    const from = text.length;
    text += words + gap;
    return { index, start, from, to: from + words.length };
  });
  return { text, speaker, parts, noSeparator: isGlued };
}

/** The text to read before the next one, and the gap between them. */
function ahead({ text }: AdjacentText, next: AdjacentText, isGlued: boolean) {
  if (next.goesOn === true) return { said: text, gap: '' };
  if (!isGlued || next.sameMessage !== true) return { said: withoutPause(text), gap: ' ' };
  return { said: sentence.test(next.text) ? withoutPause(text) : text, gap: '' };
}

function withoutPause(text: string): string {
  let end = text.length;
  while (end > 0 && pause.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** At most the first `most` characters, whole words where there are blanks. */
function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const blank = text.lastIndexOf(' ', most);
  return text.slice(0, blank < 0 ? most : blank);
}

/** At most the last `most` characters, whole words where there are blanks. */
function ending(text: string, most: number): string {
  if (text.length <= most) return text;
  const from = text.length - most;
  const blank = text.indexOf(' ', from);
  return text.slice(blank < 0 ? from : blank + 1);
}

/** A text and its own findings. */
export interface SearchedText extends PassFindings {
  readonly utterance: Utterance;
}

/** The part of a cut value in one text. */
export interface TextHalf {
  readonly index: number;
  readonly half: Finding;
}

/** The halves of each finding of a joined text that is not in one of its texts alone. */
export function splitAcrossTexts(
  { parts, noSeparator }: JoinedText,
  { utterance, findings }: SearchedText,
  texts: readonly SearchedText[],
): readonly (readonly TextHalf[])[] {
  return findings.flatMap((found) => {
    const spans = parts.flatMap(({ index, start, from, to }) => {
      const [first, last] = [Math.max(from, found.start), Math.min(to, found.end)];
      const span = wordSpan(utterance.text, first, last);
      return span === undefined ? [] : [{ index, span, shift: start - from }];
    });
    if (spans.length < 2) return [];
    const halves = spans.map(({ index, span: [start, end], shift }) => {
      const whole = itemAt(texts, index);
      const half = findingOf({ ...found, start: start + shift, end: end + shift }, whole.utterance);
      const { canonical } = findingOf({ ...found, start, end }, utterance);
      return { index, half, read: readHalf(half, whole, canonical) };
    });
    const read = halves.map((one) => one.read);
    return isOneValue(found.kind, read, noSeparator) ? [halves] : [];
  });
}

function readHalf(
  { start, end, canonical }: Finding,
  { utterance: { text }, findings }: SearchedText,
  joinedCanonical: string,
): SplitPart {
  return {
    text: text.slice(start, end),
    canonical,
    joinedCanonical,
    isFound: findings.some((finding) => finding.start <= start && finding.end >= end),
    endsSentence: /^\s*[.!?]/.test(text.slice(end)),
  };
}

/** The findings of a text, its halves included. */
export function withHalves(
  { utterance, findings }: SearchedText,
  halves: readonly TextHalf[],
  policy: Policy,
): readonly Finding[] {
  if (halves.length === 0) return findings;
  const all = [findings, halves.map(({ half }) => half)];
  const alone = new Map(findings.map((finding) => [spanKey(finding), finding]));
  return mergeDetections(all, policy, utterance.text).map(
    (hit) => alone.get(spanKey(hit)) ?? { ...findingOf(hit, utterance), isHalf: true },
  );
}

const spanKey = ({ kind, start, end }: Detection): string => `${kind} ${start} ${end}`;
