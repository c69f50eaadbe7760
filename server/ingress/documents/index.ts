import type { DocumentField, DocumentReader } from './document-field.ts';
import { readFilePaths } from './file-paths.ts';
import { readHl7 } from './hl7.ts';
import { readMailHeaders } from './mail-headers.ts';
import { readMarkup } from './markup.ts';
import { readLabelledLines, readNamedValues } from './named-values.ts';
import { readSql } from './sql.ts';
import { readTables } from './tables.ts';
import { readTuples } from './tuples.ts';
import { readVcards } from './vcard.ts';
import { readX12 } from './x12.ts';

export type { DocumentField } from './document-field.ts';

/** The readers of all notations, the most specific first. */
const readers: readonly DocumentReader[] = [
  readHl7,
  readX12,
  readVcards,
  readMailHeaders,
  readMarkup,
  readSql,
  readTables,
  readTuples,
  readNamedValues,
  readLabelledLines,
  readFilePaths,
];

const shortestDocument = 8;

/**
 * The fields of the documents in a text (design D48), in order and free of overlap: of two notations that read the
 * same characters the more specific counts. Linear in the length of the text; pauses often (design D43).
 */
export function* documentFields(text: string): Generator<undefined, readonly DocumentField[]> {
  if (text.length < shortestDocument) return [];
  const found: DocumentField[] = [];
  for (const read of readers) {
    for (const fields of read(text)) {
      for (const field of fields) found.push(field);
      yield undefined;
    }
  }
  if (found.length === 0) return found;
  const taken = new Uint8Array(text.length);
  const kept = found.filter(({ start, end }) => {
    if (taken.subarray(start, end).includes(1)) return false;
    taken.fill(1, start, end);
    return true;
  });
  return kept.sort((a, b) => a.start - b.start);
}
