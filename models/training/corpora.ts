import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { NerKind } from '../../server/detect/ner/labels.ts';
import { bitsOf, type Lexicon, lexiconBits } from '../../server/detect/ner/lexicon.ts';
import { wordForm, wordsOf } from '../../server/detect/ner/word-features.ts';
import { joinPieces, type LabelledTurn } from './labelled-text.ts';
import type { NameSource } from './names.ts';
import { noiseOf, spoil } from './noise.ts';
import { hashOf, type Random } from './random.ts';
import type { Language, SlotContext } from './slot-context.ts';
import { fillSlot } from './slots.ts';
import { spanishNumber } from './spanish-speech.ts';
import { numberWords } from './spoken.ts';
import type { LanguageCode, WordLists } from './word-lists.ts';

interface CorpusSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly src: string;
}

export interface CorpusTurn {
  readonly speaker: string;
  readonly text: string;
  readonly spans: readonly CorpusSpan[];
}

export interface CorpusDialogue {
  readonly id: string;
  readonly corpus: string;
  readonly turns: readonly CorpusTurn[];
}

/** The model's kind of a corpus's kind. */
export const kindOf: Readonly<Record<string, NerKind>> = {
  NAME: 'NAME',
  PHONE: 'PHONE',
  EMAIL: 'EMAIL',
  ADDRESS: 'ADDRESS',
  DOB: 'DOB',
  DATE: 'DATE',
  ACCOUNT: 'ACCOUNT',
  SSN: 'ACCOUNT',
  MRN: 'MRN',
  ORG: 'ORG',
  LOCATION: 'LOC',
  AGE: 'AGE',
};

/** One dialogue in this many goes to the held-out split. */
const heldOutShare = 25;
export const isHeldOutDialogue = ({ id }: CorpusDialogue): boolean =>
  hashOf(id) % heldOutShare === 0;

/** Reads the dialogues of all `.jsonl.gz` files of a folder. */
export function loadCorpora(folder: string): Map<string, CorpusDialogue[]> {
  const corpora = new Map<string, CorpusDialogue[]>();
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.jsonl.gz')) continue;
    const corpus = file.slice(0, -'.jsonl.gz'.length);
    const lines = gunzipSync(readFileSync(join(folder, file))).toString('utf8').split('\n');
    const dialogues = lines
      .filter((line) => line !== '')
      .map((line) => ({ ...(JSON.parse(line) as CorpusDialogue & { readonly split?: string }), corpus }))
      .filter(({ split }) => split !== 'test');
    corpora.set(corpus, dialogues);
  }
  return corpora;
}

/** Share of draws by corpus: stereotyped or single-turn ones count less than their size. */
const weights: Readonly<Record<string, number>> = {
  star: 16,
  evi: 5,
  restaurant8k: 4,
  nlupp: 3,
  banking77_background: 5,
  multiwoz21_valtest: 5,
  camrest676: 2,
  nlu_evaluation: 58,
  snips: 6,
  hr_multiwoz: 6,
  taskmaster4: 6,
  multidogo: 12,
  primock57: 18,
  meetings: 10,
  medquad: 10,
  btc: 14,
  wnut17: 10,
  litbank: 14,
  novels: 36,
  tatoeba: 62,
  common_voice: 22,
  clinc150: 34,
  meddocan: 8,
  watson_salud: 6,
  tatoeba_es: 40,
  tatoeba_es_swapped: 12,
  tatoeba_codeswitch: 14,
  common_voice_es: 12,
  chatterbot_es: 2,
  prose: 130,
  calls: 140,
  calls_es: 110,
  fresh: 170,
  fresh_es: 110,
  hard: 24,
  hard_es: 18,
};
const spanishCorpora = new Set(['meddocan', 'watson_salud', 'tatoeba_es', 'tatoeba_es_swapped', 'tatoeba_codeswitch', 'common_voice_es', 'chatterbot_es', 'calls_es', 'fresh_es', 'hard_es']);
export const languageOfCorpus = (corpus: string): LanguageCode => (spanishCorpora.has(corpus) ? 'es' : 'en');
/** Real persons stand in them, so that no value may stay. */
const alwaysSwapped = new Set(['meddocan', 'watson_salud']);
/** Ours: values are invented, and come in pieces that fit each other, so that most but the names stay; and a name without a label is a saying's or a thing's. */
const ownCalls = new Set(['prose', 'calls', 'calls_es', 'fresh', 'fresh_es', 'hard', 'hard_es']);

/** Listed as first names somewhere, but nearly always something else in these corpora. */
const seldomNames = new Set('hai thai okey ive co ca ea ay sa au abd alexa lexus mercedes june april easter'.split(' '));

/**
 * Whether a turn seems to hold a name that its corpus did not label: a first name that is neither
 * an ordinary word nor a place. Learning from it would unlearn names.
 */
function hasLeftoverName({ text, spans }: Pick<LabelledTurn, 'text' | 'spans'>, lexicon: Lexicon): boolean {
  const { firstName, word, spanishWord, place } = lexiconBits;
  return wordsOf(text).some(
    ({ text: form, start, end }) =>
      (bitsOf(lexicon, wordForm(form)) & (firstName | word | spanishWord | place)) === firstName &&
      !seldomNames.has(wordForm(form)) &&
      !spans.some((span) => span.start < end && start < span.end),
  );
}

const hasName = ({ turns }: CorpusDialogue): boolean =>
  turns.some(({ spans }) => spans.some(({ kind }) => kind === 'NAME'));
/** Share of draws among the dialogues with names, which are few in some corpora. */
const namedShare = 0.34;

/** Draws dialogues by corpus weight. */
export function corpusDraw(
  corpora: ReadonlyMap<string, readonly CorpusDialogue[]>,
  heldOut: boolean,
  random: Random,
  language: LanguageCode,
): () => CorpusDialogue {
  const lists = [...corpora].filter(([name]) => languageOfCorpus(name) === language).map(([name, dialogues]) => ({
    weight: weights[name] ?? 1,
    dialogues: dialogues.filter((dialogue) => isHeldOutDialogue(dialogue) === heldOut),
  }));
  const usable = lists
    .filter(({ dialogues }) => dialogues.length > 0)
    .map((list) => ({ ...list, named: list.dialogues.filter(hasName) }));
  const total = usable.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    let roll = random.next() * total;
    for (const { weight, dialogues, named } of usable) {
      roll -= weight;
      if (roll > 0) continue;
      return named.length > 0 && random.chance(namedShare) ? random.pick(named) : random.pick(dialogues);
    }
    return random.pick(usable[0]?.dialogues ?? []);
  };
}

const maxTurns = 6;

/** `swapsAll`: no value of the corpus may stay as it is. */
interface SwapContext extends SlotContext {
  readonly swapsAll: boolean;
  /** Most values but names stay, and every name has a label. */
  readonly keepsMost: boolean;
}

interface CorpusSources {
  readonly names: NameSource;
  readonly words: WordLists;
  readonly language: Language;
  readonly dictionary: readonly string[];
  readonly random: Random;
  readonly lexicon: Lexicon;
  readonly plain: boolean;
}

/**
 * A few consecutive turns of a dialogue with every labelled value replaced by an invented one; none
 * when one of them seems to hold an unlabelled name.
 */
export function corpusWindow(dialogue: CorpusDialogue, sources: CorpusSources): LabelledTurn[] {
  const { random } = sources;
  const { plain } = sources;
  const noise = { ...noiseOf(random, plain), replaced: !plain && random.chance(0.35) ? 0.08 * random.next() : 0 };
  const count = 1 + random.below(maxTurns);
  const from = random.below(Math.max(1, dialogue.turns.length - count + 1));
  const context: SwapContext = {
    ...sources,
    swapsAll: alwaysSwapped.has(dialogue.corpus),
    keepsMost: ownCalls.has(dialogue.corpus),
    style: { spokenNumbers: noise.lowerCase ? 0.5 : 0.1 },
  };
  const swaps = new Map<string, string>();
  const keepsAll = dialogue.corpus === 'evi' && random.chance(0.6);
  const turns = dialogue.turns.slice(from, from + count);
  if (!context.keepsMost && turns.some((turn) => hasLeftoverName(asLabelled(turn), sources.lexicon))) return [];
  return turns
    .flatMap((turn) => withQuestion(turn, dialogue, random))
    .map((turn) => (keepsAll ? asLabelled(turn) : swapped(turn, swaps, context)))
    .map((turn) => spoil(turn, noise, sources, random));
}

const speakerOf = (speaker: string): LabelledTurn['speaker'] =>
  speaker === 'user' ? 'user' : 'assistant';

const asLabelled = ({ speaker, text, spans }: CorpusTurn): LabelledTurn => ({
  speaker: speakerOf(speaker),
  text,
  spans: spans.flatMap(({ start, end, kind }) => {
    const label = kindOf[kind];
    return label === undefined ? [] : [{ start, end, kind: label }];
  }),
});

const questions: Readonly<Record<string, readonly string[]>> = {
  NAME: ['Can I have your name please?', 'What is your name?', 'And the last name?', 'May I know your full name?'],
  PHONE: ['What is your phone number?', 'Can I get a callback number?', 'And your mobile number?'],
  ADDRESS: ['What is your address?', 'Can I have the zip code?', 'Please share your billing address.'],
  DOB: ['What is your date of birth?'],
  ACCOUNT: ['What is your account number?', 'Can you give me the booking confirmation number?', 'Could I have your claim id?', 'And the card number?', 'Your policy number please?'],
  SSN: ['What are the last four digits of your social security number?', 'Can I have your SSN?'],
  EMAIL: ['What is your email address?'],
};

/** A bare value whose question is missing from the corpus gets one, because nothing else says its kind. */
function withQuestion(turn: CorpusTurn, dialogue: CorpusDialogue, random: Random): CorpusTurn[] {
  const [span] = turn.spans;
  if (dialogue.corpus !== 'multidogo' || span === undefined) return [turn];
  const isBare = span.end - span.start > 0.8 * turn.text.length;
  const asked = questions[span.kind];
  if (!isBare || asked === undefined) return [turn];
  return [{ speaker: 'agent', text: random.pick(asked), spans: [] }, turn];
}

function swapped(turn: CorpusTurn, swaps: Map<string, string>, context: SwapContext): LabelledTurn {
  const { text, spans } = asLabelled(turn);
  const lower = text === text.toLowerCase();
  const pieces = [];
  let at = 0;
  for (const { start, end, kind } of spans) {
    pieces.push({ text: text.slice(at, start) });
    const value = text.slice(start, end);
    const swap = swapValue(value, kind, swaps, context);
    pieces.push({ text: lower ? swap.toLowerCase() : swap, kind });
    at = end;
  }
  pieces.push({ text: text.slice(at) });
  return { speaker: speakerOf(turn.speaker), ...joinPieces(pieces) };
}

const numberWord = new RegExp(`^(?:oh|${Array.from({ length: 20 }, (_, value) => `${numberWords(value)}|${spanishNumber(value)}`).join('|')})$`, 'i');

function swapValue(value: string, kind: NerKind, swaps: Map<string, string>, context: SwapContext): string {
  const key = `${kind} ${value.toLowerCase()}`;
  const known = swaps.get(key);
  if (known !== undefined) return known;
  const swap = newValue(value, kind, swaps, context);
  swaps.set(key, swap);
  return swap;
}

function newValue(value: string, kind: NerKind, swaps: Map<string, string>, context: SwapContext): string {
  const { random, swapsAll, keepsMost } = context;
  const keeps = (share: number): boolean => !swapsAll && random.chance(keepsMost ? 0.85 : share);
  const generated = (slot: string): string => fillSlot(slot, context).map(({ text }) => text).join('');
  switch (kind) {
    case 'NAME':
      return newName(value, swaps, context);
    case 'PHONE':
    case 'ACCOUNT':
    case 'MRN':
      return random.chance(0.4) && /\d{4}/.test(value) ? generated(kind) : sameShape(value, random);
    case 'ADDRESS': {
      const isCode = value.length < 10;
      return keeps(0.3) ? sameShape(value, random, true) : generated(isCode ? 'ADDRESS.zip' : 'ADDRESS');
    }
    case 'DOB':
      return keeps(0.5) ? value : generated('DOB');
    case 'EMAIL':
      return keeps(0.3) ? value : generated('EMAIL');
    case 'ORG':
      return keeps(0.6) ? value : generated('ORG');
    case 'LOC':
      return keeps(0.5) ? value : generated('LOC');
    case 'DATE':
      return swapsAll ? generated('DATE') : value;
    default:
      return value;
  }
}

/** New words for the words of a name, the same for the same word; spelled names get a new spelling. */
function newName(value: string, swaps: Map<string, string>, context: SwapContext): string {
  const words = wordsOf(value).filter(({ text }) => /\p{L}/u.test(text));
  const single = words.filter(({ text }) => text.length === 1).length;
  if (single > words.length / 2) {
    return !context.swapsAll && context.random.chance(context.keepsMost ? 0.85 : 0.5) ? value : fillSlot('NAME.spelled', context).map(({ text }) => text).join('');
  }
  if (words.length > 3) return context.swapsAll ? generatedName(context) : value;
  let named = '';
  let at = 0;
  words.forEach(({ text, start, end }, index) => {
    const key = `word ${text.toLowerCase()}`;
    const word = swaps.get(key) ?? (index === 0 ? context.names.first() : context.names.last());
    swaps.set(key, word);
    named += value.slice(at, start) + word;
    at = end;
  });
  return named + value.slice(at);
}

const generatedName = (context: SlotContext): string => fillSlot('NAME', context).map(({ text }) => text).join('');

/** Other digits and letters in the places of a code's own; words stay, unless they are number words. */
function sameShape(value: string, random: Random, keepsWords = false): string {
  return value.replace(/[\p{L}\p{N}]+/gu, (part) => {
    if (numberWord.test(part)) return numberWords(random.below(10));
    if (!/\d/.test(part) && (keepsWords || part.length > 4)) return part;
    return part.replace(/\d/g, () => String(random.below(10)));
  });
}
