import { isContainer } from '../domain/json-limits.ts';

/** A piece of JSON that keeps its source text (ECMAScript, JSON.parse source text access). */
export interface RawJson {
  readonly rawJSON: string;
}

interface SourceJson extends JSON {
  rawJSON(text: string): RawJson;
  isRawJSON(value: unknown): value is RawJson;
}

const json = JSON as SourceJson;

export const isRawJson = (value: unknown): value is RawJson => json.isRawJSON(value);

/**
 * Reads JSON and keeps how its numbers are written: 20 digits, which no number holds, and `1.50` become
 * `RawJson`. Throws as `JSON.parse` does; the JSON must not nest deeply.
 */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && context.source !== String(value)
      ? json.rawJSON(context.source)
      : value,
  );
}

export type Container = Record<string | number, unknown>;

/** Replaced names of fields, by object. */
export type MemberNames = Map<object, Map<string, string>>;

/**
 * A field name given by a program; any other name may be something that somebody said. A name with five
 * digits may be somebody's number, such as that of a record.
 */
export const programName = /^(?!(?:\D*\d){5})[A-Za-z_$][\w$.-]{0,63}$/;

/**
 * The name of a field as text to search: single underscores become blanks between its words and numbers.
 * `written` turns the masked text into a name again.
 */
export function nameAsWords(name: string): { text: string; written: (masked: string) => string } {
  if (name.includes(' ')) return { text: name, written: (masked) => masked };
  return {
    text: name.replace(/(?<!_)_(?!_)/g, ' '),
    written: (masked) => masked.replaceAll(' ', '_'),
  };
}

/** Replaces the name of a field of `holder` by `to`. */
export function rename(names: MemberNames, holder: object, name: string, to: string): void {
  const own = names.get(holder) ?? new Map<string, string>();
  names.set(holder, own.set(name, to));
}

/** Writes JSON with replaced names; two fields that get the same name both stay. */
export function writeJson(value: unknown, names: MemberNames): string {
  if (names.size === 0 || !isBranch(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item, names)).join(',')}]`;
  const own = names.get(value);
  const members = Object.entries(value).flatMap(([name, item]) =>
    item === undefined
      ? []
      : [`${JSON.stringify(own?.get(name) ?? name)}:${writeJson(item, names)}`],
  );
  return `{${members.join(',')}}`;
}

/** Whether a value of JSON contains others. */
export function isBranch(value: unknown): value is Container {
  return isContainer(value) && !isRawJson(value) && !(value instanceof DeferredText);
}

/** A text made of pieces. It is joined once, with the request, because thousands of pieces may change. */
export class DeferredText {
  readonly #pieces: readonly (() => string)[];

  constructor(pieces: readonly (() => string)[]) {
    this.#pieces = pieces;
  }

  toString(): string {
    return this.#pieces.map((write) => write()).join('');
  }

  toJSON(): string {
    return this.toString();
  }
}
