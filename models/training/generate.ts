import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lexiconBits } from '../../server/detect/ner/lexicon.ts';
import { readCalls } from './calls.ts';
import { composeDialogue, isHeldOutTemplate } from './compose.ts';
import { corpusDraw, corpusWindow, loadCorpora } from './corpora.ts';
import { loadGrammar } from './grammar.ts';
import type { LabelledTurn } from './labelled-text.ts';
import { languages } from './languages.ts';
import { nameSource } from './names.ts';
import { createRandom } from './random.ts';
import { readScoredCalls } from './scored-calls.ts';
import { sequenceOf, writeShard, writeTexts } from './shard.ts';
import { nameBits, readTables, readVocabulary } from './tables.ts';
import { type LanguageCode, loadWordLists } from './word-lists.ts';

/**
 * Writes generated dialogues: `--out` a shard for training, `--texts` what its tokens stand for, a dialogue on a line, `--jsonl` their texts and spans,
 * `--vocabulary` the words that stand outside values, after those that are known already. `--split` is `train`, or one of the held-out
 * splits: `names` (unseen names in known templates), `templates` (unseen names and templates) and
 * `dialogues` (unseen dialogues of the corpora). `--plain` leaves out what only training needs: words
 * replaced by others, and most of the names that no list has.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    tokens: { type: 'string', default: '200000' },
    corpora: { type: 'string' },
    'corpora-share': { type: 'string', default: '0.45' },
    split: { type: 'string', default: 'train' },
    'spanish-share': { type: 'string', default: '0.32' },
    out: { type: 'string' },
    jsonl: { type: 'string' },
    texts: { type: 'string' },
    vocabulary: { type: 'string' },
    words: { type: 'string', default: '4000' },
    plain: { type: 'boolean', default: false },
  },
});

const home = import.meta.dirname;
const { lexicon, training } = readTables();
const isWord = (bits: number): boolean => (bits & (lexiconBits.word | lexiconBits.spanishWord)) !== 0;
const formsWith = (bit: number): string[] =>
  [...lexicon]
    .filter(([form, bits]) => (bits & bit) !== 0 && /^[a-z]{3,14}$/.test(form))
    .map(([form]) => form);
/** Words that are usual given names as well say little where a word has no context; they are no common ones here. */
const dictionaryOf = (wordBit: number, commonBit: number): string[] => {
  const common = formsWith(commonBit).filter((form) => ((lexicon.get(form) ?? 0) & lexiconBits.usualFirstName) === 0);
  /** Known words stand for twice as many as the rare ones. */
  return [...formsWith(wordBit), ...common, ...common, ...common, ...common];
};
const dictionaries = {
  en: dictionaryOf(lexiconBits.word, lexiconBits.common),
  es: dictionaryOf(lexiconBits.spanishWord, lexiconBits.spanishCommon),
};

const random = createRandom(Number(values.seed));
const isTraining = values.split === 'train';
const corpora =
  values.corpora === undefined
    ? undefined
    : new Map([
        ...loadCorpora(values.corpora),
        ['calls', readCalls(join(home, 'calls/en'), 'calls')] as const,
        ['prose', readCalls(join(home, 'prose'), 'prose')] as const,
        ['calls_es', readCalls(join(home, 'calls/es'), 'calls_es')] as const,
        ...readScoredCalls(join(home, '../../test/bench/eval/probe')),
      ]);
const wantsHeldOut = values.split === 'templates';

/** Templates, corpora and everything else that dialogues of one language are made of. */
function makersOf(code: LanguageCode) {
  const grammar = loadGrammar(join(home, 'grammar', code));
  const dictionary = dictionaries[code];
  const words = new Map([
    ...loadWordLists(join(home, 'lexicon/en')),
    ...loadWordLists(join(home, 'lexicon', code)),
    ['dictionary', dictionary] as const,
  ]);
  const names = nameSource(random, { lexicon, dictionary, heldOut: !isTraining, language: code, oddShare: values.plain ? 0.25 : 1 });
  const sources = { language: languages[code], grammar, words, dictionary, names, random, lexicon, plain: values.plain };
  const templates = grammar.templates.filter((template) => isHeldOutTemplate(template) === wantsHeldOut);
  const draw = corpora === undefined ? undefined : corpusDraw(corpora, !isTraining, random, code);
  return { sources, templates, draw };
}
const makers = { en: makersOf('en'), es: makersOf('es') };

/** Share of dialogues in which a template of the other language follows. */
const mixedShare = 0.05;
const share =
  corpora === undefined || values.split === 'names' || values.split === 'templates'
    ? 0
    : values.split === 'dialogues'
      ? 1
      : Number(values['corpora-share']);

const dialogues: LabelledTurn[][] = [];
const sequences = [];
for (let tokens = 0; tokens < Number(values.tokens); ) {
  const isSpanish = random.chance(Number(values['spanish-share']));
  const { sources, templates, draw } = makers[isSpanish ? 'es' : 'en'];
  const background = draw !== undefined && random.chance(share) ? corpusWindow(draw(), sources) : undefined;
  // At times a template comes after real talk, as values do in a call.
  const isTemplated = background === undefined || (isTraining && random.chance(0.15));
  const turns = [...(background ?? []), ...(isTemplated ? composeDialogue(templates, sources) : [])];
  if (isTraining && random.chance(mixedShare)) {
    const other = makers[isSpanish ? 'en' : 'es'];
    turns.push(...composeDialogue(other.templates, other.sources));
  }
  if (turns.length === 0) continue;
  if (values.jsonl !== undefined) dialogues.push(turns);
  const sequence = sequenceOf(turns);
  sequences.push(sequence);
  tokens += sequence.tokens.length;
}

if (values.jsonl !== undefined) {
  writeFileSync(values.jsonl, dialogues.map((turns) => `${JSON.stringify(turns)}\n`).join(''));
}
if (values.vocabulary !== undefined) {
  const counts = new Map<string, number>();
  for (const { tokens, labels } of sequences) {
    tokens.forEach(({ form }, index) => {
      if (form !== '' && labels[index] === 0) counts.set(form, (counts.get(form) ?? 0) + 1);
    });
  }
  const known = readVocabulary();
  /** What is nothing but a name would be learned as what surrounds names. */
  const isOrdinary = (form: string): boolean => {
    const bits = lexicon.get(form) ?? 0;
    return isWord(bits) || (bits & nameBits) === 0;
  };
  const kept = [...known.keys()].filter(isOrdinary);
  const added = [...counts]
    .filter(([form, count]) => count >= 6 && !known.has(form) && isOrdinary(form))
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, Math.max(known.size, Number(values.words)) - kept.length)
    .map(([form]) => form);
  process.stdout.write(`${kept.length} words kept, ${added.length} added\n`);
  // A place keeps its id: that of a word that is given up goes to a new one, should there be any.
  const words = [...known.keys()].map((form) => (isOrdinary(form) ? form : (added.shift() ?? form)));
  writeFileSync(values.vocabulary, `${[...words, ...added].join('\n')}\n`);
}
if (values.out !== undefined) writeShard(values.out, sequences, training);
if (values.texts !== undefined) writeTexts(values.texts, sequences);
