import { allMatches } from '../../domain/all-matches.ts';
import { type DocumentField, type DocumentReader, fieldAt, inWindows } from './document-field.ts';
import { kindOfName } from './field-names.ts';
import { type Cell, type Row, tableFields } from './tables.ts';

const mostCells = 64;
/** A tuple or a list of plain values: `('Lena', 'Marsh', 41)`. */
const tuple = /[([]([^()[\]{}\r\n]{3,1024})[)\]]/g;
const cell = /\s{0,4}(?:"[^"]*"|'[^']*'|[^,"']*)\s{0,4}(?:,|$)/g;
/** `('last_name', 'Marsh')`: a pair that an ordered dictionary prints. */
const isQuoted = (written: string): boolean => /^\s*(["']).*\1\s*$/.test(written);

/** Tuples and lists of Python: pairs of a name and its value, and rows below a row of names. */
export const readTuples: DocumentReader = (text) =>
  /[([]\s?["']/.test(text) ? inWindows(text, tuplesOf) : [];

function tuplesOf(text: string): readonly DocumentField[] {
  const rows = allMatches(text, tuple)
    .map(({ index, 1: inside = '' }) => cellsOf(inside, index + 1))
    .filter((row) => row.length > 1);
  const pairs = rows.flatMap((row) => pairOf(text, row));
  return pairs.length > 0 ? pairs : [...tableFields(text, rows, 'tuple')].flat();
}

function cellsOf(inside: string, offset: number): Row {
  const cells: Cell[] = [];
  for (const { index, 0: written } of allMatches(inside, cell)) {
    if (written === '' || cells.length === mostCells) break;
    const end = index + written.length - (written.endsWith(',') ? 1 : 0);
    cells.push({ start: offset + index, end: offset + end });
  }
  return cells;
}

function pairOf(text: string, [name, value, ...rest]: Row): readonly DocumentField[] {
  if (name === undefined || value === undefined || rest.length > 0) return [];
  const [label, written] = [name, value].map(({ start, end }) => text.slice(start, end));
  if (label === undefined || written === undefined || !isQuoted(label)) return [];
  const kind = kindOfName(label.trim().slice(1, -1));
  const inner = isQuoted(written) ? written.trim().slice(1, -1) : written.trim();
  if (kind === undefined || kindOfName(inner) !== undefined) return [];
  const start = value.start + written.indexOf(inner);
  return fieldAt(text, start, start + inner.length, kind, 'tuple');
}
