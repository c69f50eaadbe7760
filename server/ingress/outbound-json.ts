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

export type Container = Record<string | number, unknown>;

const lexemes = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]|[^\s",:[\]{}]+/g;
/** Lexemes between pauses (design D43). */
const lexemesAtOnce = 512;

/**
 * Reads valid JSON as `JSON.parse` does and keeps how its numbers are written: 20 digits, which no number holds,
 * and `1.50` become `RawJson`. Pauses often, which a reviver cannot.
 */
export function* readExact(text: string): Generator<undefined, unknown> {
  const root: Container = {};
  const open: Member[] = [{ holder: root, name: 'value' }];
  let count = 0;
  for (const [lexeme] of text.matchAll(lexemes)) {
    count += 1;
    if (count % lexemesAtOnce === 0) yield undefined;
    takeLexeme(open, lexeme);
  }
  return root['value'];
}

/** An object or array that is being read, and the name of its next member once it is read. */
interface Member {
  readonly holder: Container;
  name: string | undefined;
}

function takeLexeme(open: Member[], lexeme: string): void {
  const member = open.at(-1);
  if (member === undefined) return;
  const { holder, name } = member;
  if (lexeme === '}' || lexeme === ']') open.pop();
  else if (name === undefined && !Array.isArray(holder)) member.name = String(JSON.parse(lexeme));
  else {
    const value = startOf(lexeme);
    addMember(holder, name, value);
    member.name = undefined;
    if (isBranch(value)) open.push({ holder: value, name: undefined });
  }
}

/** The value that a lexeme is; of one with others in it, the empty one. */
function startOf(lexeme: string): unknown {
  if (lexeme === '{') return {};
  if (lexeme === '[') return [];
  const value: unknown = JSON.parse(lexeme);
  const isExact = typeof value !== 'number' || String(value) === lexeme;
  return isExact ? value : json.rawJSON(lexeme);
}

function addMember(holder: Container, name: string | undefined, value: unknown): void {
  if (Array.isArray(holder)) holder.push(value);
  else if (name === '__proto__')
    Object.defineProperty(holder, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  else if (name !== undefined) holder[name] = value;
}

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

/** A text that is written once, with the request, because thousands of pieces of it may change. */
export class DeferredText {
  readonly #write: () => string;

  constructor(write: () => string) {
    this.#write = write;
  }

  toString(): string {
    return this.#write();
  }

  toJSON(): string {
    return this.#write();
  }
}
