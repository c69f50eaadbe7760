import { allMatches } from '../../domain/all-matches.ts';
import { type DocumentField, type DocumentReader, fieldAt, inWindows } from './document-field.ts';
import { tableRows } from './table-rows.ts';
import { x12Elements } from './x12-elements.ts';

interface ElementMeaning {
  readonly segment: string;
  readonly at: number;
  readonly kind: string;
  /** Index of another element, and the codes of which it must hold one. */
  readonly depends: { readonly at: number; readonly codes: readonly string[] } | undefined;
}

const meanings: ReadonlyMap<string, readonly ElementMeaning[]> = Map.groupBy(
  tableRows(x12Elements, 3).map(([element = '', kind = '', condition = '']) => {
    const [other, codes] = condition.split('=');
    const depends =
      codes === undefined ? undefined : { at: Number(other?.slice(-2)), codes: codes.split(',') };
    return { segment: element.slice(0, -2), at: Number(element.slice(-2)), kind, depends };
  }),
  ({ segment }) => segment,
);

/** The header fixes the separator of elements and the end of segments. */
const header = /(?<![A-Za-z0-9])ISA([^\w\s"'])(?:(?:(?!\1).){0,60}\1){15}.([^\w\s"'])/;
const segmentNames = [...meanings.keys()].join('|');

/** X12: interchanges, and single segments of them. */
export const readX12: DocumentReader = (text) => {
  const [, separator = '*', terminator = '~'] = header.exec(text) ?? [];
  if (!text.includes(separator)) return [];
  const segments = new RegExp(`(?<![A-Za-z0-9])(${segmentNames})\\${separator}`, 'g');
  const segmentEnd = new RegExp(`[\\r\\n]|\\\\+[rn]|\\${terminator}`, 'g');
  const read = (window: string): readonly DocumentField[] => {
    let done = 0;
    return allMatches(window, segments).flatMap(({ index, 1: name = '' }) => {
      if (index < done) return [];
      segmentEnd.lastIndex = index;
      done = segmentEnd.exec(window)?.index ?? window.length;
      const elements = window.slice(index, done).split(separator);
      return elementFields(window, index, elements, meanings.get(name) ?? []);
    });
  };
  return inWindows(text, read);
};

function elementFields(
  text: string,
  start: number,
  elements: readonly string[],
  layout: readonly ElementMeaning[],
): readonly DocumentField[] {
  const starts: number[] = [];
  for (const element of elements) starts.push((starts.at(-1) ?? start - 1) + 1 + element.length);
  return layout.flatMap(({ at, kind, depends }) => {
    const value = elements[at] ?? '';
    const isMeant = depends === undefined || depends.codes.includes(elements[depends.at] ?? '');
    const end = starts[at] ?? 0;
    return isMeant ? fieldAt(text, end - value.length, end, kind, 'x12') : [];
  });
}
