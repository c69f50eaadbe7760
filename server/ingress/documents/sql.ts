import type { DocumentField } from './document-field.ts';
import { type Cell, type Row, tableFields } from './tables.ts';

const insert =
  /\b(?:into|columns)\s{1,8}[\w."`[\]]{1,128}\s{0,8}\(([^()]{1,2000})\)\s{0,8}values\s{0,8}(?=\()/gi;

/** `INSERT INTO patients (last_name, dob) VALUES ('…', '…'), (…)`. */
export function* readSql(text: string): Generator<readonly DocumentField[]> {
  if (!/\bvalues\b/i.test(text)) return;
  for (const match of text.matchAll(insert)) yield* tableFields(text, rowsOf(text, match), 'sql');
}

/** The names of the columns, and then the values of one row after the other. */
function* rowsOf(text: string, match: RegExpExecArray): Generator<Row> {
  const [all, names = ''] = match;
  let from = match.index + all.indexOf('(') + 1;
  yield names.split(',').map((name): Cell => {
    const cell = { start: from, end: from + name.length };
    from = cell.end + 1;
    return cell;
  });
  for (let at = match.index + all.length; text.charAt(at) === '('; ) {
    const { cells, end } = tupleAt(text, at + 1);
    yield cells;
    nextTuple.lastIndex = end;
    at = nextTuple.test(text) ? nextTuple.lastIndex : end;
  }
}

const nextTuple = /\s{0,8},\s{0,8}(?=\()/y;
/** A value up to the comma or bracket behind it: text in quotation marks, calls with their brackets, and the rest. */
const value = /((?:'(?:[^'\\]|\\.){0,4000}'|"[^"]{0,4000}"|\([^()]{0,400}\)|[^'"(),])*)(,|\))/y;

/** The values of a tuple, and where it ends; up to a value that cannot be read. */
function tupleAt(text: string, start: number): { readonly cells: Row; readonly end: number } {
  const cells: Cell[] = [];
  let at = start;
  for (;;) {
    value.lastIndex = at;
    const [all = '', written = '', sign] = value.exec(text) ?? [];
    if (all === '') return { cells, end: at };
    cells.push({ start: at, end: at + written.length });
    at += all.length;
    if (sign === ')') return { cells, end: at };
  }
}
