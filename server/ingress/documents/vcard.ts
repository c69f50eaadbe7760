import { allMatches } from '../../domain/all-matches.ts';
import { type DocumentField, type DocumentReader, fieldAt, inWindows } from './document-field.ts';
import { tableRows } from './table-rows.ts';

/** Properties of a vCard (RFC 6350): kind, name, and the kinds of its parts where semicolons divide them. */
export const vcardProperties = `
NAME     FN
NAME     NICKNAME
NAME     N         NAME, NAME, NAME
PHONE    TEL
EMAIL    EMAIL
DOB      BDAY
ADDRESS  LABEL
ADDRESS  ADR       ADDRESS, ADDRESS, ADDRESS, LOCATION, LOCATION, ZIP
`;

interface Property {
  readonly kind: string;
  readonly parts: readonly string[];
}

const properties: ReadonlyMap<string, Property> = new Map(
  tableRows(vcardProperties, 2).map(([kind = '', name = '', parts = '']) => [
    name,
    { kind, parts: parts === '' ? [] : parts.split(',').map((part) => part.trim()) },
  ]),
);

const line =
  /(?<=^|[\r\n]|\\[rn])(?:[A-Za-z\d-]{1,16}\.)?([A-Za-z]{1,12})((?:;[^:\r\n]{1,80}){0,8}):((?:[^\r\n\\]|\\[^rn]){1,240})/g;

/** The values of contact cards. */
export const readVcards: DocumentReader = (text) =>
  /BEGIN:VCARD/i.test(text) ? inWindows(text, cardValues) : [];

function cardValues(text: string): readonly DocumentField[] {
  return allMatches(text, line).flatMap(
    ({ index, 0: all, 1: name = '', 2: given = '', 3: value = '' }) => {
      const property = properties.get(name.toUpperCase());
      if (property === undefined) return [];
      const at = index + all.length - value.length;
      const kind = property.kind === 'PHONE' && /fax/i.test(given) ? 'FAX' : property.kind;
      if (property.parts.length > 0) return partsOf(text, at, value, property.parts);
      const lead = /^(?:tel|mailto):/i.exec(value)?.[0].length ?? 0;
      return fieldAt(text, at + lead, at + value.length, kind, 'vcard');
    },
  );
}

function partsOf(
  text: string,
  at: number,
  value: string,
  kinds: readonly string[],
): readonly DocumentField[] {
  let start = at;
  return value.split(';').flatMap((part, index) => {
    const from = start;
    start += part.length + 1;
    const kind = kinds[index];
    return kind === undefined || part === ''
      ? []
      : fieldAt(text, from, from + part.length, kind, 'vcard');
  });
}
