import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';

const measured = z.array(z.object({ kind: z.string(), recall_bp: z.int(), wanted: z.int() }));

/** Of a kind: the share of labelled values that were hidden, in hundredths of a percent, and their number. */
export type MeasuredRecall = z.infer<typeof measured>[number];

/** What the whole detection, patterns and models together, hid of each kind in labelled texts (models/eval.md). */
export async function readMeasuredRecall(modelDir: string): Promise<readonly MeasuredRecall[]> {
  return measured.parse(parseJson(await readFile(join(modelDir, 'RECALL.json'), 'utf8')));
}
