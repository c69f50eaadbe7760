import { wordsOf } from '../../server/detect/ner/word-features.ts';
import { type LabelledTurn, joinPieces, type Piece, piecesOf } from './labelled-text.ts';
import type { Random } from './random.ts';

/** How a dialogue is spoiled on its way through speech recognition. */
export interface Noise {
  readonly lowerCase: boolean;
  readonly upperCase: boolean;
  readonly noPunctuation: boolean;
  /** Shares of words. */
  readonly fillers: number;
  readonly repeats: number;
  readonly typos: number;
  readonly replaced: number;
}

/** `plain`: without words replaced by others. */
export function noiseOf(random: Random, plain: boolean): Noise {
  const roll = random.next();
  const bare = roll < 0.58;
  return {
    lowerCase: bare || roll > 0.97,
    upperCase: roll > 0.96 && roll < 0.968,
    noPunctuation: bare || (roll > 0.9 && random.chance(0.5)),
    fillers: random.chance(0.4) ? 0.03 : 0,
    repeats: random.chance(0.25) ? 0.02 : 0,
    typos: random.chance(0.2) ? 0.015 : 0,
    replaced: !plain && random.chance(0.6) ? 0.08 + 0.08 * random.next() : 0,
  };
}

/** Words that announce a value; noise never replaces them. */
const cues = new Set(
  `name names named called call caller calling calls speak speaking spoke talk talked this is i'm im i am it's its that's my your his her their our mister mr mrs ms miss doctor dr doc nurse professor hi hello hey dear
  phone number numbers cell mobile home fax reach text dial contact extension line voicemail born birth birthday birthdate dob date age old years year months address live lives living street avenue road drive lane zip postal postcode code apartment apt unit suite city state mail mailing ship moved
  mrn medical record records chart patient hospital account accounts member membership policy card claim group insurance id identification confirmation reference booking order subscriber invoice case ticket pin password social security ssn license passport routing iban last four digits ending first maiden middle surname spelled spell letters
  husband wife son daughter mother father mom dad brother sister friend boss uncle aunt cousin grandma grandpa for with from to and or by of the a an at in on between email e-mail @ dot signed sincerely regards thanks contact ask tell told see saw meet met meeting message under`.split(/\s+/),
);

/** Words to replace others with, and the language's lists, `cue-words`, `fillers` and `pauses` among them. */
interface Lists {
  readonly dictionary: readonly string[];
  readonly words: ReadonlyMap<string, readonly string[]>;
}

const cueSets = new WeakMap<Lists['words'], ReadonlySet<string>>();

function isCue(word: string, { words }: Lists): boolean {
  const listed = cueSets.get(words) ?? new Set([...cues, ...(words.get('cue-words') ?? [])]);
  cueSets.set(words, listed);
  return listed.has(word.toLowerCase().replace('’', "'"));
}

/** A turn with noise; spans keep to their words. */
export function spoil(turn: LabelledTurn, noise: Noise, lists: Lists, random: Random): LabelledTurn {
  const pieces = piecesOf(turn).flatMap((piece) =>
    piece.kind === undefined ? [{ text: spoilWords(piece.text, noise, lists, random) }] : [spoilValue(piece, noise, lists, random)],
  );
  const joined = joinPieces(pieces);
  const text = recase(joined.text, noise);
  return { speaker: turn.speaker, text, spans: joined.spans };
}

/** Keeps the length, so that spans stay right. */
function recase(text: string, noise: Noise): string {
  const cased = noise.lowerCase ? text.toLowerCase() : noise.upperCase ? text.toUpperCase() : text;
  return cased.length === text.length ? cased : text;
}

function spoilWords(text: string, noise: Noise, lists: Lists, random: Random): string {
  let spoiled = '';
  let at = 0;
  for (const word of wordsOf(text)) {
    spoiled += text.slice(at, word.start);
    at = word.end;
    if (!/^\p{L}/u.test(word.text)) {
      const dropped = noise.noPunctuation && /^[.,!?;:"()—–…¿¡]$/.test(word.text);
      spoiled += dropped ? ' ' : word.text;
      continue;
    }
    if (random.chance(noise.fillers)) spoiled += `${random.pick(lists.words.get('fillers') ?? ['um'])} `;
    const shown = spoilWord(word.text, noise, lists, random);
    spoiled += shown;
    if (random.chance(noise.repeats)) spoiled += ` ${random.chance(0.3) ? shown.slice(0, 2) : shown}`;
  }
  const whole = spoiled + text.slice(at);
  return noise.noPunctuation ? whole.replace(/ {2,}/g, ' ') : whole;
}

function spoilWord(word: string, noise: Noise, lists: Lists, random: Random): string {
  if (random.chance(noise.replaced) && !isCue(word, lists)) {
    const other = random.pick(lists.dictionary);
    return /^\p{Lu}\p{Ll}/u.test(word) ? other.charAt(0).toUpperCase() + other.slice(1) : other;
  }
  return random.chance(noise.typos) ? typo(word, random) : word;
}

function typo(word: string, random: Random): string {
  if (word.length < 4) return word;
  const at = 1 + random.below(word.length - 2);
  return random.chance(0.5)
    ? word.slice(0, at) + word.slice(at + 1)
    : word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
}

/** A value loses its punctuation with the rest; its words are never replaced. */
function spoilValue(piece: Piece, noise: Noise, lists: Lists, random: Random): Piece {
  let text = piece.text;
  if (noise.noPunctuation && piece.kind !== 'EMAIL') {
    text = text.replace(/(\p{L})-(?=\p{L})/gu, (match, left: string) => (random.chance(0.3) ? match : `${left} `));
    text = text.replace(/[.,;:"()](?=\s|$)/g, '').replace(/[()]/g, '');
    if (random.chance(0.5)) text = text.replace(/(\p{N})-(?=\p{N})/gu, '$1 ');
  }
  if (random.chance(noise.fillers) && /\s/.test(text)) text = text.replace(/\s/, ` ${random.pick(lists.words.get('pauses') ?? ['um'])} `);
  if (random.chance(noise.typos * 2) && piece.kind === 'NAME') text = typo(text, random);
  if (random.chance(noise.repeats) && /^\p{L}+\s/u.test(text)) text = text.replace(/^(\p{L}+)\s/u, '$1 $1 ');
  return { ...piece, text: text.trim() === '' ? piece.text : text };
}
