import {
  arePersonal,
  type FieldName,
  kindOfField,
  kindOfName,
  namedFields,
} from './documents/field-names.ts';
import { type Container, isRawJson } from './outbound-json.ts';

/** What the names around a value say of it. */
export interface Meaning {
  /** The words of its key, read like the question that it answers. */
  readonly cue?: string | undefined;
  /** What the name of the field says, for the value and for what the value holds. */
  readonly named?: FieldName | undefined;
  /** The names of the columns, where the value is a list of rows, and of the cells, where it is one row. */
  readonly columns?: readonly string[] | undefined;
  readonly cells?: readonly string[] | undefined;
}

/** The meaning of a member of `holder`, which is itself the value of a field that means `above`. */
export function memberMeaning(holder: Container, name: string, above: Meaning): Meaning {
  const cue = cueOf(holder, name, above.cue ?? '');
  // A neighbour states what a `value` holds: `{"field": "last_name", "value": "…"}`.
  const isStated = (plainKey.test(name) || valueKey.test(name)) && cue !== keyWords(name);
  const stated = isStated ? kindOfName(cue) : undefined;
  const isPersonal = () => arePersonal(Object.keys(holder));
  const kind = stated ?? kindOfField(name, { above: above.named?.name, isPersonal });
  const named = { name, kind, kindAbove: above.named?.kind };
  return { cue, named, columns: columnsBeside(holder, name), cells: undefined };
}

/** The meaning of an item of an array: a row of named columns, a cell of such a row, or any other value. */
export function itemMeaning(
  items: readonly unknown[],
  index: number,
  { cue, named: above, columns, cells }: Meaning,
): Meaning {
  const cell = cells?.[index];
  if (cells !== undefined && cell !== undefined) {
    const kind = kindOfField(cell, { isPersonal: () => arePersonal(cells) });
    const named = { name: cell, kind, kindAbove: undefined };
    return { cue: keyWords(cell), named, columns: undefined, cells: undefined };
  }
  // The first row may name the columns.
  const names = columns ?? (areNames(items[0]) ? items[0] : undefined);
  const isRow = Array.isArray(items[index]) && items[index] !== names;
  return { cue, named: above, columns: undefined, cells: isRow ? names : undefined };
}

/** The meaning of a field of form data, whose name may be written in brackets: `patient[last_name]`. */
export function formFieldMeaning(name: string, all: readonly string[]): Meaning {
  const words = name
    .split(/[[\]]+/)
    .join(' ')
    .trim();
  const kind = kindOfName(words) ?? kindOfField(name, { isPersonal: () => arePersonal(all) });
  return { cue: keyWords(words), named: { name, kind, kindAbove: undefined } };
}

/** JSON Schema's own words and other values that cannot name a person. */
const keywords = new Set(
  'string object number boolean array integer null function auto none required text json_schema json_object'.split(
    ' ',
  ),
);

/** The text to search of a text or number; undefined where it cannot identify anybody. */
export function searchedText(value: unknown, { cue = '', named }: Meaning): string | undefined {
  if (typeof value === 'string') {
    const isTelling = value.length > 1 && !keywords.has(value);
    return isTelling || namedFields(value, named) !== undefined ? value : undefined;
  }
  if (typeof value !== 'number' && !isRawJson(value)) return undefined;
  const written = isRawJson(value) ? value.rawJSON : `${value}`;
  const digits = digitsToSearch(written, cue);
  if (digits !== undefined || !/^\d{1,15}$/.test(written)) return digits;
  return namedFields(written, named) === undefined ? undefined : written;
}

/** Names under which programs list the columns of rows next to them. */
const columnLists = ['columns', 'fields', 'headers', 'header', 'column_names', 'columnNames'];

const areNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 1 &&
  value.every((name) => typeof name === 'string') &&
  arePersonal(value);

/** The columns of rows that the field next to them lists: `{"columns": ["dob", …], "rows": [["…", …]]}`. */
function columnsBeside(holder: Container, name: string): readonly string[] | undefined {
  const rows = holder[name];
  if (!Array.isArray(rows) || !Array.isArray(rows[0])) return undefined;
  return columnLists.map((list) => holder[list]).find(areNames);
}

/** `dateOfBirth`, `date_of_birth` → `date of birth`. */
export function keyWords(key: string): string {
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .toLowerCase()
    .replace(joinedName, '$1 name')
    .replace('dateofbirth', 'date of birth')
    .replace(cardCode, '$& code');
  return nameParts.get(words) ?? (isPerson.test(words) ? `${words} name` : words);
}

/** Names of the parts of a person's name in FHIR and older programs. */
const nameParts: ReadonlyMap<string, string> = new Map([
  ['family', 'last name'],
  ['given', 'first name'],
  ['fname', 'first name'],
  ['lname', 'last name'],
]);

/** Column names are often one word: `lastname`. */
const joinedName = /\b(first|last|middle|maiden|full|given|family|patient|member|contact)name\b/;

/** Words that alone mean a person's name: `{"patient": "…"}`. */
const isPerson =
  /^(?:patient|caller|member|subscriber|insured|beneficiary|responsible party|policy ?holder|guarantor|guardian|spouse|emergency contact|next of kin)$/;

/** Fields whose meaning a neighbouring field states: `{"field": "last_name", "value": "…"}`. */
const valueKey = /^(?:value|val|answer|response)(?:[A-Z][A-Za-z]{0,15})?$/;
/** The neighbouring fields that state it, the most specific last. */
const labelKeys =
  'type system code id linkId name slot key field attribute title label text question prompt'.split(
    ' ',
  );
/** Fields with the meaning of the object around them: `{"patient": {"display": "…"}}`. */
const plainKey = /^(?:display|text)$/;
const longestLabel = 120;

/** The cue of a field: the labels of its neighbours, the cue of the object around it, or its own key. */
export function cueOf(
  fields: Readonly<Record<string, unknown>>,
  key: string,
  above: string,
): string {
  const own = keyWords(key);
  if (plainKey.test(key)) return `${above} ${own}`.trim();
  if (!valueKey.test(key)) return own;
  const labels = labelKeys.flatMap((label) => labelOf(fields[label]));
  return labels.join(' ') || above || own;
}

/** A label, or the label in `{"text": "MRN"}`. */
function labelOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length <= longestLabel ? [keyWords(value)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return 'text' in value && typeof value.text === 'string' ? labelOf(value.text) : [];
}

/** People say "the cvv code"; a field is called `cvv`. */
const cardCode = /\b(?:cvv2?|cvc2?|csc)\b(?! ?code)/;

/** Words of a key under which two or three digits can identify a person or a card. */
const ofPerson =
  /\b(?:ages?|cv[vc]2?|csc|pins?|passcode|(?:security|verification) code|zip|postal|postcode|ssn|social security|mrn|medical record)\b/;
const ofPlace = /\b(?:zip|postal|postcode)\b/;

/** A number of nine digits or more with a point in it: no place on a map, amount of money, share or moment. */
const cutNumber = /^(?=(?:\d\.?){7,20}$)(?!1\d{9}\.)([1-9]\d{3,15})\.(\d{3,16})$/;
const measured =
  /\b(?:amounts?|totals?|prices?|costs?|balances?|rates?|distances?|weights?|heights?|lat|lon|lng|latitude|longitude|time|times|timestamp|duration|scores?|m|km|mi|kg|lbs?|x|y|z)\b/;

/**
 * The digits to search of a number below a key: of a whole number with at least four digits, or with two
 * where the key is of a person (`age`, `cvv`, `pin`). Undefined for other numbers, which count and
 * measure things.
 */
export function digitsToSearch(written: string, cue: string): string | undefined {
  const number = Number(written);
  const cut = cutNumber.exec(written);
  if (cut !== null && !measured.test(cue)) return cut.slice(1).join('');
  const least = ofPerson.test(cue) ? 10 : 1000;
  if (!Number.isInteger(number) || Math.abs(number) < least) return undefined;
  const digits = /^-?\d+$/.test(written) ? written : BigInt(number).toString();
  // A ZIP code as a number has lost its leading zeros.
  return ofPlace.test(cue) && number > 0 ? digits.padStart(5, '0') : digits;
}
