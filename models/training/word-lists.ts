import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A folder of `grammar/` and one of `lexicon/`. */
export type LanguageCode = 'en' | 'es';

/** Words of the lists in `lexicon/` by file name without `.txt`, and the dictionary. */
export type WordLists = ReadonlyMap<string, readonly string[]>;

export function loadWordLists(folder: string): Map<string, readonly string[]> {
  const lists = new Map<string, readonly string[]>();
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.txt')) continue;
    const lines = readFileSync(join(folder, file), 'utf8').split('\n').map((line) => line.trim());
    lists.set(file.slice(0, -4), lines.filter((line) => line !== '' && !line.startsWith('#')));
  }
  return lists;
}
