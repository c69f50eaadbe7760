import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readLanguageModel } from '../../../server/adapters/onnx/language-model-file.ts';
import { openNerDetector } from '../../../server/adapters/onnx/ner-detector.ts';
import { createSearch, type Search } from '../../../server/pipeline/detection.ts';
import { detectSet } from './detect-set.ts';
import { errorList } from './error-list.ts';
import { withHearingErrors } from './hearing-errors.ts';
import { loadPolicy } from './load-policy.ts';
import { readSets } from './read-sets.ts';
import { reportTable } from './report-table.ts';
import { rosterOfSets } from './roster-of-set.ts';
import { rosterTable } from './roster-table.ts';
import { type SetScore, scoreSet } from './score-set.ts';
import { allKindView, nineKindView } from './scored-kinds.ts';

const usage =
  'usage: npm run eval -- FOLDER [--policy FILE] [--files a,b] [--model DIR] [--kinds nine|all] [--roster N [--roster-errors]] [--out FILE.md] [--errors]\n       npm run eval -- --earned FOLDER ... [--policy FILE] [--files a,b] [--model DIR]\n';

/** Measures detection over the labelled sets of a folder and prints the figures as Markdown. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      policy: { type: 'string', default: 'configs/mask_policy.yaml' },
      files: { type: 'string' },
      model: { type: 'string', default: 'models' },
      out: { type: 'string' },
      kinds: { type: 'string', default: 'nine' },
      // How many invented people are in a roster with those of the sets.
      roster: { type: 'string' },
      'roster-errors': { type: 'boolean', default: false },
      errors: { type: 'boolean', default: false },
      earned: { type: 'boolean', default: false },
    },
  });
  const folder = positionals[0];
  if (folder === undefined) {
    process.stderr.write(usage);
    return 2;
  }
  if (values.earned) return leaveOutRules();
  const policy = loadPolicy(values.policy);
  const view = values.kinds === 'all' ? allKindView : nineKindView;
  const newSearch = await searchMaker(values.model);
  const { passes } = await newSearch()(policy, []);
  const scores: SetScore[] = [];
  const alone: SetScore[] = [];
  const sets = readSets(folder, values.files?.split(','));
  const roster =
    values.roster === undefined ? undefined : await rosterOfSets(Number(values.roster), sets);
  for (const { name, rows } of sets) {
    const heard = values['roster-errors'] ? rows.map(withHearingErrors) : rows;
    const results = await detectSet(heard, newSearch(), policy, roster);
    scores.push(scoreSet(name, results, view));
    const without = results.map((one) => ({ ...one, detections: one.withoutRoster }));
    alone.push(scoreSet(name, without, view));
  }
  const label = { policyName: policy.policy.name, policySha256: policy.sha256, passes };
  const report = [
    reportTable(label, scores, view),
    ...(roster === undefined ? [] : [rosterTable(alone, scores)]),
  ].join('\n');
  if (values.out === undefined) process.stdout.write(report);
  else writeFileSync(values.out, report);
  if (values.errors) process.stdout.write(`${errorList(scores).join('\n')}\n`);
  return 0;
}

/** In a process of its own, which watches the rules of detection before it imports them. */
function leaveOutRules(): number {
  const program = join(import.meta.dirname, 'earned/main.ts');
  const ran = spawnSync(process.execPath, [program, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  return ran.status ?? 1;
}

/** With the model of a folder when there is one, else with patterns alone; the report says which. */
async function searchMaker(modelDir: string): Promise<() => Search> {
  if (!existsSync(join(modelDir, 'MANIFEST.json'))) return () => createSearch();
  const detector = await openNerDetector({ modelDir });
  const languages = await readLanguageModel(join(import.meta.dirname, '../../../models'));
  return () => createSearch({ detector, languages });
}

process.exitCode = await main();
