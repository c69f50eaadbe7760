import { deflateSync, gzipSync, unzipSync } from 'node:zlib';

/** A text that gzip or zlib packed. */
export interface PackedText {
  readonly text: string;
  /** Packs another text in the same way. */
  readonly pack: (text: string) => Buffer;
}

/** Characters that one packed text may unpack to: it takes a few milliseconds at most. */
const mostUnpacked = 262_144;

/** How gzip and zlib begin (RFC 1952, RFC 1950). */
const gzipStart = 0x1f8b;
const zlibStarts: readonly number[] = [0x7801, 0x785e, 0x789c, 0x78da];

/** What gzip or zlib packed into these bytes; undefined for other bytes, and for more than may be unpacked. */
export function unpackText(bytes: Buffer): PackedText | undefined {
  const start = bytes.length < 2 ? 0 : bytes.readUInt16BE();
  if (start !== gzipStart && !zlibStarts.includes(start)) return undefined;
  try {
    const text = unzipSync(bytes, { maxOutputLength: mostUnpacked }).toString();
    return { text, pack: start === gzipStart ? gzipSync : deflateSync };
  } catch {
    return undefined;
  }
}
