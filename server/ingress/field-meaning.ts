import { arePersonal, kindOfField, kindOfName } from './documents/field-names.ts';
import { keyWords } from './field-cues.ts';
import type { Container } from './outbound-json.ts';
import type { FieldName, SlotPosition } from './text-slot.ts';

/** Names under which programs list the columns of rows next to them. */
const columnLists = ['columns', 'fields', 'headers', 'header', 'column_names', 'columnNames'];

const areNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 1 &&
  value.every((name) => typeof name === 'string') &&
  arePersonal(value);

/** The columns of rows that the field next to them lists: `{"columns": ["dob", …], "rows": [["…", …]]}`. */
export function columnsBeside(holder: Container, name: string): readonly string[] | undefined {
  const rows = holder[name];
  if (!Array.isArray(rows) || !Array.isArray(rows[0])) return undefined;
  return columnLists.map((list) => holder[list]).find(areNames);
}

/** The position of an item of an array: a row of named columns, a cell of such a row, or any other value. */
export function itemPosition(
  items: readonly unknown[],
  index: number,
  { cells, columns, ...at }: SlotPosition,
): SlotPosition {
  const cell = cells?.[index];
  if (cells !== undefined && cell !== undefined) {
    const kind = kindOfField(cell, { isPersonal: () => arePersonal(cells) });
    return { ...at, cue: keyWords(cell), named: { name: cell, kind, kindAbove: undefined } };
  }
  // The first row may name the columns.
  const names = columns ?? (areNames(items[0]) ? items[0] : undefined);
  const isRow = Array.isArray(items[index]) && items[index] !== names;
  return isRow ? { ...at, cells: names } : at;
}

/** What the name of a member of `holder` says, which is itself the value of the field `above`. */
export function fieldName(
  holder: Container,
  name: string,
  cue: string,
  above: FieldName | undefined,
): FieldName {
  // A neighbour states what a `value` holds: `{"field": "last_name", "value": "…"}`.
  const stated = cue === keyWords(name) ? undefined : kindOfName(cue);
  const isPersonal = () => arePersonal(Object.keys(holder));
  const kind = stated ?? kindOfField(name, { above: above?.name, isPersonal });
  return { name, kind, kindAbove: above?.kind };
}
