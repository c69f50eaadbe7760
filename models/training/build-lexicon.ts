import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { lexiconBits, parseLexicon } from '../../server/detect/ner/lexicon.ts';
import { wordForm, wordsOf } from '../../server/detect/ner/word-features.ts';
import { englishFirstNames, englishSurnames, firstNames, places, surnames } from './names.ts';

/**
 * Writes `models/lexicon.txt.br` from SCOWL's lists (Debian package `scowl`), the names of faker, the
 * word lists of `lexicon/` and, with `--names`, a file of further names and words (a line each: a list of
 * `bitsOfList`, and the name). With `--from`, adds to a lexicon there is instead of SCOWL and faker. Only needed when one of them changes; the result is committed.
 */
const { values } = parseArgs({
  options: {
    scowl: { type: 'string', default: '/usr/share/dict/scowl' },
    names: { type: 'string' },
    from: { type: 'string' },
    out: { type: 'string', default: join(import.meta.dirname, '../lexicon.txt.br') },
  },
});
const bits = new Map<string, number>();

function add(word: string, bit: number): void {
  const form = wordForm(word);
  if (form.length > 1 && form.length <= 24 && /^\p{L}/u.test(form)) {
    bits.set(form, (bits.get(form) ?? 0) | bit);
  }
}

function scowl(pattern: RegExp, bit: number): void {
  for (const file of readdirSync(values.scowl)) {
    if (!pattern.test(file)) continue;
    for (const word of readFileSync(join(values.scowl, file), 'utf8').split('\n')) {
      if (!word.endsWith("'s")) add(word, bit);
    }
  }
}

const lists = join(import.meta.dirname, 'lexicon/en');
/** Its words are in SCOWL too, and lose that mark. */
const givenNames = 'given-names.txt';
/** Short forms of names: usual ones, unless they are ordinary words. */
const shortNames = 'short-names.txt';
const ordinary = lexiconBits.word | lexiconBits.common | lexiconBits.spanishWord | lexiconBits.spanishCommon;

if (values.from !== undefined) {
  const text = brotliDecompressSync(readFileSync(values.from)).toString('utf8');
  for (const [form, mask] of parseLexicon(text)) bits.set(form, mask);
} else addSources();

function addSources(): void {
  scowl(/^(?:english|american|british)-words\.(?:10|20|35|40|50|55|60|70)$/, lexiconBits.word);
  scowl(/^(?:english|american|british)-words\.(?:10|20|35|40|50)$/, lexiconBits.common);
  scowl(/^(?:english|american)-(?:upper\.(?:10|35|40|50|60|70)|proper-names\.(?:35|40|50|60|70))$/, lexiconBits.proper);

  for (const file of readdirSync(lists).filter((name) => name !== givenNames && name !== shortNames)) {
    for (const line of readFileSync(join(lists, file), 'utf8').split('\n')) {
      if (line.startsWith('#')) continue;
      const eponym = /eponym/.test(file);
      for (const { text } of wordsOf(line)) if (!eponym || /^\p{Ll}/u.test(text)) add(text, lexiconBits.word);
    }
  }
  for (const name of firstNames) for (const { text } of wordsOf(name)) add(text, lexiconBits.firstName);
  for (const name of surnames) for (const { text } of wordsOf(name)) add(text, lexiconBits.surname);
  for (const name of englishFirstNames) for (const { text } of wordsOf(name)) add(text, lexiconBits.usualFirstName);
  for (const name of englishSurnames) for (const { text } of wordsOf(name)) add(text, lexiconBits.usualSurname);
  for (const name of places) for (const { text } of wordsOf(name)) add(text, lexiconBits.place);
}

const bitsOfList = new Map([
  ['first', lexiconBits.firstName],
  ['last', lexiconBits.surname],
  ['usual-first', lexiconBits.firstName | lexiconBits.usualFirstName],
  ['usual-last', lexiconBits.surname | lexiconBits.usualSurname],
  ['place', lexiconBits.place],
  ['word', lexiconBits.word],
  ['spanish-word', lexiconBits.spanishWord],
  ['spanish-common', lexiconBits.spanishCommon],
]);
if (values.names !== undefined) {
  for (const line of readFileSync(values.names, 'utf8').split('\n')) {
    const [, list = '', name = ''] = /^([a-z-]+) (.+)$/.exec(line) ?? [];
    for (const { text } of wordsOf(name)) add(text, bitsOfList.get(list) ?? 0);
  }
}

for (const file of [join(lists, shortNames), join(import.meta.dirname, 'lexicon/es/nicknames.txt')]) {
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.startsWith('#')) continue;
    for (const { text } of wordsOf(line)) {
      const isOrdinary = ((bits.get(wordForm(text)) ?? 0) & ordinary) > 0;
      if (!isOrdinary) add(text, lexiconBits.firstName | lexiconBits.usualFirstName);
    }
  }
}

for (const line of readFileSync(join(lists, givenNames), 'utf8').split('\n')) {
  const form = wordForm(line);
  const mask = bits.get(form);
  if (mask !== undefined) bits.set(form, mask & ~(lexiconBits.word | lexiconBits.common));
}

const lines = [...bits].map(([form, mask]) => `${form} ${mask}`).sort();
const compressed = brotliCompressSync(`${lines.join('\n')}\n`, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync(values.out, compressed);
process.stdout.write(`${lines.length} words, ${compressed.length} bytes\n`);
