import { itemAt } from '../../domain/item-at.ts';

/** Characters that JSON writes as they are. */
const plain = /^[ !#-[\]-~]*$/;

/**
 * The canonical JSON (RFC 8785, JCS) of a journal value: strings, safe integers, and arrays and
 * plain objects of them (design D20). Throws TypeError on anything else, null, fractions, lone
 * surrogates and absent values included, so that every reader hashes the same bytes.
 *
 * The package `canonicalize`, which writes reports and checks this in tests, takes all of JSON. It would need this
 * check too, and takes 1.7 times as long for a record.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return canonicalString(value);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (Array.isArray(value)) return canonicalArray(value);
  if (typeof value === 'object' && isPlain(value)) return canonicalObject(value);
  throw new TypeError('a journal value is a string, a safe integer, an array or a plain object');
}

/**
 * True when `text` is the canonical JSON of `value`, which was parsed from it. Text without escapes
 * whose keys are in order needs no second writer; all else is written out and compared.
 */
export function isCanonical(text: string, value: unknown): boolean {
  if (!text.includes('\\') && isOrdered(value) && JSON.stringify(value) === text) return true;
  try {
    return canonicalJson(value) === text;
  } catch {
    // A value that no record may hold has no canonical form.
    return false;
  }
}

function isOrdered(value: unknown): boolean {
  if (typeof value === 'string') return true;
  if (typeof value !== 'object' || value === null) return Number.isSafeInteger(value);
  if (Array.isArray(value)) return value.every(isOrdered);
  let previous = '';
  for (const key of Object.keys(value)) {
    if (key < previous || !isOrdered((value as Record<string, unknown>)[key])) return false;
    previous = key;
  }
  return true;
}

function canonicalString(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError('a journal string has no lone surrogate');
  return JSON.stringify(text);
}

function canonicalArray(values: readonly unknown[]): string {
  let out = '[';
  for (let at = 0; at < values.length; at++) {
    out += (at === 0 ? '' : ',') + canonicalJson(values[at]);
  }
  return `${out}]`;
}

function canonicalObject(value: Readonly<Record<string, unknown>>): string {
  let out = '{';
  for (const key of sortedKeys(value)) {
    out += `${out.length === 1 ? '' : ','}${canonicalString(key)}:${canonicalJson(value[key])}`;
  }
  return `${out}}`;
}

/** By UTF-16 code units (RFC 8785, 3.2.3). What was read from canonical text is in order already. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  for (let at = 1; at < keys.length; at++) {
    if (itemAt(keys, at - 1) > itemAt(keys, at)) return keys.sort();
  }
  return keys;
}

function isPlain(value: object | null): value is Readonly<Record<string, unknown>> {
  if (value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
