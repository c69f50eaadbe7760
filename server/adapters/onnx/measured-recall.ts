import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';

const figure = z.object({ wanted: z.int(), recall: z.number() });
const manifest = z.object({
  held_out: z.record(z.string(), z.record(z.string(), figure.or(z.unknown()))),
});

export interface MeasuredRecall {
  readonly kind: string;
  /** Hundredths of a percent. */
  readonly recall_bp: number;
  /** Values in that set of texts. */
  readonly wanted: number;
}

/** What the model's manifest says it finds of each kind: the lowest recall over the held-out texts. */
export async function readMeasuredRecall(modelDir: string): Promise<readonly MeasuredRecall[]> {
  const read = manifest.safeParse(
    parseJson(await readFile(join(modelDir, 'MANIFEST.json'), 'utf8')),
  );
  const lowest = new Map<string, MeasuredRecall>();
  for (const set of Object.values(read.data?.held_out ?? {})) {
    for (const [kind, measured] of Object.entries(set)) {
      const { data } = figure.safeParse(measured);
      if (data === undefined || data.wanted === 0) continue;
      const recall_bp = Math.round(data.recall * 10_000);
      if (recall_bp < (lowest.get(kind)?.recall_bp ?? Infinity)) {
        lowest.set(kind, { kind, recall_bp, wanted: data.wanted });
      }
    }
  }
  return [...lowest.values()];
}
