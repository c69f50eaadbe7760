import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  inflateRawSync,
  unzipSync,
} from 'node:zlib';

/** A text in bytes. */
export interface PackedText {
  readonly text: string;
  /** Writes another text in the same way. */
  readonly pack: (text: string) => Buffer;
}

type Reader = (bytes: Buffer) => PackedText | undefined;

/** Characters that one packed text may unpack to: it takes a few milliseconds at most. */
const mostUnpacked = 262_144;
/** Fewest bytes that are unpacked without a mark of their format, or read as another set of characters. */
const fewestBytes = 12;

/** How gzip and zlib begin (RFC 1952, RFC 1950). */
const gzipStart = 0x1f8b;
const zlibStarts: readonly number[] = [0x7801, 0x785e, 0x789c, 0x78da];

/** Characters of no written text, and the mark of bytes that are not UTF-8. */
const unprintable = /[^\P{C}\p{Cf}\n\r\t]|\uFFFD/u;

/** Whether a text has signs that nobody writes. */
export const isWritten = (text: string): boolean => !unprintable.test(text);

const gzipOrZlib: Reader = (bytes) => {
  const start = bytes.length < 2 ? 0 : bytes.readUInt16BE();
  if (start !== gzipStart && !zlibStarts.includes(start)) return undefined;
  const text = unzipSync(bytes, { maxOutputLength: mostUnpacked }).toString();
  return { text, pack: start === gzipStart ? gzipSync : deflateSync };
};

const utf8: Reader = (bytes) => ({ text: bytes.toString(), pack: (text) => Buffer.from(text) });

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

/** UTF-16 of either order, as Windows writes it: with its mark, or with a zero in most pairs. */
const utf16: Reader = (bytes) => {
  if (bytes.length % 2 !== 0 || bytes.length < fewestBytes) return undefined;
  const zeros = (from: number) => bytes.filter((byte, at) => at % 2 === from && byte === 0).length;
  const isBig = zeros(0) > zeros(1);
  if (Math.max(zeros(0), zeros(1)) < bytes.length / 4) return undefined;
  const text = (isBig ? swapped(bytes) : bytes).toString('utf16le');
  const pack = (masked: string) => Buffer.from(masked, 'utf16le');
  return { text, pack: isBig ? (masked) => swapped(pack(masked)) : pack };
};

const ofWords = /[a-z\d \u00C0-\u00FF]/gi;

/** Latin-1 in words, with a few letters that have accents: any bytes would be some text in it. */
const latin1: Reader = (bytes) => {
  const text = bytes.toString('latin1');
  const isSaid = bytes.length >= 2 * fewestBytes && text.includes(' ');
  const accents = bytes.filter((byte) => byte >= 0xa0).length;
  if (!isSaid || accents > bytes.length / 6) return undefined;
  if ((text.match(ofWords)?.length ?? 0) < 0.8 * text.length) return undefined;
  return { text, pack: (masked) => Buffer.from(masked.normalize('NFC'), 'latin1') };
};

/** Compression without a mark: anything but such a stream fails. */
const rawDeflate: Reader = (bytes) => {
  if (bytes.length < fewestBytes) return undefined;
  const text = inflateRawSync(bytes, { maxOutputLength: mostUnpacked }).toString();
  return { text, pack: (masked) => deflateRawSync(masked) };
};
const brotli: Reader = (bytes) => {
  if (bytes.length < fewestBytes) return undefined;
  const text = brotliDecompressSync(bytes, { maxOutputLength: mostUnpacked }).toString();
  return { text, pack: (masked) => brotliCompressSync(masked) };
};

const readers: readonly Reader[] = [gzipOrZlib, utf8, utf16, latin1, rawDeflate, brotli];
/** Shortest text that compression without a mark must hold to count. */
const shortest = 8;

/** The text in these bytes: written in UTF-8, UTF-16 or Latin-1, or packed; undefined for other bytes, or too much. */
export function readBytes(bytes: Buffer): PackedText | undefined {
  for (const read of readers) {
    const found = orUndefined(() => read(bytes));
    if (found === undefined || !isWritten(found.text)) continue;
    if (read === utf8 || found.text.length >= shortest) return found;
  }
  return undefined;
}

function orUndefined<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
