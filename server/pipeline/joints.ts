import { areOne, mergeDetections } from '../detect/index.ts';
import type { Detection, Speaker, Utterance } from '../domain/detection.ts';
import type { Policy } from '../domain/policy.ts';
import { type Finding, findingOf } from './passes.ts';
import { wordSpan } from './word-span.ts';

/** A text, and what decides whether it goes on where the one before it ended. */
interface JoinedText {
  readonly text: string;
  readonly speaker: Speaker;
  readonly place: 'turn' | 'field';
  readonly sameMessage?: true;
}

/** A stretch of a text, from `start` on, that is [from, to) of a joint. */
interface Part {
  readonly index: number;
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The end of what a speaker said and the beginning of what the same speaker says next, as one text. A
 * platform that listens cuts an utterance wherever somebody takes a breath.
 */
export interface Joint {
  readonly text: string;
  readonly speaker: Speaker;
  /** In their order. */
  readonly parts: readonly Part[];
}

/** Characters on either side of a cut: few values are longer, and what announces one stands near. */
const reach = 160;
const mostTexts = 6;
/** What a recogniser of speech writes where it heard a pause. */
const pause = /[\s.,…]/u;

/** A joint for each text that goes on where the one before it ended. */
export function jointsOf(texts: readonly JoinedText[]): readonly Joint[] {
  let run: number[] = [];
  return texts.flatMap((text, index) => {
    if (text.place !== 'turn') return [];
    run = goesOn(texts[run.at(-1) ?? -1], text) ? [...run.slice(1 - mostTexts), index] : [index];
    if (run.length === 1) return [];
    // Parts of a message may be cut within a word.
    const gaps = text.sameMessage === true ? [' ', ''] : [' '];
    return gaps.map((gap) => jointOf(texts, run, gap)).filter(({ parts }) => parts.length > 1);
  });
}

function goesOn(before: JoinedText | undefined, { speaker, sameMessage }: JoinedText): boolean {
  const isSpoken = speaker === 'user' || speaker === 'assistant';
  return before?.speaker === speaker && (isSpoken || sameMessage === true);
}

function jointOf(texts: readonly JoinedText[], run: readonly number[], gap: string): Joint {
  const newest = run.at(-1) ?? 0;
  const { text: newWords, speaker } = texts[newest] as JoinedText;
  const stretches = [{ index: newest, start: 0, text: beginning(newWords) }];
  let room = reach;
  for (const index of run.slice(0, -1).reverse()) {
    const words = withoutPause(texts[index]?.text ?? '');
    const text = ending(words, room);
    if (text !== '') stretches.unshift({ index, start: words.length - text.length, text });
    room -= text.length;
    if (text.length < words.length) break;
  }
  let from = 0;
  const parts = stretches.map(({ index, start, text }) => {
    const part = { index, start, from, to: from + text.length };
    from = part.to + gap.length;
    return part;
  });
  return { text: stretches.map(({ text }) => text).join(gap), speaker, parts };
}

function withoutPause(text: string): string {
  let end = text.length;
  while (end > 0 && pause.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function beginning(text: string): string {
  if (text.length <= reach) return text;
  const blank = text.lastIndexOf(' ', reach);
  return text.slice(0, blank < 0 ? reach : blank);
}

/** At most so many of the last characters, whole words where there are blanks. */
function ending(text: string, most: number): string {
  if (text.length <= most) return text;
  const from = text.length - most;
  const blank = text.indexOf(' ', from);
  return text.slice(blank < 0 ? from : blank + 1);
}

/** What a text by itself is, and what was found in it. */
interface SearchedText {
  readonly utterance: Utterance;
  readonly findings: readonly Finding[];
}

/** What one text has of a value that was cut. */
export interface TextHalf {
  readonly index: number;
  readonly half: Finding;
}

/** The halves of what was found in a joint, and is not in one of its texts alone. */
export function halvesOf(
  { text, parts }: Joint,
  found: readonly Detection[],
  texts: readonly SearchedText[],
): readonly TextHalf[] {
  return found.flatMap((detection) => {
    const halves = parts.flatMap(({ index, start, from, to }) => {
      const span = wordSpan(text, Math.max(from, detection.start), Math.min(to, detection.end));
      const whole = texts[index];
      if (span === undefined || whole === undefined) return [];
      const shift = start - from;
      const part = { ...detection, start: span[0] + shift, end: span[1] + shift };
      return [{ index, half: findingOf(part, whole.utterance) }];
    });
    if (halves.length < 2) return [];
    const read = halves.map(({ index, half }) => readHalf(half, texts[index] as SearchedText));
    return areOne(detection.kind, read) ? halves : [];
  });
}

function readHalf(
  { start, end, canonical }: Finding,
  { utterance: { text }, findings }: SearchedText,
) {
  return {
    text: text.slice(start, end),
    canonical,
    isFound: findings.some((finding) => finding.start <= start && finding.end >= end),
    isClosed: /^\s*[.!?]/.test(text.slice(end)),
  };
}

/** The findings of a text with the halves that it has. */
export function withHalves(
  { utterance, findings }: SearchedText,
  halves: readonly TextHalf[],
  policy: Policy,
): readonly Finding[] {
  if (halves.length === 0) return findings;
  const all = [findings, halves.map(({ half }) => half)];
  const alone = new Map(findings.map((finding) => [placeOf(finding), finding]));
  return mergeDetections(all, policy, utterance.text).map(
    (hit) => alone.get(placeOf(hit)) ?? { ...findingOf(hit, utterance), isHalf: true },
  );
}

const placeOf = ({ kind, start, end }: Detection): string => `${kind} ${start} ${end}`;
