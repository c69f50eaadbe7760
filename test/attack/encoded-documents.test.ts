import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateRawSync,
  inflateRawSync,
} from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { squeezed } from '../support/decoded-texts.ts';
import { type MemoryProxy, memoryProxy } from '../support/memory-proxy.ts';
import { forwardedWithResult } from '../support/tool-result.ts';

let proxy: MemoryProxy;
beforeAll(async () => {
  proxy = await memoryProxy();
});

/** What the provider gets of a tool's result. */
async function sentFor(content: string): Promise<string> {
  return JSON.parse(await forwardedWithResult(proxy, content)).messages[1].content;
}

interface Encoding {
  readonly encode: (said: string) => string;
  /** What a reader of the encoding reads in a text. */
  readonly decode: (text: string) => string;
}

const stretch = /[A-Za-z0-9+/]{16,}={0,2}/g;
const inBase64 = (
  pack: (said: string) => Buffer,
  unpack: (bytes: Buffer) => string,
  around: (packed: string) => string = (packed) => packed,
): Encoding => ({
  encode: (said) => around(pack(said).toString('base64')),
  decode: (text) =>
    (text.match(stretch) ?? []).map((found) => unpack(Buffer.from(found, 'base64'))).join(' '),
});
const utf16 = (said: string): Buffer => Buffer.from(said, 'utf16le');
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
const or = (unpack: (bytes: Buffer) => Buffer) => (bytes: Buffer) => {
  try {
    return unpack(bytes).toString();
  } catch {
    return '';
  }
};
const attachment = (data: string): string =>
  JSON.stringify({ resourceType: 'Binary', contentType: 'text/plain', data });
const quoted = (text: string, plain: RegExp): string =>
  [...Buffer.from(text)]
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      return plain.test(sign) ? sign : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
const unquoted = (text: string): string =>
  text
    .replace(/=\r?\n|\?=\s+=\?[\w-]+\?Q\?/g, '')
    .replace(/_/g, ' ')
    .replace(/=([\dA-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
const hexOf = (said: string, sign: string): string =>
  Buffer.from(said).toString('hex').match(/../g)?.join(sign) ?? '';

const encodings: Readonly<Record<string, Encoding>> = {
  'UTF-16 in base64': inBase64(utf16, (bytes) => bytes.toString('utf16le')),
  'UTF-16 with its mark, in an attachment': inBase64(
    (said) => utf16(`\uFEFF${said}`),
    (bytes) => bytes.toString('utf16le'),
    attachment,
  ),
  'UTF-16 of the other order': inBase64(
    (said) => swapped(utf16(said)),
    (bytes) => (bytes.length % 2 === 0 ? swapped(bytes).toString('utf16le') : ''),
  ),
  'Latin-1 in base64': inBase64(
    (said) => Buffer.from(`Señora Muñoz dice: ${said} hoy`, 'latin1'),
    (bytes) => bytes.toString('latin1'),
  ),
  'raw deflate in base64': inBase64(deflateRawSync, or(inflateRawSync)),
  'brotli in base64': inBase64(brotliCompressSync, or(brotliDecompressSync), attachment),
  'bytes in hexadecimal with colons': {
    encode: (said) => `payload ${hexOf(said, ':')} end`,
    decode: (text) =>
      (text.match(/(?:[\da-f]{2}:){7,}[\da-f]{2}/g) ?? [])
        .map((found) => Buffer.from(found.replaceAll(':', ''), 'hex').toString())
        .join(' '),
  },
  'a list of bytes': {
    encode: (said) => JSON.stringify([...Buffer.from(said)]),
    decode: (text) => Buffer.from(JSON.parse(text)).toString(),
  },
  'a buffer as Node writes it': {
    encode: (said) => JSON.stringify({ body: Buffer.from(said) }),
    decode: (text) => Buffer.from(JSON.parse(text).body.data).toString(),
  },
  'an encoded word of mail': {
    encode: (said) =>
      `Subject: =?UTF-8?Q?${quoted(said, /[\w]/).replaceAll('=20', '_')}?=\r\n\r\nHello`,
    decode: unquoted,
  },
  'folded encoded words of mail': {
    encode: (said) => {
      const words = said.split(' ').map((word) => quoted(`${word} `, /\w/));
      return `Subject: ${words.map((word) => `=?ISO-8859-1?Q?${word}?=`).join('\r\n ')}\r\n\r\nHello`;
    },
    decode: unquoted,
  },
  'a quoted-printable body': {
    encode: (said) =>
      `Content-Transfer-Encoding: quoted-printable\r\n\r\n${quoted(said, /[\w .:,]/)}`,
    decode: unquoted,
  },
  'octal escapes': {
    encode: (said) =>
      said.replace(/[\d@-]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`),
    decode: (text) =>
      text.replace(/\\([01][0-7]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8))),
  },
  'escapes of CSS': {
    encode: (said) => said.replace(/[\d@-]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `),
    decode: (text) =>
      text.replace(/\\([\da-f]{2,6}) ?/g, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
  },
};

const sentences: readonly (readonly [said: string, value: string])[] = [
  ['call me at 202-555-0143 today', '2025550143'],
  ['my social security number is 536-48-1442', '536481442'],
  ['medical record number 44829136 is mine', '44829136'],
  ['write to zed.quill@example.com now', 'zedquillexamplecom'],
];

describe('no value leaves in an encoding of documents and mails (decision 0136)', () => {
  const rows = Object.entries(encodings).flatMap(([name, { encode, decode }]) =>
    sentences.map(([said, value]) => [name, value, encode(said), decode] as const),
  );
  it.each(rows)('%s: %s', async (_, value, content, decode) => {
    expect(squeezed(decode(content))).toContain(value);
    const sent = await sentFor(content);
    expect(squeezed(`${sent} ${decode(sent)}`)).not.toContain(value);
  });

  it.each(Object.entries(encodings))(
    '%s without a value leaves as it came',
    async (_, { encode }) => {
      const content = encode('the office is open from nine to five');
      expect(await sentFor(content)).toBe(content);
    },
  );
});
