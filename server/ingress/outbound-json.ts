import { isContainer } from '../domain/json-limits.ts';

/** A piece of JSON that is written as it was read (ECMAScript, JSON.parse source text access). */
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
 * Reads JSON whose numbers come out as they were written: 20 digits, which no number holds, and `1.50`
 * become `RawJson`. Throws as `JSON.parse` does; what it reads must not nest deeply.
 */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && context.source !== String(value)
      ? json.rawJSON(context.source)
      : value,
  );
}

export type Container = Record<string | number, unknown>;

/** By object: what stands for the names of its fields. */
export type MemberNames = Map<object, Map<string, string>>;

/**
 * What a program calls a field; anything else in its place may be what somebody said. With five digits
 * it may be somebody's number, such as that of a record.
 */
export const programName = /^(?!(?:\D*\d){5})[A-Za-z_$][\w$.-]{0,63}$/;

/**
 * The name of a field as it is searched: single underscores part its words, and its numbers, as blanks
 * do in a sentence. `written` makes a name of it again.
 */
export function nameAsWords(name: string): { text: string; written: (masked: string) => string } {
  if (name.includes(' ')) return { text: name, written: (masked) => masked };
  return {
    text: name.replace(/(?<!_)_(?!_)/g, ' '),
    written: (masked) => masked.replaceAll(' ', '_'),
  };
}

/** Lets `to` stand for the name of a field of `holder`. */
export function rename(names: MemberNames, holder: object, name: string, to: string): void {
  const own = names.get(holder) ?? new Map<string, string>();
  names.set(holder, own.set(name, to));
}

/** JSON with other names for some fields; two that come to be called the same both stay. */
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

/** Whether JSON's value holds others. */
export function isBranch(value: unknown): value is Container {
  return isContainer(value) && !isRawJson(value) && !(value instanceof DeferredText);
}

/** A text put together of pieces; written once, with the request: thousands of them may change. */
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
