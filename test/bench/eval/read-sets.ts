import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { decodeRows, type LabelledSet } from './labelled-row.ts';

/** The folder's sets in name order; `only` keeps those named, with or without `.jsonl`. */
export function readSets(folder: string, only: readonly string[] | undefined): LabelledSet[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => basename(file, '.jsonl'))
    .sort();
  const wanted = only?.map((name) => basename(name, '.jsonl'));
  return names
    .filter((name) => wanted === undefined || wanted.includes(name))
    .map((name) => ({
      name,
      rows: decodeRows(readFileSync(join(folder, `${name}.jsonl`), 'utf8')),
    }));
}
