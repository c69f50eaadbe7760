import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import PdfDocument from 'pdfkit';

/** What the containers hold: the number of an invented person. */
const said = 'Adela Quennell, telephone 202-555-0143, record number 44829136. ';

async function pdf(compress: boolean): Promise<Buffer> {
  const options = {
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    displayTitle: false,
    // The id in the trailer is made from it.
    info: { CreationDate: new Date(0) },
    compress,
  } as const;
  const document = new PdfDocument(options).addPage({ size: [300, 300], margin: 20 });
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
  });
  document.text(said, 20, 20, { lineBreak: false, baseline: 'alphabetic' });
  document.end();
  return whole;
}

const zip = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([at, text]) => [at, strToU8(text)]))),
  );

/** A tape archive with one file: names, sizes and zeros around its bytes. */
function tar(text: string): Buffer {
  const head = Buffer.alloc(512);
  head.write('letter.txt');
  head.write(text.length.toString(8).padStart(11, '0'), 124);
  head.write('ustar\u000000', 257, 'latin1');
  const body = Buffer.alloc(Math.ceil(text.length / 512) * 512);
  body.write(text);
  return Buffer.concat([head, body, Buffer.alloc(1024)]);
}

/** Bytes of a format of which the mark, at an offset, is all that this service knows. */
const marked = (mark: string, offset = 0): Buffer =>
  Buffer.concat([Buffer.alloc(offset), Buffer.from(mark, 'latin1'), Buffer.from(said, 'utf16le')]);

/** A plain PDF that holds no sign but ASCII, as some programs write it. */
const plainPdf = Buffer.from(
  `%PDF-1.4\n1 0 obj\n<< /Length 99 >>\nstream\nBT [<${Buffer.from(said).toString('hex')}>] TJ ET\nendstream\nendobj\n%%EOF\n`,
);

/** Files that hold a value and that nothing here opens, by what they are. */
export const containers: Readonly<Record<string, Buffer>> = {
  'a PDF': await pdf(true),
  'a PDF whose text is not packed': await pdf(false),
  'a PDF in ASCII': plainPdf,
  'a zip file': zip({ 'letter.txt': said.repeat(9) }),
  'a small zip file': zip({ a: '1' }),
  'a document of Word': zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': said }),
  'a sheet of Excel': zip({ '[Content_Types].xml': '<Types/>', 'xl/sharedStrings.xml': said }),
  'an older document of Office': marked('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'),
  'a tape archive': tar(said),
  'a packed tape archive': gzipSync(tar(said)),
  'a packed PDF': gzipSync(plainPdf),
  'a 7z archive': marked('7z\u00bc\u00af\u0027\u001c'),
  'a RAR archive': marked('Rar!\u001a\u0007\u0001\u0000'),
  'an xz archive': marked('\u00fd7zXZ\u0000'),
  'a bzip2 archive': marked('BZh91AY&SY'),
  'a zstd archive': marked('\u0028\u00b5\u002f\u00fd'),
  'a PNG picture': marked('\u0089PNG\r\n\u001a\n'),
  'a JPEG picture': marked('\u00ff\u00d8\u00ff\u00e0'),
  'a GIF picture': marked('GIF89a'),
  'a TIFF picture': marked('II*\u0000'),
  'a WebP picture or WAV sound': marked('RIFF\u0010\u0000\u0000\u0000WEBP'),
  'a picture of a telephone': marked('ftypheic', 4),
  'an MP3 sound': marked('ID3\u0004'),
  'an Ogg sound': marked('OggS'),
  'a DICOM picture': marked('DICM', 128),
  'a SQLite database': marked('SQLite format 3\u0000'),
};

const uuSign = (six: number): string => String.fromCharCode(six === 0 ? 96 : 32 + six);

/** Bytes as uuencode(1) writes them. */
export function uuencoded(bytes: Buffer): string {
  const lines = Array.from({ length: Math.ceil(bytes.length / 45) }, (_, at) => {
    const line = bytes.subarray(at * 45, (at + 1) * 45);
    const padded = Buffer.concat([line, Buffer.alloc((3 - (line.length % 3)) % 3)]);
    const bits = [...padded].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    const signs = (bits.match(/.{6}/g) ?? []).map((six) => uuSign(Number.parseInt(six, 2)));
    return `${uuSign(line.length)}${signs.join('')}`;
  });
  return `begin 644 letter.bin\n${lines.join('\n')}\n\`\nend\n`;
}
