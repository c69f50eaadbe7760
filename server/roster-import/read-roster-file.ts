import { TextDecoder } from 'node:util';
import { readCsv } from './read-csv.ts';
import { readFhir } from './read-fhir.ts';
import type { ReadOptions, RosterRow } from './roster-row.ts';
import { UnusableFile } from './unusable-file.ts';

/** What of a file tells its format, in bytes. */
const headBytes = 65_536;

/** The people of a file: CSV, or FHIR as a bundle or NDJSON. Throws `UnusableFile`. */
export async function* readRosterFile(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<RosterRow> {
  const chunks = bytes[Symbol.asyncIterator]();
  const first = await firstOf(chunks);
  const decoder = decoderFor(first);
  const head = new TextDecoder(decoder.encoding).decode(first);
  const text = decoded(first, chunks, decoder);
  const isJson = head.trimStart().startsWith('{');
  yield* isJson ? readFhir(text, head, options) : readCsv(text, head, options);
}

async function firstOf(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let first = Buffer.alloc(0);
  while (first.length < headBytes) {
    const next = await chunks.next();
    if (next.done === true) break;
    first = Buffer.concat([first, next.value]);
  }
  return first;
}

/** Spreadsheets write UTF-8, UTF-16 with a mark, or the code page of Western Windows. */
function decoderFor(head: Uint8Array): TextDecoder {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return new TextDecoder('utf-8', { fatal: true });
  } catch {
    return new TextDecoder('windows-1252');
  }
}

async function* decoded(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  decoder: TextDecoder,
): AsyncGenerator<string> {
  try {
    yield decoder.decode(first, { stream: true });
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      yield decoder.decode(next.value, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new UnusableFile('unreadable');
    throw error;
  }
}
