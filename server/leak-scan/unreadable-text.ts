import { unpackText } from '../shared/packed-text.ts';
import { leavesOf } from './egress-text.ts';

/** From 64 characters on: names, keys of records and hashes are shorter. */
const shortest = 64;
const stretch = /(?<![A-Za-z0-9+/_.-])[A-Za-z0-9+/_-]{64,}={0,2}/g;
const unprintable = /[^\P{C}\p{Cf}\n\r\t]|\uFFFD/u;

/**
 * How many stretches of base64 in an outbound body say nothing that this service could read: pictures, encrypted or
 * foreign data. The scan cannot vouch for them. Leaves out what `before` has at the same place. Steps end with each text.
 */
export function* countUnreadable(root: unknown, before?: unknown): Generator<undefined, number> {
  let count = 0;
  for (const text of leavesOf(root, before)) {
    if (text.length < shortest) continue;
    for (const [found] of text.matchAll(stretch))
      if (looksEncoded(found) && !saysSomething(found)) count += 1;
    yield undefined;
  }
  return count;
}

/** Base64 of bytes has letters of both cases and digits in the shares of chance; paths and names have not. */
function looksEncoded(found: string): boolean {
  const share = (signs: RegExp): number => (found.match(signs)?.length ?? 0) / found.length;
  return (
    share(/[A-Z]/g) > 0.2 && share(/[a-z]/g) > 0.2 && share(/\d/g) > 0.05 && share(/[+/_-]/g) < 0.08
  );
}

function saysSomething(found: string): boolean {
  const bytes = Buffer.from(found, 'base64');
  return !unprintable.test(unpackText(bytes)?.text ?? bytes.toString());
}
