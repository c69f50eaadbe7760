import { type DocumentField, fieldAt } from './document-field.ts';
import { arePersonal, kindOfField, kindOfName } from './field-names.ts';

/** A cell of a table: [start, end) of the text. */
export interface Cell {
  readonly start: number;
  readonly end: number;
}

export type Row = readonly Cell[];

const longestLabel = 48;
const isLabel = (written: string): boolean =>
  written.length <= longestLabel &&
  /^[\p{L}_#*"'`[(][^\d@=?!<>{}]*\d?[^\d@=?!<>{}]*$/u.test(written);

/** What each column of a table holds, where its name says it. */
export type Columns = readonly (string | undefined)[];

/** What the columns hold that a row names; none where the row is no header. */
function columnKinds(names: readonly string[]): Columns {
  if (names.length < 2 || !names.every((name) => name === '' || isLabel(name))) return [];
  const isPersonal = (): boolean => arePersonal(names);
  const kinds = names.map((name) => kindOfField(name, { isPersonal }));
  return kinds.some(isKnown) ? kinds : [];
}

/**
 * The fields of a table, row by row: of one whose header names its columns, and of rows that name a value and then
 * give it. A header counts until a row with another number of cells, or with names of its own.
 */
export function* tableFields(
  text: string,
  rows: Iterable<Row>,
  notation: string,
): Generator<readonly DocumentField[]> {
  let header: Columns = [];
  for (const row of rows) {
    const cells = row.map(({ start, end }) => plain(text.slice(start, end)));
    const pairs = pairFields(text, row, cells, notation);
    const own = columnKinds(cells);
    const isHeader = header.length !== row.length || own.filter(isKnown).length > 1;
    yield isHeader || pairs.length > 0 ? pairs : columnFields(text, row, header, notation);
    // "Last name | Throckmorton" may be a header as well: the rows below tell.
    if (isHeader) header = own;
    else if (pairs.length > 0) header = [];
  }
}

const isKnown = (kind: string | undefined): boolean => kind !== undefined;

function columnFields(
  text: string,
  row: Row,
  header: Columns,
  notation: string,
): readonly DocumentField[] {
  return row.flatMap((cell, index) => {
    const kind = header[index];
    return kind === undefined ? [] : fieldAt(text, ...inner(text, cell), kind, notation);
  });
}

const signs = /^[\s"'`*[]+|[\s"'`*:\]]+$/g;
const tags = /<[^<>]{0,200}>/g;
const plain = (written: string): string =>
  (written.includes('<') ? written.replace(tags, ' ') : written).replace(signs, '').trim();

const opening = /^\s*(?:(?:date|timestamp|[ENB])(?=\s?'))?(?:\s|<[^<>]{0,200}>|["'`*])*/i;
const closing = /(?:<[^<>]{0,200}>|["'`*]|\s)+$/;

/** Where a cell begins and ends without its quotes and the tags around its words. */
function inner(text: string, { start, end }: Cell): readonly [number, number] {
  const written = text.slice(start, end);
  const lead = opening.exec(written)?.[0].length ?? 0;
  const trail = closing.exec(written.slice(lead))?.[0].length ?? 0;
  return [start + lead, end - trail];
}

function pairFields(
  text: string,
  row: Row,
  cells: readonly string[],
  notation: string,
): readonly DocumentField[] {
  if (row.length % 2 !== 0) return [];
  return row.flatMap((cell, index) => {
    const label = cells[index - 1] ?? '';
    if (index % 2 === 0 || !isLabel(label)) return [];
    const kind = kindOfName(label);
    if (kind === undefined || kindOfName(cells[index] ?? '') !== undefined) return [];
    return fieldAt(text, ...inner(text, cell), kind, notation);
  });
}

const separators = ['\t', '|', ';', ','] as const;
const ruler = /^[\s|+:=-]*$/;
const mostCells = 256;

/** CSV, TSV, Markdown and the tables of database programs: a header, and rows with as many cells. */
export function* readTables(text: string): Generator<readonly DocumentField[]> {
  if (!text.includes('\n')) return;
  for (const separator of separators)
    if (text.includes(separator)) yield* tableFields(text, rowsOf(text, separator), 'table');
}

function* rowsOf(text: string, separator: string): Generator<Row> {
  for (const { index, 0: line } of text.matchAll(/[^\r\n]{1,8192}/g))
    if (!ruler.test(line)) yield cellsOf(line, index, separator);
}

const cellPatterns = new Map(
  separators.map((separator) => [
    separator as string,
    new RegExp(`(?:[^"\\${separator}]|"[^"]*(?:"|$))*(?:\\${separator}|$)`, 'g'),
  ]),
);

/** The cells of a line; quotation marks keep separators in a cell. */
function cellsOf(line: string, offset: number, separator: string): Row {
  const cells: Cell[] = [];
  let from = offset;
  for (const { 0: cell } of line.matchAll(cellPatterns.get(separator) ?? / /g)) {
    const isLast = !cell.endsWith(separator);
    cells.push({ start: from, end: from + cell.length - (isLast ? 0 : 1) });
    from += cell.length;
    if (isLast || cells.length === mostCells) break;
  }
  if (separator !== '|' || !/^\s*\|/.test(line)) return cells;
  return cells.slice(1, /\|\s*$/.test(line) ? -1 : undefined);
}
