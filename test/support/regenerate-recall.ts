import { readFile, writeFile } from 'node:fs/promises';
import { wholeRecall } from './whole-recall.ts';

/** `node test/support/regenerate-recall.ts`: writes `models/RECALL.json` again, from `models/eval.md`. */
const models = new URL('../../models/', import.meta.url);
const report = await readFile(new URL('eval.md', models), 'utf8');
await writeFile(new URL('RECALL.json', models), wholeRecall(report));
