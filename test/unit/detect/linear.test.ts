import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';
import { recognizers } from '../../../server/detect/recognizers/registry.ts';
import { cpuMsOf } from '../../support/cpu-time.ts';

const server = join(import.meta.dirname, '../../../server');
const files = globSync('{detect,normalize,leak-scan}/**/*.ts', { cwd: server });

/** The regular expressions that are written as literals in a file. */
function literalsOf(file: string): RegExp[] {
  const found: RegExp[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags] = /^\/(.+)\/([a-z]*)$/s.exec(node.text) ?? [];
      found.push(new RegExp(source, flags));
    }
    ts.forEachChild(node, visit);
  };
  const text = readFileSync(join(server, file), 'utf8');
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

/** The regular expressions that the files build from strings while they are loaded. */
async function builtWhileLoading(): Promise<RegExp[]> {
  const found: RegExp[] = [];
  const construct = (target: typeof RegExp, args: unknown[]): RegExp => {
    const pattern = Reflect.construct(target, args) as RegExp;
    if (/server.(?:detect|normalize|leak-scan)/.test(new Error().stack ?? '')) found.push(pattern);
    return pattern;
  };
  vi.resetModules();
  vi.stubGlobal('RegExp', new Proxy(RegExp, { construct }));
  await Promise.all(files.map((file) => import(join(server, file))));
  vi.unstubAllGlobals();
  return found;
}

const built = await builtWhileLoading();
const patterns = [...files.flatMap(literalsOf), ...built];

/**
 * Limits by steps, never by the clock, so that a busy machine changes no verdict. A pattern that is
 * quadratic on 100,000 characters takes more steps than the attack limit; bounded repeats do not.
 */
const budget = {
  timeout: 100_000,
  attackTimeout: null,
  incubationTimeout: null,
  attackLimit: 1_000_000_000,
  maxAttackStringSize: 100_000,
  maxIteration: 3,
  maxGenerationSize: 30,
  maxInitialGenerationSize: 100,
  mutationSize: 15,
  crossoverSize: 8,
};

const distinct = new Map(patterns.map((pattern) => [`${pattern}`, pattern]));

describe('every pattern of detection and of the leak scan is matched in linear time', () => {
  it('the patterns that are built from strings are among those checked', () => {
    const sources = files.map((file) => readFileSync(join(server, file), 'utf8'));

    expect(built.length).toBeGreaterThanOrEqual(sources.join().match(/new RegExp\(/g)?.length ?? 0);
  });

  it.each([...distinct.values()].map((pattern) => ({ pattern })))('$pattern', ({ pattern }) => {
    const { status } = checkSync(pattern.source, pattern.flags.replace('d', ''), budget);

    expect(status).toBe('safe');
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
  'Spanish streets': 'calle hidalgo 5 colonia ',
  cues: 'account number mrn 4 ',
  cards: '4111 1111 1111 1111 ',
  streets: '12 maple street ',
  announcements: 'address is 12 maple ',
  states: 'new york 10001 ',
  months: 'may 5 ',
  secrets: 'my password is x ',
  'private keys': '-----BEGIN PRIVATE KEY-----',
  'web tokens': 'eyJ0eXAi',
};

const question =
  'your name, date of birth, address, zip code, phone, account number, policy number, mrn, plate number and password?';

function adversarial(unit: string, size: number) {
  const text = unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
  return { text, form: 'written', speaker: 'user', question } as const;
}

describe('all recognizers together stay linear on hostile text', () => {
  it.each(Object.entries(units))('%s', async (_name, unit) => {
    const run = (size: number) =>
      cpuMsOf(() => {
        const view = adversarial(unit, size);
        for (const recognizer of recognizers) recognizer.find(view);
      });
    await run(20_000);
    // Growth with the square would be sixteenfold. Garbage collection may slow any one run.
    const growths: number[] = [];
    while (growths.length < 3 && !growths.some((growth) => growth < 8)) {
      const quarter = await run(50_000);
      growths.push((await run(200_000)) / (quarter + 12));
    }
    expect(Math.min(...growths)).toBeLessThan(8);
  });
});
