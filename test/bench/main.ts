import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAttacks } from './attacks.ts';
import { benchCores } from './cores.ts';
import { benchAgainst } from './cost/against.ts';
import { checkOut } from './cost/checkout.ts';
import { benchCost } from './cost/cost.ts';
import { benchDetection } from './detection.ts';
import { benchFunctions } from './functions.ts';
import { benchGateways } from './gateways.ts';
import { benchHistory } from './history.ts';
import { benchHttp } from './http.ts';
import { benchJournal } from './journal.ts';
import { benchPostgresJournal } from './journal-postgres.ts';
import { benchLargeMemory } from './large-memory.ts';
import { benchLists } from './lists.ts';
import { benchLive } from './live.ts';
import { benchManyCalls } from './many-calls.ts';
import { benchNer } from './ner.ts';
import { benchOpenLoop } from './open-loop-gateways.ts';
import { benchPeriodReport } from './period-report.ts';
import { benchPortal } from './portal.ts';
import { benchReport } from './report.ts';
import { benchRoster } from './roster.ts';
import type { BenchRow } from './row.ts';
import { printed, type Table } from './table.ts';
import { benchWaiting } from './waiting.ts';
import { benchWordSearch } from './word-search.ts';

type Part = (dataDir: string) => Promise<readonly Table[]>;

/** Each figure of such a part has its baseline. */
function ratios(bench: (dataDir: string) => Promise<readonly BenchRow[]>): Part {
  return async (dataDir) => [
    {
      title: 'Compared with a baseline',
      head: ['what', 'figure', 'baseline, same run', 'ratio'],
      rows: (await bench(dataDir)).map((row) => [row.what, row.figure, row.baseline, row.ratio]),
    },
  ];
}

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    baseline: { type: 'string' },
    against: { type: 'string' },
    'llm-shield-proxy': { type: 'string' },
    litellm: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
  },
});

const parts: Readonly<Record<string, Part>> = {
  detection: ratios(benchDetection),
  ner: ratios(benchNer),
  roster: ratios(benchRoster),
  cost: (dataDir) =>
    values.against === undefined
      ? benchCost(dataDir, {
          baseline: values.baseline === undefined ? undefined : resolve(values.baseline),
          rounds: Number(values.rounds),
          only: new RegExp(values.only),
        })
      : costAgainst(dataDir, values.against),
  journal: ratios(benchJournal),
  'journal-postgres': ratios(benchPostgresJournal),
  report: ratios(benchReport),
  'period-report': ratios(benchPeriodReport),
  http: ratios(benchHttp),
  gateways: (dataDir) =>
    benchGateways(dataDir, { litellm: values.litellm, shield: values['llm-shield-proxy'] }),
  'open-loop': benchOpenLoop,
  history: ratios(benchHistory),
  live: ratios(benchLive),
  lists: ratios(benchLists),
  words: ratios(benchWordSearch),
  portal: ratios(benchPortal),
  cores: (dataDir) => benchCores(dataDir, Number(values.rounds)),
  waiting: ratios(benchWaiting),
  'many-calls': benchManyCalls,
  'large-memory': ratios(benchLargeMemory),
  functions: benchFunctions,
  attacks: (dataDir) => benchAttacks(dataDir, new RegExp(values.only)),
};

/** Compares with another commit, or with the `svc.js` of another checkout; the program then fails where a row is dearer. */
async function costAgainst(dataDir: string, other: string): Promise<readonly Table[]> {
  const before = other.endsWith('.js')
    ? resolve(other)
    : await checkOut(other, join(dataDir, 'before'));
  const { rounds, only } = values;
  const { table, dearer } = await benchAgainst(dataDir, {
    before,
    rounds: Number(rounds),
    only: new RegExp(only),
  });
  if (dearer.length > 0) process.exitCode = 1;
  return [table];
}

/**
 * `npm run bench`, or `npm run bench -- PART …`: every figure with a baseline of the same run
 * (design, Budgets), as Markdown. Machines are noisy: read the ratios. `cost` and `cores` also take `--rounds N`;
 * `cost` and `attacks` `--only PATTERN` of the names of their rows; `cost` `--baseline FILE`, the `svc.js` of another
 * checkout, or `--against COMMIT`, which fails where this one costs more; `gateways` `--litellm FOLDER` and
 * `--llm-shield-proxy FOLDER`, Python environments with these gateways.
 */
const unknown = wanted.filter((name) => parts[name] === undefined);
if (unknown.length > 0) {
  process.stderr.write(`no such part: ${unknown.join()}; there are ${Object.keys(parts).join()}\n`);
  process.exit(2);
}
const dataDir = mkdtempSync(join(tmpdir(), 'svc-bench-'));
// Programs under measurement end with this process, whatever ends it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const table of await part(dataDir)) process.stdout.write(`${printed(table)}\n`);
}
