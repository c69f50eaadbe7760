import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import checker from 'recheck/package.json' with { type: 'json' };
import ts from 'typescript';

const server = join(import.meta.dirname, '../../server');
const files = globSync('{detect,normalize,leak-scan}/**/*.ts', { cwd: server });
/** A list of proofs, one a line. */
export const provenFile = join(import.meta.dirname, '../unit/detect/linear-patterns.txt');

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

/** The patterns of detection and of the leak scan. */
export interface SearchPatterns {
  readonly distinct: readonly RegExp[];
  /** How many were built from strings. */
  readonly built: number;
  /** How many places in the source build one. */
  readonly buildingPlaces: number;
}

/** Finds them in the source, and by loading it; so the caller sees to it that it is not loaded yet. */
export async function searchPatterns(): Promise<SearchPatterns> {
  const sources = files.map((file) => readFileSync(join(server, file), 'utf8'));
  const built = await builtWhileLoading();
  const all = [...sources.flatMap(literalsOf), ...built];
  return {
    distinct: [...new Map(all.map((pattern) => [`${pattern}`, pattern])).values()],
    built: built.length,
    buildingPlaces: sources.join().match(/new RegExp\(/g)?.length ?? 0,
  };
}

/** Whether `recheck` finds no text that the pattern takes more than linear time for. */
export function isLinear(pattern: RegExp): boolean {
  return checkSync(pattern.source, pattern.flags.replace('d', ''), budget).status === 'safe';
}

/** Stands for the pattern, the checker's version and its limits. */
export function proofOf(pattern: RegExp): string {
  const checked = [checker.version, JSON.stringify(budget), `${pattern}`].join('\n');
  return createHash('sha256').update(checked).digest('hex').slice(0, 32);
}

/** Proofs of the patterns that were checked when the list was made (`regenerate-linear-patterns.ts`). */
export function listedProofs(): ReadonlySet<string> {
  return new Set(readFileSync(provenFile, 'utf8').split('\n'));
}

/** The regular expressions that are written as literals in a source. */
function literalsOf(source: string): RegExp[] {
  const found: RegExp[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, pattern = '', flags] = /^\/(.+)\/([a-z]*)$/s.exec(node.text) ?? [];
      found.push(new RegExp(pattern, flags));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest));
  return found;
}

/** The regular expressions that the files build from strings while they are loaded. */
async function builtWhileLoading(): Promise<RegExp[]> {
  const found: RegExp[] = [];
  const plain = RegExp;
  const construct = (target: typeof RegExp, args: unknown[]): RegExp => {
    const pattern = Reflect.construct(target, args) as RegExp;
    const [, , caller = '', ...callers] = (new Error().stack ?? '').split('\n');
    // What a package builds while it is loaded is its own.
    const ours = /server.(?:detect|normalize|leak-scan)/.test([caller, ...callers].join());
    if (ours && !caller.includes('node_modules')) found.push(pattern);
    return pattern;
  };
  globalThis.RegExp = new Proxy(plain, { construct });
  try {
    await Promise.all(files.map((file) => import(join(server, file))));
  } finally {
    globalThis.RegExp = plain;
  }
  return found;
}
