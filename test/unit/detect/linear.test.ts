import { readdirSync } from 'node:fs';
import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';
import { recognizers } from '../../../server/detect/recognizers/registry.ts';

const folder = new URL('../../../server/detect/recognizers/', import.meta.url);

/**
 * Patterns the checker cannot clear although their repeats are bounded: each is timed below instead.
 * The key is the pattern's source.
 */
const timedInstead: ReadonlySet<string> = new Set([
  // Applied to a slice of at most 64 characters before an at sign.
  "[\\p{L}\\p{N}.!#$%&*+/=?^_`{|}~'-]{1,64}$",
]);

const budget = {
  timeout: 20_000,
  attackTimeout: 200,
  incubationTimeout: 100,
  maxIteration: 3,
  maxGenerationSize: 30,
  maxInitialGenerationSize: 100,
  mutationSize: 15,
  crossoverSize: 8,
};

async function patternsOf(file: string): Promise<readonly RegExp[]> {
  const loaded: Record<string, unknown> = await import(new URL(file, folder).href);
  const { patterns = [] } = loaded;
  return (patterns as readonly RegExp[]).filter(({ source }) => !timedInstead.has(source));
}

const files = readdirSync(folder);
const patterns = (await Promise.all(files.map(patternsOf))).flat();
const distinct = new Map(patterns.map((pattern) => [`${pattern}`, pattern]));

function milliseconds(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** The best of three runs: other processes only ever add time. */
function bestOf(work: () => unknown): number {
  return Math.min(milliseconds(work), milliseconds(work), milliseconds(work));
}

describe('every recognizer pattern is matched in linear time', () => {
  it('finds the patterns of every recognizer', () => {
    expect(distinct.size).toBeGreaterThan(recognizers.length);
  });

  it.each([...distinct.values()].map((pattern) => ({ pattern })))('$pattern', ({ pattern }) => {
    const { status } = checkSync(pattern.source, pattern.flags.replace('d', ''), budget);

    expect(status).toBe('safe');
  });

  it.each([...timedInstead])('%s, by the clock', (source) => {
    const pattern = new RegExp(source, 'u');
    const run = (length: number) => bestOf(() => pattern.test(`${'a'.repeat(length)} `));

    expect(run(200_000)).toBeLessThan(8 * run(50_000) + 20);
  });
});

const units = {
  digits: '7',
  'single digits': '4 ',
  'dashed digits': '1-',
  blanks: ' ',
  'line ends': '\n',
  'at signs': '@',
  dots: '.',
  'letters and at signs': 'a@',
  'letters and dots': 'a.',
  letters: 'x',
  words: 'abcdefgh ',
  capitals: 'Ab ',
  'number words': 'double ',
  cues: 'account number mrn 4 ',
  cards: '4111 1111 1111 1111 ',
  streets: '12 maple street ',
  announcements: 'address is 12 maple ',
  states: 'new york 10001 ',
  months: 'may 5 ',
};

const question =
  'your name, date of birth, address, zip code, phone, account number, policy number, mrn and plate number?';

function adversarial(unit: string, size: number) {
  const text = unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
  return { text, form: 'written', speaker: 'user', question } as const;
}

describe('all recognizers together stay linear on hostile text', () => {
  it.each(Object.entries(units))('%s', (_name, unit) => {
    const run = (size: number) =>
      milliseconds(() => {
        const view = adversarial(unit, size);
        for (const recognizer of recognizers) recognizer.find(view);
      });
    run(20_000);

    const quarter = Math.min(run(250_000), run(250_000));

    expect(run(1_000_000)).toBeLessThan(8 * quarter + 200);
  });
});
