import { Text, View } from '@react-pdf/renderer';
import {
  type ComponentProps,
  createElement,
  Fragment,
  type ReactElement,
  type ReactNode,
} from 'react';
import { fontsFor, printable } from './fonts.ts';
import { ink, style } from './style.ts';

export type Element = ReactElement;
type Styles = keyof typeof style;
type Style = (typeof style)[Styles] & { readonly fontFamily?: string };

/** A run of text in one of the document's styles. */
export function text(content: string, name: Styles = 'paragraph'): Element {
  return fontRuns(content, style[name]);
}

/** The only function that puts text on a page. Other fonts supply missing characters. */
function fontRuns(content: string, own: Style = {}): Element {
  const others = fontsFor(content);
  const { fontFamily = style.page.fontFamily } = own;
  const weight = fontFamily.endsWith('-Bold') ? 700 : 400;
  const mixed = { ...own, fontFamily: [fontFamily, ...others], fontWeight: weight };
  return createElement(Text, { style: others.length === 0 ? own : mixed }, printable(content));
}

type BoxStyle = ComponentProps<typeof View>['style'];

export function block(own: BoxStyle, ...parts: readonly ReactNode[]): Element {
  return createElement(View, { style: own ?? {} }, ...parts);
}

/** A block that stays on one page. */
export function unbroken(own: BoxStyle, ...parts: readonly ReactNode[]): Element {
  return createElement(View, { style: own ?? {}, wrap: false }, ...parts);
}

export function stack(...parts: readonly ReactNode[]): Element {
  return createElement(Fragment, null, ...parts);
}

/** A part of the document with a heading and an outline entry. */
export function section(title: string, ...parts: readonly ReactNode[]): Element {
  // The types of react-pdf lack `bookmark`.
  const heading: ComponentProps<typeof View> & { readonly bookmark: string } = {
    style: style.section,
    bookmark: title,
    // Keeps a heading on the page of its text: a first child of another block would not move, nor what may be split.
    wrap: false,
    minPresenceAhead: 90,
  };
  return stack(createElement(View, heading, text(title, 'heading')), ...parts);
}

export function subheading(title: string): Element {
  return createElement(View, { minPresenceAhead: 40 }, text(title, 'subheading'));
}

export function box(...parts: readonly ReactNode[]): Element {
  return unbroken(style.box, ...parts);
}

export interface Column {
  readonly title: string;
  /** Share of the width. */
  readonly width: number;
  readonly number?: true;
}

export type Cell = string | Element;

/** A table that repeats its head on each page and keeps rows on one page. */
export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Element {
  const cellsOf = (cells: readonly Cell[]) =>
    cells.map((cell, at) => cellOf(cell, columns[at], at));
  const head = cellsOf(columns.map(({ title }) => title));
  return block(
    style.table,
    createElement(View, { style: style.headRow, fixed: true }, ...head),
    ...rows.map((cells) => unbroken(style.row, ...cellsOf(cells))),
  );
}

function cellOf(cell: Cell, column: Column | undefined, key: number): Element {
  const base = column?.number === true ? style.numberCell : style.cell;
  const content = typeof cell === 'string' ? fontRuns(cell) : cell;
  return createElement(View, { key, style: [base, { width: `${column?.width ?? 0}%` }] }, content);
}

/** Names and values in two columns. */
export function facts(pairs: readonly (readonly [name: string, value: Cell])[]): Element {
  const rows = pairs.map(([name, value]) =>
    unbroken(
      style.row,
      cellOf(text(name, 'quiet'), { title: '', width: 28 }, 0),
      cellOf(value, { title: '', width: 72 }, 1),
    ),
  );
  return block({}, ...rows);
}

/**
 * The name of a level after a small square, filled by level, or a dash for no level. It shows
 * levels without color.
 */
export function coverageGauge(filled: 0 | 0.5 | 1 | 'none', name: string): Element {
  const side = 6.5;
  const frame = filled === 'none' ? { borderBottomWidth: 0.75 } : { borderWidth: 0.75 };
  const height = filled === 'none' ? side / 2 : side;
  const width = filled === 'none' ? 0 : (side - 1.5) * filled;
  const inner = block({ width, height: height - 1.5, backgroundColor: ink.text });
  const outer = { width: side, height, marginRight: 5, ...frame, borderColor: ink.text };
  const row = { flexDirection: 'row', alignItems: 'center' } as const;
  return block(row, block(outer, inner), createElement(Text, null, name));
}

/** Hex in groups of eight digits, `perLine` groups per line, for comparison by eye. */
export function grouped(hex: string, perLine = 8): string {
  const groups = hex.match(/.{1,8}/g) ?? [];
  const lines: string[] = [];
  for (let at = 0; at < groups.length; at += perLine) {
    lines.push(groups.slice(at, at + perLine).join(' '));
  }
  return lines.join('\n');
}
