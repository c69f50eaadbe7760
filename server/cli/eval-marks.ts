import { columnCipher } from '../adapters/postgres/engine/column-cipher.ts';
import { postgresMarks } from '../adapters/postgres/payloads/marks.ts';
import { openDatabase } from '../adapters/sqlcipher/engine/connection.ts';
import { marksMethods } from '../adapters/sqlcipher/payloads/marks.ts';
import { payloadsMigrations } from '../adapters/sqlcipher/payloads/payloads.ts';
import { deriveColumnKeys, deriveFileKey } from '../adapters/system/key-derivation.ts';
import type { Mark } from '../domain/mark.ts';
import type { ActivePolicy } from '../domain/policy.ts';
import type { Search } from '../pipeline/detection.ts';
import { type ExitCode, exit } from '../shared/exit-codes.ts';
import { loadPolicy } from './detect.ts';
import { loadConfig, loadLocalData } from './local-data.ts';
import { printLine, progress } from './output.ts';
import { withSharedData } from './shared-data.ts';
import type { Terminal } from './terminal.ts';
import { withSearch } from './with-search.ts';

interface EvalOptions {
  readonly policy?: string;
  readonly json?: true;
}

/** The newest ones count; a sentence takes a few milliseconds. */
const maxMarks = 2_000;

/** How detection does now on the marks of one kind. */
interface MarkFigures {
  /** Values that were missed when they were marked, and how many are found now, as any masked kind. */
  missed: number;
  found: number;
  /** Values that were not private, and how many are still masked as their kind. */
  falseHits: number;
  stillHit: number;
}

/**
 * `svc eval from-marks`: what the policy and the model find of the mistakes that people marked
 * (decision 0084). Reads on this machine, also while the service runs, and prints figures, never text.
 */
export async function evalFromMarks(terminal: Terminal, options: EvalOptions): Promise<ExitCode> {
  const policy = await loadPolicy(terminal, options.policy);
  const config = loadConfig(terminal);
  if (config.databaseUrl === null)
    return measure(terminal, await localMarks(terminal), policy, options);
  return await withSharedData(terminal, config, config.databaseUrl, async ({ database, keys }) => {
    const cipher = columnCipher(deriveColumnKeys(keys.database));
    const marks = await postgresMarks(database, cipher).list({ limit: maxMarks });
    return await measure(terminal, marks, policy, options);
  });
}

async function localMarks(terminal: Terminal): Promise<readonly Mark[]> {
  const { files, keys } = await loadLocalData(terminal, 'payloads');
  const key = deriveFileKey(keys.database, 'payloads').reveal();
  const place = { file: files.payloads, key, migrations: payloadsMigrations, readonly: true };
  const db = openDatabase(place);
  try {
    return marksMethods(db).list({ limit: maxMarks });
  } finally {
    db.close();
  }
}

async function measure(
  terminal: Terminal,
  marks: readonly Mark[],
  policy: ActivePolicy,
  { json }: EvalOptions,
): Promise<ExitCode> {
  const figures = await withSearch(policy.policy, 0, (search) =>
    figuresOf(terminal, firstOfEach(marks.filter(isMistake)), policy, search),
  );
  await printLine(terminal, json === true ? asJson(figures) : asTable(figures));
  return exit.ok;
}

/** A suggestion is a mistake once somebody says so (decision 0190). */
const isMistake = ({ suggestion, decision }: Mark): boolean =>
  suggestion === undefined || (decision !== undefined && decision.outcome !== 'dismissed');

/** Marks of the same value in the same words count once; card numbers are not stored whole. */
function firstOfEach(marks: readonly Mark[]): readonly Mark[] {
  const first = new Map<string, Mark>();
  for (const mark of marks) {
    const { mistake, kind, text, span } = mark;
    if (!text.slice(...span).includes('•'))
      first.set(JSON.stringify([mistake, kind, text, span]), mark);
  }
  return [...first.values()];
}

async function figuresOf(
  terminal: Terminal,
  marks: readonly Mark[],
  policy: ActivePolicy,
  search: Search,
): Promise<ReadonlyMap<string, MarkFigures>> {
  const figures = new Map<string, MarkFigures>();
  const report = progress(terminal, 'marks read:');
  for (const [at, mark] of marks.entries()) {
    const { mistake, kind, text, speaker } = mark;
    const [found] = (await search(policy, [{ text, speaker, place: 'turn' }])).texts;
    const masked = (found?.findings ?? []).filter(
      (one) => policy.policy.entities.get(one.kind)?.action !== 'passthrough',
    );
    const row = figures.get(kind) ?? { missed: 0, found: 0, falseHits: 0, stillHit: 0 };
    figures.set(kind, row);
    if (mistake === 'missed') {
      row.missed += 1;
      row.found += Number(isCovered(mark, masked));
    } else {
      row.falseHits += 1;
      row.stillHit += Number(isHit(mark, masked));
    }
    report(at + 1);
  }
  report.end();
  return figures;
}

interface Found {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** Whether no letter or digit of the value is in clear. */
function isCovered({ text, span: [start, end] }: Mark, masked: readonly Found[]): boolean {
  const covered = new Set(masked.flatMap((one) => placesOf(one.start, one.end)));
  return placesOf(start, end).every(
    (at) => covered.has(at) || !/[\p{L}\p{N}]/u.test(text.charAt(at)),
  );
}

function isHit({ kind, span: [start, end] }: Mark, masked: readonly Found[]): boolean {
  return masked.some((one) => one.kind === kind && one.start < end && one.end > start);
}

const placesOf = (start: number, end: number): readonly number[] =>
  Array.from({ length: end - start }, (_, index) => start + index);

function asJson(figures: ReadonlyMap<string, MarkFigures>): string {
  const rows = [...figures].map(([kind, { falseHits, stillHit, ...row }]) => [
    kind,
    { ...row, false_hits: falseHits, still_hit: stillHit },
  ]);
  return JSON.stringify({ kinds: Object.fromEntries(rows) });
}

function asTable(figures: ReadonlyMap<string, MarkFigures>): string {
  if (figures.size === 0) return 'nobody has marked a detection mistake yet';
  const all = { missed: 0, found: 0, falseHits: 0, stillHit: 0 };
  for (const row of figures.values())
    for (const name of Object.keys(all) as (keyof MarkFigures)[]) all[name] += row[name];
  const lines = [...figures].sort(([a], [b]) => a.localeCompare(b)).concat([['all', all]]);
  const cells = lines.map(([kind, { missed, found, falseHits, stillHit }]) => [
    ...[kind, String(missed), String(found), missed === 0 ? '' : (found / missed).toFixed(3)],
    ...[String(falseHits), String(stillHit)],
  ]);
  const titles = ['kind', 'missed', 'found now', 'recall', 'false hits', 'still hit'];
  return [titles, ...cells]
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(16) : cell.padStart(11))).join(''))
    .join('\n');
}
