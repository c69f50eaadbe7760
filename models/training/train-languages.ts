import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { commonWords } from '../../server/detect/language/common-words.ts';
import { bucketsOf, latinWords } from '../../server/detect/language/language-model.ts';
import { createRandom } from './random.ts';

/**
 * Writes `models/languages.bin` and `models/LANGUAGES.json` from a folder of sentences: a file for each
 * language, such as `de.txt`, a line for each sentence. Softmax regression over letter groups (AdaGrad),
 * on one to four words in a row, because a turn is told from single words.
 */
const { values } = parseArgs({
  options: {
    sentences: { type: 'string', default: '.' },
    out: { type: 'string', default: join(import.meta.dirname, '..') },
    steps: { type: 'string', default: '700000' },
    buckets: { type: 'string', default: '8192' },
  },
});
const folder = values.sentences;
const languages = readdirSync(folder)
  .filter((name) => /^[a-z]{2}\.txt$/.test(name))
  .map((name) => basename(name, '.txt'));
const sentences = languages.map((tag) =>
  readFileSync(join(folder, `${tag}.txt`), 'utf8').split('\n').map(latinWords).filter((words) => words.length > 0),
);
const buckets = Number(values.buckets);
const count = languages.length;
const weights = new Float64Array(buckets * count);
const squares = new Float64Array(buckets * count);
const random = createRandom(1);

/** English and Spanish come more often: an error on them masks a harmless call. */
const oftenDrawn: Readonly<Record<string, number>> = { en: 0.12, es: 0.12 };
const learningRate = 0.3;

const known = new Map<string, number[]>();
function groupsOf(word: string): number[] {
  const groups = known.get(word) ?? bucketsOf(word, buckets);
  known.set(word, groups);
  return groups;
}

function drawLanguage(): number {
  let left = random.next();
  for (const [tag, share] of Object.entries(oftenDrawn)) {
    if (left < share) return languages.indexOf(tag);
    left -= share;
  }
  return random.below(count);
}

/** Everyday words and numbers: the sentences are mostly from newspapers. */
const everyday = languages.map((tag) =>
  latinWords(Object.values(commonWords[tag] ?? {}).join(' ')).filter((word) => word.length > 1),
);

function drawWords(language: number): string[] {
  const words = everyday[language] as string[];
  if (words.length > 0 && random.chance(0.3))
    return Array.from({ length: 1 + random.below(4) }, () => random.pick(words));
  return someOf(language);
}

function someOf(language: number): string[] {
  const words = random.pick(sentences[language] as string[][]);
  const length = 1 + random.below(4);
  const start = random.below(Math.max(1, words.length - length + 1));
  return words.slice(start, start + length);
}

function learn(groups: readonly number[], language: number): void {
  const unit = 1 / Math.sqrt(groups.length);
  const scores = new Float64Array(count);
  for (const group of groups)
    for (let at = 0; at < count; at += 1) scores[at]! += weights[group * count + at]! * unit;
  const highest = Math.max(...scores);
  const parts = scores.map((score) => Math.exp(score - highest));
  const sum = parts.reduce((all, part) => all + part, 0);
  const errors = parts.map((part, at) => (part / sum - (at === language ? 1 : 0)) * unit);
  for (const group of groups) {
    for (let at = 0; at < count; at += 1) {
      const place = group * count + at;
      const error = errors[at]!;
      squares[place]! += error * error;
      weights[place]! -= (learningRate * error) / Math.sqrt(squares[place]! + 1e-6);
    }
  }
}

for (let step = 0; step < Number(values.steps); step += 1) {
  const language = drawLanguage();
  learn(drawWords(language).flatMap(groupsOf), language);
}

const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
const scale = largest / 127;
const bytes = Int8Array.from(weights, (weight) => Math.round(weight / scale));
const sha256 = createHash('sha256').update(bytes).digest('hex');
const manifest = { v: 1, file: { name: 'languages.bin', sha256 }, languages, buckets, scale };
writeFileSync(join(values.out, 'languages.bin'), bytes);
writeFileSync(join(values.out, 'LANGUAGES.json'), `${JSON.stringify(manifest, null, 2)}\n`);
