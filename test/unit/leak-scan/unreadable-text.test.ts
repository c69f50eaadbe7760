import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { countUnreadable } from '../../../server/leak-scan/unreadable-text.ts';
import { containers, uuencoded } from '../../support/containers.ts';
import { finished } from '../../support/finished.ts';

const count = (content: string): number =>
  finished(countUnreadable({ messages: [{ role: 'tool', content }] }));
const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64');
const inLines = (text: string, size: number): string =>
  (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join('\r\n');
const hex = (bytes: Buffer): string => bytes.toString('hex');
const mail = (bytes: Buffer): string =>
  `Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n${inLines(base64(bytes), 76)}\r\n--end--\r\n`;

/** How a file stands in a text or in the leaf of a document. */
const writings: Readonly<Record<string, (bytes: Buffer) => string>> = {
  'alone in base64': base64,
  'in base64url': (bytes) => bytes.toString('base64url'),
  'in a sentence': (bytes) => `here is your file: ${base64(bytes)} as you asked`,
  'in a data: URL': (bytes) => `<a href="data:application/x;base64,${base64(bytes)}">file</a>`,
  'in a leaf of JSON': (bytes) => JSON.stringify({ resourceType: 'Binary', data: base64(bytes) }),
  'in JSON inside JSON': (bytes) =>
    JSON.stringify({ body: JSON.stringify({ file: base64(bytes).replaceAll('/', '\\/') }) }),
  'in a field of HL7': (bytes) => `OBX|1|ED|PDF^Report||^application^x^Base64^${base64(bytes)}||F`,
  'in the lines of a mail': mail,
  'in a mail inside JSON': (bytes) => JSON.stringify({ mail: mail(bytes) }),
  'in a mail that is base64 itself': (bytes) => base64(mail(bytes)),
  'in a packed text': (bytes) => base64(gzipSync(JSON.stringify({ data: base64(bytes) }))),
  'in hexadecimal': hex,
  'in hexadecimal with colons': (bytes) => (hex(bytes).match(/../g) ?? []).join(':'),
  'as a list of bytes': (bytes) => JSON.stringify({ type: 'Buffer', data: [...bytes] }),
  'as uuencoded lines': uuencoded,
  'as uuencoded lines inside JSON': (bytes) => JSON.stringify({ text: uuencoded(bytes) }),
};

describe('a file that nothing here opens counts as unreadable (decision 0137)', () => {
  const rows = Object.entries(writings).flatMap(([how, write]) =>
    Object.entries(containers).map(([what, bytes]) => [what, how, write(bytes)] as const),
  );
  it.each(rows)('%s, %s', (_what, _how, text) => {
    expect(count(text)).toBe(1);
  });

  it('a PDF packed by brotli, which has no mark', () => {
    expect(count(base64(brotliCompressSync(containers['a PDF in ASCII'] ?? '')))).toBe(1);
  });
});

const said = 'the office is open from nine to five on all days but sunday, and closed in may';

describe('what can be read, or is no file, does not count', () => {
  it.each([
    ['base64 of a text', base64(said)],
    ['base64 of a packed text in lines', inLines(base64(gzipSync(said.repeat(9))), 76)],
    ['base64 of base64 of a text', base64(base64(said))],
    ['a text in hexadecimal', Buffer.from(said).toString('hex')],
    ['two texts in base64 side by side', `${base64(said)} ${base64(`${said}s`)}`],
    ['a hash', `sha512-${'0123456789abcdef'.repeat(8)}`],
    ['a list of numbers', JSON.stringify(Array.from({ length: 300 }, (_, at) => at % 101))],
    ['a talk of files', 'please begin 644 letters, and send the PDF or a ZIP with ID3 tags'],
    ['names of files', 'RIFF.wav GIF89a.gif %PDF PK.zip Rar!.rar OggS.ogg'],
    ['a long line', `${'='.repeat(90)} ${'_'.repeat(90)} ${'-'.repeat(90)}`],
  ])('%s', (_what, text) => {
    expect(count(text)).toBe(0);
  });
});
