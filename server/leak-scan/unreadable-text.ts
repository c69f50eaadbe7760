import { isWritten, readBytes } from '../shared/packed-text.ts';
import { leavesOf, unescaped } from './egress-text.ts';

/** Characters of the shortest text in which a file can stand. */
const shortest = 16;
/** Base64 without the mark of a file counts from here on: names, keys of records and hashes are shorter. */
const shortestUnmarked = 64;
/** Bytes at the beginning of a file that tell what it is. */
const headBytes = 512;
/** Encodings inside each other; what is deeper counts as unreadable. */
const mostLevels = 8;

/** A token amid encoded data, in place of what looked like a value. */
const token = /TOK1\.[A-Z_]{1,32}\.[A-Z\d_]{1,64}\.[\dA-Z]{20}/g;

/**
 * How many files and other stretches of encoded data in an outbound body say nothing that this service could read: PDF,
 * archives, pictures, sounds, encrypted or foreign data. The scan cannot vouch for them. Leaves out what `before` has at
 * the same place. Steps end with each text and each stretch.
 */
export function* countUnreadable(root: unknown, before?: unknown): Generator<undefined, number> {
  let count = 0;
  for (const text of leavesOf(root, before)) {
    if (text.length < shortest) continue;
    count += yield* unreadableIn(unescaped(text.replace(token, ' ')), mostLevels);
    yield undefined;
  }
  return count;
}

function* unreadableIn(text: string, levels: number): Generator<undefined, number> {
  if (levels === 0 || isFile(Buffer.from(text.slice(0, headBytes)))) return 1;
  let count = text.match(uuencoded)?.length ?? 0;
  for (const { bytes, isEncoded } of encodedIn(text)) {
    if (isFile(bytes)) count += 1;
    else if (isEncoded || isGzip(bytes)) {
      const said = readBytes(bytes)?.text;
      count += said === undefined ? 1 : yield* unreadableIn(said, levels - 1);
    }
    yield undefined;
  }
  return count;
}

/** How files begin that nothing here opens: documents, archives, pictures, sounds, films, databases and programs. */
const fileMarks = new RegExp(
  [
    '%PDF-\\d',
    'PK(?:\\x03\\x04|\\x05\\x06|\\x07\\x08)',
    '\\xd0\\xcf\\x11\\xe0',
    '7z\\xbc\\xaf',
    'Rar!\\x1a',
    '\\xfd7zXZ',
    'BZh[1-9]1AY',
    '\\x28\\xb5\\x2f\\xfd',
    '\\x89PNG',
    '\\xff\\xd8\\xff',
    'GIF8[79]a',
    'II\\*\\0|MM\\0\\*',
    'RIFF.{4}(?:WEBP|WAVE|AVI )',
    '.{4}ftyp',
    'ID3[\\x02-\\x04]',
    'OggS|fLaC',
    '.{128}DICM',
    '.{257}ustar',
    'SQLite format 3',
    '\\x7fELF',
  ]
    .map((mark) => `^(?:${mark})`)
    .join('|'),
  's',
);

/** Whether bytes are such a file. A text that begins alike is none; a PDF is, even if all of it is ASCII. */
function isFile(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, headBytes);
  return fileMarks.test(head) && (head.startsWith('%PDF-') || !isWritten(bytes.toString()));
}

const isGzip = (bytes: Buffer): boolean => bytes.length > 2 && bytes.readUInt16BE() === 0x1f8b;

interface EncodedBytes {
  readonly bytes: Buffer;
  /** Whether they are certainly encoded, though they may have no mark. */
  readonly isEncoded: boolean;
}

const base64 = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}/g;
const hexBytes = /(?<![\da-z])[\da-f]{2}([:, -]?)(?:[\da-f]{2}\1){7,}/gi;
const byteList = /(?<!\d)(?:\d{1,3}\s*,\s*){7,}\d{1,3}/g;
/** The frame of uuencode, and what follows it: signs without small letters. */
const uuencoded = /(?<![\w-])begin [0-7]{3,4} \S+\s[\s!-`]{12}/g;

/** Base64 in lines, as mails have it. */
const lines =
  /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,76}(?:[\r\n ]{1,2}[A-Za-z0-9+/]{40,76}(?![A-Za-z0-9+/]))+/g;
const lineBreak = /[\r\n ]+/;

/** Lines of whole groups of four are joined; others may be texts of their own. */
const withoutLineBreaks = (text: string): string =>
  text.replace(lines, (block) => {
    const all = block.split(lineBreak);
    return all.slice(0, -1).every((line) => line.length % 4 === 0) ? all.join('') : block;
  });

function* encodedIn(text: string): Generator<EncodedBytes> {
  const joined = withoutLineBreaks(text);
  for (const { 0: found, index } of joined.matchAll(base64)) {
    const isLong = found.length >= shortestUnmarked && joined[index - 1] !== '.';
    const bytes = Buffer.from(found, 'base64');
    yield { bytes, isEncoded: isLong && (looksEncoded(found) || isWritten(bytes.toString())) };
  }
  for (const [found, sign = ''] of text.matchAll(hexBytes))
    yield { bytes: Buffer.from(found.replaceAll(sign, ''), 'hex'), isEncoded: false };
  for (const [found] of text.matchAll(byteList))
    yield { bytes: Buffer.from(found.split(',').map(Number)), isEncoded: false };
}

/** Base64 of bytes has letters of both cases and digits in the shares of chance; paths and names have not. */
function looksEncoded(found: string): boolean {
  const share = (signs: RegExp): number => (found.match(signs)?.length ?? 0) / found.length;
  return (
    share(/[A-Z]/g) > 0.2 && share(/[a-z]/g) > 0.2 && share(/\d/g) > 0.05 && share(/[+/_-]/g) < 0.08
  );
}
