import { pipeline, Readable } from 'node:stream';
import { type Info, parse } from 'csv-parse';
import { rosterRoles } from '../domain/roster.ts';
import { type Column, columnOf, namesPeople, shownHeader } from './columns.ts';
import { makePerson, type RawPerson } from './make-person.ts';
import type { ReadOptions, RosterRow } from './roster-row.ts';
import { UnusableFile } from './unusable-file.ts';

/** Longest row in characters; an unclosed quotation mark would make the rest of the file one row. */
const maxRow = 65_536;

/** Errors after which the rest of the file is not read as rows. */
const losesRows: ReadonlySet<string> = new Set(['CSV_MAX_RECORD_SIZE', 'CSV_QUOTE_NOT_CLOSED']);

/** The people of a CSV file with a header, in slices as the text arrives. Throws `UnusableFile`. */
export async function* readCsv(
  text: AsyncIterable<string>,
  head: string,
  options: ReadOptions,
): AsyncGenerator<RosterRow> {
  const skipped: number[] = [];
  let isCut = false;
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(head),
    info: true,
    max_record_size: maxRow,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      isCut ||= losesRows.has(error?.code ?? '');
      skipped.push(Number(error?.['lines'] ?? 0));
    },
  });
  // An error of the source ends the parser with it.
  pipeline(Readable.from(text), parser, () => undefined);
  let columns: Columns | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      for (const row of skipped.splice(0)) yield { row, refusal: 'malformed' };
      if (columns === undefined) columns = columnsOf(record, options);
      else yield rowOf(columns, record, info.lines, options);
    }
  } catch (error) {
    throw isParseError(error) ? new UnusableFile('unreadable') : error;
  }
  if (isCut) throw new UnusableFile('unreadable');
  for (const row of skipped) yield { row, refusal: 'malformed' };
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: Info;
}

type Columns = readonly (Column | undefined)[];

function rowOf(
  columns: Columns,
  record: readonly string[],
  row: number,
  options: ReadOptions,
): RosterRow {
  if (record.length > columns.length) return { row, refusal: 'malformed' };
  return { row, ...makePerson(rawOf(columns, record, options)) };
}

function isParseError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
}

function delimiterOf(head: string): string {
  const [line = ''] = head.split(/\r?\n/, 1);
  const counted = [',', ';', '\t', '|'].map((sign) => [line.split(sign).length, sign] as const);
  return counted.toSorted(([a], [b]) => b - a)[0]?.[1] ?? ',';
}

function columnsOf(header: readonly string[], { onUnknownColumns }: ReadOptions) {
  const columns = header.map(columnOf);
  if (!namesPeople(columns)) throw new UnusableFile('no_known_column');
  onUnknownColumns(
    header.flatMap((name, at) => (columns[at] === undefined ? [shownHeader(name, at)] : [])),
  );
  return columns;
}

const yes = /^(?:1|y|yes|true|x|s[ií])$/i;

function rawOf(columns: Columns, record: readonly string[], options: ReadOptions): RawPerson {
  const of = (wanted: Column) => record.filter((_, at) => columns[at] === wanted);
  const [said = ''] = of('said');
  const records = of('record');
  const [id = records[0] ?? ''] = of('id');
  return {
    id,
    role: roleOf(of('role')[0]) ?? options.role,
    given: of('given'),
    family: of('family'),
    full: of('full'),
    birth: of('birth')[0] ?? '',
    phones: of('phone'),
    emails: of('email'),
    addresses: [addressOf(of('street'), of('city'), of('state'), of('zip'))],
    records,
    mayBeSaid: columns.includes('said') ? yes.test(said.trim()) : options.staffMayBeSaid,
  };
}

function roleOf(written = '') {
  const word = written.trim().toLowerCase();
  return rosterRoles.find((role) => role === word);
}

/** `12 Elm St, Apt 4, Ames, IA 50010`. */
export function addressOf(
  street: readonly string[],
  ...[city, state, zip]: readonly (readonly string[])[]
): string {
  const region = [...(state ?? []), ...(zip ?? [])].filter((part) => part.trim() !== '').join(' ');
  return [...street, ...(city ?? []), region]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');
}
