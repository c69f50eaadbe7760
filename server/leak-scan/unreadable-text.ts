import { readBytes } from '../shared/packed-text.ts';
import { leavesOf } from './egress-text.ts';

/** From 64 characters on: names, keys of records and hashes are shorter. */
const shortest = 64;
const stretch =
  /(?<![A-Za-z0-9+/_.-])(?:[A-Za-z0-9+/_-]{64,}|(?:JVBERi|UEsDB|iVBORw|\/9j\/|R0lGOD|0M8R4K)[A-Za-z0-9+/_-]{6,})={0,2}/g;

/** A token amid encoded data, in place of what looked like a value. */
const token = /TOK1\.[A-Z_]{1,32}\.[A-Z\d_]{1,64}\.[\dA-Z]{20}/g;

/**
 * How many stretches of base64 in an outbound body say nothing that this service could read: pictures, encrypted or
 * foreign data. The scan cannot vouch for them. Leaves out what `before` has at the same place. Steps end with each text.
 */
export function* countUnreadable(root: unknown, before?: unknown): Generator<undefined, number> {
  let count = 0;
  for (const text of leavesOf(root, before)) {
    if (text.length < shortest) continue;
    for (const [found] of text.replace(token, ' ').matchAll(stretch))
      if ((looksEncoded(found) || documents.test(found)) && !saysSomething(found)) count += 1;
    yield undefined;
  }
  return count;
}

/**
 * How PDF, ZIP and what is made of it, pictures and older files of Office begin in base64. A token may follow soon.
 */
const documents = /^(?:JVBERi|UEsDB|iVBORw|\/9j\/|R0lGOD|0M8R4K)/;

/** Base64 of bytes has letters of both cases and digits in the shares of chance; paths and names have not. */
function looksEncoded(found: string): boolean {
  const share = (signs: RegExp): number => (found.match(signs)?.length ?? 0) / found.length;
  return (
    share(/[A-Z]/g) > 0.2 && share(/[a-z]/g) > 0.2 && share(/\d/g) > 0.05 && share(/[+/_-]/g) < 0.08
  );
}

function saysSomething(found: string): boolean {
  return readBytes(Buffer.from(found, 'base64')) !== undefined;
}
