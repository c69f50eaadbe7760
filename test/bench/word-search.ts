import { createSecretKey, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { connectPostgres } from '../../server/adapters/postgres/engine/connection.ts';
import { migrate } from '../../server/adapters/postgres/engine/migrations.ts';
import { postgresStores, storeMigrations } from '../../server/adapters/postgres/stores.ts';
import { openCallsStore } from '../../server/adapters/sqlcipher/calls/calls-store.ts';
import { Secret } from '../../server/domain/secret.ts';
import { soughtWords } from '../../server/domain/speech/said-words.ts';
import type { CallWords } from '../../server/ports/call-words.ts';
import type { SessionSummaries } from '../../server/ports/session-summaries.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { sessionRowAt } from './lists.ts';
import { percentile } from './load.ts';
import { type BenchRow, ratioOf } from './row.ts';

const calls = { many: 100_000, few: 10_000 };
const vocabulary = 30_000;
/** Words that are said in a call, with repetitions. */
const wordsPerCall = 400;
const callsAtOnce = 500;
const queries = 40;

interface Stores {
  readonly summaries: SessionSummaries;
  readonly words: CallWords;
  /** Once all words are kept. */
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Words are as frequent as in a language: the second half as often as the first, the third a third as often. */
const isSaid = (rank: number): string => `word${rank}`;
const searches: readonly (readonly [string, string])[] = [
  ['a rare word', isSaid(vocabulary - 5)],
  ['a common word and another', `${isSaid(3)} ${isSaid(300)}`],
  ['a word that most calls have', isSaid(1)],
  ['a word that nobody said', 'unsaid'],
];
/** Where the order of words is known. */
const searchesInOrder: typeof searches = [
  ['a phrase of common words', `"${isSaid(1)} ${isSaid(2)}"`],
  ['the beginning of 100 words', `${isSaid(291)}*`],
];

/** A page of the calls in which words were said and the number of all that have them, as a search answers. */
export async function benchWordSearch(dataDir: string): Promise<readonly BenchRow[]> {
  const file = join(dataDir, 'words.db');
  const local = await openLocal(file);
  const rows = await rowsOf('SQLite', local, () => openLocal(join(dataDir, 'few-words.db')));
  const bytes = fileBytes(file);
  const bare = join(dataDir, 'no-words.db');
  const without = await openLocal(bare);
  await fill(without, calls.many, { withWords: false });
  await without.close();
  const server = await startPostgres();
  try {
    const shared = await openShared(server.url);
    const few = await startPostgres();
    try {
      rows.push(...(await rowsOf('PostgreSQL', shared, () => openShared(few.url))));
    } finally {
      await few.stop();
    }
  } finally {
    await server.stop();
  }
  return [
    ...rows,
    {
      what: `words: calls.db of ${calls.many.toLocaleString('en')} calls, bytes a call`,
      figure: String(Math.round(bytes / calls.many)),
      baseline: `without words ${Math.round(fileBytes(bare) / calls.many)}`,
      ratio: ratioOf(bytes, fileBytes(bare)),
    },
  ];
}

async function rowsOf(name: string, many: Stores, openFew: () => Promise<Stores>) {
  const few = await openFew();
  try {
    const began = performance.now();
    await fill(many, calls.many);
    process.stderr.write(`${name}: filled in ${Math.round(performance.now() - began)} ms\n`);
    await fill(few, calls.few);
    const rows: BenchRow[] = [];
    for (const [what, text] of many.words.inOrder ? [...searches, ...searchesInOrder] : searches) {
      const [figure, baseline] = [await p95(many, text), await p95(few, text)];
      rows.push({
        what: `words: ${calls.many.toLocaleString('en')} calls on ${name} searched for ${what}, counted, p95`,
        figure: `${figure.toFixed(1)} ms`,
        baseline: `of ${calls.few.toLocaleString('en')} ${baseline.toFixed(1)} ms`,
        ratio: ratioOf(figure, baseline),
      });
    }
    return rows;
  } finally {
    await Promise.all([many.close(), few.close()]);
  }
}

async function p95({ summaries }: Stores, text: string): Promise<number> {
  const words = soughtWords(text);
  const took: number[] = [];
  for (let at = 0; at < queries; at += 1) {
    const start = performance.now();
    await Promise.all([summaries.list({ words, limit: 26 }), summaries.count({ words })]);
    took.push(performance.now() - start);
  }
  return percentile(took, 95);
}

async function openLocal(file: string): Promise<Stores> {
  const store = await openCallsStore({ file, key: new Secret(randomBytes(32)) });
  return { ...store, settle: async () => undefined };
}

async function openShared(url: string): Promise<Stores> {
  const database = await connectPostgres(new Secret(url));
  await migrate(database, storeMigrations);
  const key = () => createSecretKey(randomBytes(32));
  return {
    ...postgresStores(database, { seal: key(), index: key() }),
    // As the server's own upkeep does.
    settle: () => database.run('VACUUM ANALYZE'),
    close: () => database.close(),
  };
}

async function fill(
  { summaries, words, settle }: Stores,
  count: number,
  { withWords = true } = {},
): Promise<void> {
  const random = seeded(7);
  for (let from = 0; from < count; from += callsAtOnce) {
    const rows = Array.from({ length: callsAtOnce }, (_, at) => sessionRowAt(from + at, count));
    await summaries.record(rows);
    if (!withWords) continue;
    const entries = rows.map(({ summary }) => ({
      id: summary.id,
      version: 1,
      texts: [Array.from({ length: wordsPerCall }, () => isSaid(rankOf(random())))],
    }));
    // Some at a time, as replicas do.
    await Promise.all(chunks(entries, callsAtOnce / 10).map((some) => words.keep(some)));
  }
  await settle();
}

const fileBytes = (file: string): number => statSync(file).size;

function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: items.length / size }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

/** A rank by its frequency, 1 / rank. */
function rankOf(random: number): number {
  return Math.floor(Math.exp(random * Math.log(vocabulary)));
}

/** Numbers from 0 to 1 that are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
