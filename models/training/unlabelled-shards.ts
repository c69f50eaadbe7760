import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { noiseOf, spoil } from './noise.ts';
import { createRandom } from './random.ts';
import { sequenceOf, writeShard, writeTexts } from './shard.ts';
import { readTables } from './tables.ts';
import { loadWordLists } from './word-lists.ts';

/** Writes the dialogues of unlabelled.py as shards without labels, `0.shard`, `1.shard` …, each with its texts. */
const { values } = parseArgs({
  options: { dialogues: { type: 'string' }, out: { type: 'string' }, shards: { type: 'string', default: '12' } },
});
const { dialogues: source, out: folder } = values;
if (source === undefined || folder === undefined) throw new Error('--dialogues FILE and --out FOLDER are needed');

const random = createRandom(77);
const lists = { dictionary: [], words: loadWordLists(join(import.meta.dirname, 'lexicon/en')) };
const { training } = readTables();
const lines = readFileSync(source, 'utf8').split('\n').filter((line) => line !== '');
const size = Math.ceil(lines.length / Number(values.shards));
for (let shard = 0; shard * size < lines.length; shard += 1) {
  const sequences = lines.slice(shard * size, (shard + 1) * size).map((line) => {
    const noise = noiseOf(random, true);
    const turns = JSON.parse(line) as { speaker: string; text: string }[];
    return sequenceOf(
      turns.map(({ speaker, text }) =>
        spoil({ speaker: speaker === 'user' ? 'user' : 'assistant', text, spans: [] }, noise, lists, random),
      ),
    );
  });
  writeShard(join(folder, `${shard}.shard`), sequences, training);
  writeTexts(join(folder, `${shard}.txt`), sequences);
}
