import { type DocumentField, type DocumentReader, fieldAt, inWindows } from './document-field.ts';
import { hl7DataTypes, hl7Fields, hl7IdentifierTypes } from './hl7-fields.ts';
import { tableRows } from './table-rows.ts';

interface Component {
  readonly from: number;
  readonly to: number;
  readonly kind: string | undefined;
}

interface FieldMeaning {
  readonly at: number;
  readonly kind: string;
  readonly components: readonly Component[];
}

const isKind = (word: string): boolean => /^[A-Z_]{3,}$/.test(word);

const components: ReadonlyMap<string, readonly Component[]> = Map.groupBy(
  tableRows(hl7DataTypes, 3).map(([type = '', range = '', kind = '']) => {
    const [from = 1, to = from] = range.split('-').map(Number);
    return { type, from, to, kind: isKind(kind) ? kind : undefined };
  }),
  ({ type }) => type,
);

/** Meanings of fields by segment. */
const meanings: ReadonlyMap<string, readonly FieldMeaning[]> = new Map(
  [...Map.groupBy(tableRows(hl7Fields, 3), ([position = '']) => position.split('-')[0] ?? '')].map(
    ([segment, rows]) => [
      segment,
      rows.map(([position = '', kind = '', type = '']) => ({
        at: Number(position.split('-')[1]),
        kind,
        components: components.get(type) ?? [],
      })),
    ],
  ),
);

const identifierTypes = new Map(
  tableRows(hl7IdentifierTypes, 2).map(([type = '', kind = '']) => [type, kind]),
);

const header = /(?<![A-Za-z0-9])MSH([^\w\s"'])([^\w\s"'])([^\w\s"'])/;
/** A segment ends with its line, which other notations write as an escape, or where the next one begins. */
const segmentEnd = /[\r\n]|\\+[rn]|\s(?=[A-Z][A-Z0-9]{2}[|])/g;
const leastFields = 3;

const segmentNames = [...meanings.keys()].join('|');

interface Separators {
  readonly field: string;
  readonly component: string;
  readonly repetition: string;
}

/** HL7 version 2: messages, and single segments of them. */
export const readHl7: DocumentReader = (text) => {
  const [, field = '|', component = '^', repetition = '~'] = header.exec(text) ?? [];
  if (!text.includes(field)) return [];
  const segments = new RegExp(`(?<![A-Za-z0-9])(${segmentNames})\\${field}`, 'g');
  const separators = { field, component, repetition };
  return inWindows(text, (window) => [...segmentFields(window, segments, separators)]);
};

function* segmentFields(
  text: string,
  segments: RegExp,
  separators: Separators,
): Generator<DocumentField> {
  let done = 0;
  for (const { index, 1: name = '' } of text.matchAll(segments)) {
    if (index < done) continue;
    segmentEnd.lastIndex = index;
    done = segmentEnd.exec(text)?.index ?? text.length;
    const fields = pieces(text, index, done, separators.field);
    if (fields.length <= leastFields) continue;
    for (const meaning of meanings.get(name) ?? []) {
      const repetitions = pieces(text, ...(fields[meaning.at] ?? [0, 0]), separators.repetition);
      yield* repetitions.flatMap((range) =>
        componentFields(text, pieces(text, ...range, separators.component), meaning),
      );
    }
  }
}

type Range = readonly [start: number, end: number];

/** The pieces of [start, end) between separators. */
function pieces(text: string, start: number, end: number, separator: string): readonly Range[] {
  let from = start;
  return text
    .slice(start, end)
    .split(separator)
    .map(({ length }): Range => {
      const range: Range = [from, from + length];
      from += length + 1;
      return range;
    });
}

/** The fields in the components of one repetition. */
function componentFields(
  text: string,
  parts: readonly Range[],
  { kind, components: layout }: FieldMeaning,
): readonly DocumentField[] {
  const [typeFrom, typeTo] = parts[4] ?? [0, 0];
  const byType = identifierTypes.get(text.slice(typeFrom, typeTo));
  const isFax = parts.slice(1, 3).some(([from, to]) => text.slice(from, to) === 'FX');
  return layout.flatMap((component) => {
    const own = component.kind ?? (kind === 'MRN' ? byType : undefined) ?? kind;
    return parts.slice(component.from - 1, component.to).flatMap(([from, to]) => {
      const isSplit = component.from === 6 && to > from && /^\d{2,8}$/.test(text.slice(from, to));
      if (isSplit) return [{ start: from, end: to, kind: own, notation: 'hl7', isPart: true }];
      return fieldAt(text, from, to, own === 'PHONE' && isFax ? 'FAX' : own, 'hl7');
    });
  });
}
