import { allMatches } from '../../domain/all-matches.ts';
import type { Utterance } from '../../domain/detection.ts';
import { itemAt } from '../../domain/item-at.ts';
import { type CueKind, type Phrase, phrasesByWord } from '../vocabulary/cue-phrases.ts';
import type { View } from './recognizer.ts';

export type { CueKind };

/** Words that announce a kind, at [start, end) of their text. */
export interface Cue {
  readonly kind: CueKind;
  readonly start: number;
  readonly end: number;
}

/** What the words around a value say it is; `strength` 0 to 1 falls with distance. */
export interface Topic {
  readonly kind: CueKind;
  readonly strength: number;
  readonly from: 'before' | 'after' | 'question';
}

const wordPattern = /[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu;

interface CueWord {
  readonly start: number;
  readonly end: number;
  /** Lower case, without apostrophes. */
  readonly word: string;
  /** The same without "'s", which is a possessive or "is". */
  readonly stem: string;
}

function cueWordsOf(text: string): readonly CueWord[] {
  const words: CueWord[] = [];
  for (const { index: start, 0: written } of allMatches(text, wordPattern)) {
    const end = start + written.length;
    const lower = written.toLowerCase();
    const word = /['’]/.test(lower) ? lower.replace(/['’]/g, '') : lower;
    const stem = word !== lower && /['’]s$/.test(lower) ? word.slice(0, -1) : word;
    words.push({ start, end, word, stem });
  }
  return words;
}

/** All cues of a text from left to right; of overlapping phrases the longest. */
export function cuesOf(text: string): readonly Cue[] {
  const words = cueWordsOf(text);
  const cues: Cue[] = [];
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(words, at);
    const size = phrase?.words.length ?? 1;
    const kind = phrase?.kind ?? kindOfNumber(words, at, cues.at(-1));
    if (kind !== undefined && kind !== 'NONE') {
      cues.push({ kind, start: itemAt(words, at).start, end: itemAt(words, at + size - 1).end });
    }
    at += size;
  }
  return cues;
}

/** The longest phrase at word `at`: "driver's license" as written, "dob's" and "cell's" by their stem. */
function phraseAt(words: readonly CueWord[], at: number): Phrase | undefined {
  const { word, stem } = itemAt(words, at);
  const exact = longestPhrase(word, words, at);
  if (stem === word) return exact;
  const bare = longestPhrase(stem, words, at);
  return (bare?.words.length ?? 0) > (exact?.words.length ?? 0) ? bare : exact;
}

const longestPhrase = (first: string, words: readonly CueWord[], at: number): Phrase | undefined =>
  phrasesByWord.get(first)?.find(({ words: said }) =>
    said.every((part, offset) => {
      const next = words[at + offset];
      return next?.word === part || next?.stem === part;
    }),
  );

/** The kind of a "number" that no phrase covers: "house phone number", "the clinic's number", "tax file number". */
function kindOfNumber(
  words: readonly CueWord[],
  at: number,
  last: Cue | undefined,
): CueKind | undefined {
  const before = words[at - 1];
  if (words[at]?.word !== 'number' || words[at + 1]?.word === 'of') return undefined;
  if (before === undefined) return undefined;
  // "my new number": behind a possessive it is the telephone.
  if (plainBefore.has(before.word))
    return owners.has(words[at - 2]?.word ?? '') ? 'PHONE' : undefined;
  // "area code 215, number 5550150": behind digits the word goes on with what was announced.
  if (last?.end === before.end || /^\d+$/.test(before.word)) return last?.kind;
  return before.stem !== before.word || ofPlace.has(before.word) ? 'PHONE' : 'OTHER_ID';
}

/** Words before "number" that say where one would call: only telephone numbers go by country. */
const ofPlace: ReadonlySet<string> = new Set(
  'us usa uk eu american british english irish canadian mexican brazilian indian chinese japanese korean australian german french italian spanish portuguese dutch polish turkish greek israeli international foreign local overseas'.split(
    ' ',
  ),
);

const owners: ReadonlySet<string> = new Set('my your his her our their'.split(' '));

/** Words before "number" that do not say which number. */
const plainBefore: ReadonlySet<string> = new Set(
  'a an the this that which what whose any some same other another new old right correct wrong good bad full whole first last next second and or is of on in with by to for one its it current different previous'.split(
    ' ',
  ),
);

interface ViewCues {
  readonly own: readonly Cue[];
  readonly asked: readonly CueKind[];
}

const cuesByView = new WeakMap<View, ViewCues>();
const questionReach = 240;

function viewCues(view: View): ViewCues {
  const known = cuesByView.get(view);
  if (known !== undefined) return known;
  const asked = askedKinds(view.question.slice(-questionReach));
  const cues = { own: cuesOf(view.text), asked };
  cuesByView.set(view, cues);
  return cues;
}

/** "and the year?", "i lost the year": what is left of a date that was asked for, nearly always the date of birth. */
const restOfDate =
  /\b(?:and|what|which)(?: is| was|'s)?(?: the| your)? (?:year|month|day)[ ?.]*$|\b(?:lost|missed|catch|get|hear|repeat) (?:the|your) year\b/m;

function askedKinds(question: string): readonly CueKind[] {
  const kinds = cuesOf(question).map(({ kind }) => kind);
  return restOfDate.test(question) ? [...kinds, 'DOB'] : kinds;
}

/** Whether the turns just before ask for, or are about, one of the kinds. */
export function isAsked(view: View, ...kinds: readonly CueKind[]): boolean {
  return viewCues(view).asked.some((kind) => kinds.includes(kind));
}

/** Characters over which a cue before a value still counts. */
const reach = 140;
const nearness = 24;

/**
 * What the words around the value at [start, end) announce: a cue right behind it ("… is my fax
 * number"), else the nearest one before it, else the question just asked; undefined when nothing does.
 */
export function topicAt(view: View, start: number, end: number): Topic | undefined {
  const { own, asked } = viewCues(view);
  const next = firstFrom(own, end);
  const previous = own[next.index - 1];
  const before = previous === undefined ? undefined : topicBefore(view.text, previous, start);
  const after = next.cue === undefined ? undefined : topicAfter(view.text, next.cue, end);
  if (after !== undefined && (before === undefined || after.strength > before.strength)) {
    return after;
  }
  if (before !== undefined) return before;
  const kind = asked.at(-1);
  if (kind !== undefined) return { kind, strength: 0.8, from: 'question' };
  return next.cue === undefined ? undefined : topicLater(view.text, next.cue, end);
}

function firstFrom(cues: readonly Cue[], at: number): { index: number; cue: Cue | undefined } {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(cues, middle).start < at) low = middle + 1;
    else high = middle;
  }
  return { index: low, cue: cues[low] };
}

function topicBefore(text: string, cue: Cue, start: number): Topic | undefined {
  const distance = start - cue.end;
  if (distance > reach) return undefined;
  const between = text.slice(cue.end, Math.max(start, cue.end));
  const decay = distance <= nearness ? 1 : 1 - (distance - nearness) / (2 * reach);
  const sentence = /[.?!;]\s/.test(between) ? 0.8 : 1;
  const spent = /\d{4}|\d[-/. ]\d{2,}/.test(between) ? 0.6 : 1;
  return { kind: cue.kind, strength: decay * sentence * spent, from: 'before' };
}

const linkBack =
  /^[\s,)\]\\(–-]{0,4}(?:(?:is|was|are|that's|thats|that|it's|as|for|on|of|being|when|i|he|she|we|they|were|those|easy|to|remember|last|four|4) ){0,6}(?:(?:my|the|your|his|her|our|their|a|mom's|dad's|wife's|husband's|son's|daughter's) )?(?:(?:new|old|home|work|current|full) )?$/i;

/** A label right behind a value: "… is my cell", "…-Fax", "… mobile". */
function topicAfter(text: string, cue: Cue, end: number): Topic | undefined {
  if (cue.start - end > 30) return undefined;
  const between = text.slice(end, cue.start);
  if (!linkBack.test(between)) return undefined;
  const linked = /\bis\b|\bwas\b|-$/.test(between);
  // In "… office 555-0123" the label may as well name the number behind it.
  const shared = /^[ :]{1,2}(?:number )?(?:is\b|[+(]?\d)/.test(text.slice(cue.end, cue.end + 20));
  return { kind: cue.kind, strength: linked ? 1 : shared ? 0.55 : 0.9, from: 'after' };
}

const laterReach = 48;
/** Enough to name a value, not to contradict its shape. */
const laterStrength = 0.5;
const ownValue = /^[\s:#]{0,3}(?:(?:number|is|was|are|at|on|to|as|like|um|uh|for) ?){0,4}[+(]?\d/i;

/**
 * A label some words behind a value that nothing else names: "… those are the last four of my
 * social", "… is on her old phone". One with a value of its own behind it labels that.
 */
function topicLater(text: string, cue: Cue, end: number): Topic | undefined {
  const distance = cue.start - end;
  if (distance > laterReach) return undefined;
  const between = text.slice(end, cue.start).replace(/\blast 4\b/i, '');
  if (/[\d.?!;\n]|\b(?:and|but|or|so|then|because|which)\b/i.test(between)) return undefined;
  if (ownValue.test(text.slice(cue.end, cue.end + 24))) return undefined;
  return { kind: cue.kind, strength: laterStrength, from: 'after' };
}

/**
 * The words before an utterance that decide what a bare value in it is, oldest first: the turn just
 * before, and the ones before it while turns are short ("and the year?", "may"). A caller's turn with
 * a number is an answer and is left out.
 */
export function questionOf(turns: readonly Utterance[]): string {
  const asked: string[] = [];
  let said = 0;
  for (const [at, { speaker, shadow }] of turns.slice(0, maxTurns).entries()) {
    if (at >= nearTurns && said > partwiseCharacters) break;
    said += shadow.text.length;
    const isAnswer = speaker === 'user' && /\d/.test(shadow.text);
    asked.unshift(isAnswer ? '' : shadow.text.slice(-questionReach));
    const isNew =
      speaker !== 'user' && newQuestion.test(shadow.text) && !followUp.test(shadow.text);
    if (isNew || shadow.text.length > shortTurn) break;
  }
  return asked.join(' \n ');
}

/** A new question, unrelated to what was asked before. */
const newQuestion =
  /\b(?:what|which|how|when|where|who|why|do|does|did|are|is|can|could|would|will|have|any)\b/i;
const followUp =
  /\b(?:year|month|day|date|rest|digits?|numbers?|code|part|again|repeat|spell|once more|first|last|next|more|it|that|those|them|one|go ahead|go on|sorry)\b/i;

const maxTurns = 10;
const shortTurn = 48;
/** Earlier turns belong to a question only while the caller says a value in parts, up to `partwiseCharacters`. */
const nearTurns = 6;
const partwiseCharacters = 100;
