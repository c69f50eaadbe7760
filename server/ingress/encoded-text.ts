import { type PackedText, readBytes } from '../shared/packed-text.ts';

/** A text that is encoded as base64. */
export interface Base64Text {
  readonly text: string;
  /** Base64 in the same alphabet, padded as it was. */
  readonly encode: (text: string) => string;
}

const form = /^[A-Za-z0-9+/_-]{10,}={0,2}$/;
/** How a few characters look, and what they say: many words of ten letters are base64 of some signs or other. */
const short = {
  length: 16,
  form: /[a-z\d][A-Z]/,
  says: /^[\p{Script=Latin}\p{Nd}\p{P}\p{S}\p{Zs}]*$/u,
};
const lineBreaks = /\r?\n/g;

/**
 * Decodes base64 or base64url of printable text, also of one that is packed or in another set of characters, in one line
 * or in lines of equal length as in mails; undefined for any other text.
 */
export function base64Text(written: string): Base64Text | undefined {
  const bare = written.replace(lineBreaks, '');
  if (!form.test(bare)) return undefined;
  const alphabet = /[-_]/.test(bare) ? 'base64url' : 'base64';
  const isPadded = bare.length % 4 === 0;
  const wrap = wrapperAs(written);
  const write = (bytes: Buffer): string => {
    const digits = bytes.toString(alphabet).replace(/=+$/, '');
    return wrap(isPadded ? digits.padEnd(Math.ceil(digits.length / 4) * 4, '=') : digits);
  };
  const found = readBytes(Buffer.from(bare, alphabet));
  if (found === undefined) return undefined;
  const { text, pack } = found;
  const encode = (masked: string): string => write(pack(masked));
  if (bare.length < short.length && !(short.form.test(bare) && short.says.test(text)))
    return undefined;
  // What no encoder writes is no base64; packed again, it may have other bytes.
  return write(Buffer.from(bare, alphabet)) === written ? { text, encode } : undefined;
}

/** Base64 that stands among other words: [start, end) of their text. */
export interface Base64Piece extends Base64Text {
  readonly start: number;
  readonly end: number;
  readonly written: string;
}

/** A stretch of base64, such as the payload of a data: URL or of a web token, perhaps in lines as in mails. */
const stretch =
  /(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/]{60,76}\r?\n)*[A-Za-z0-9+/_-]{10,}={0,2}(?![A-Za-z0-9+/_=-])/g;
/** Most pieces of one text: each is written again in all of it. */
export const mostPieces = 512;
/** Most characters that all of them say: packed ones may say more than the request is long. */
export const mostSaid = 4 * 1_048_576;

/**
 * The pieces of base64 in a text that say something; at most one more than a text may hold, and one after they say more
 * than `mostSaid`. Pauses after each (design D43).
 */
export function* base64Pieces(text: string): Generator<undefined, readonly Base64Piece[]> {
  const pieces: Base64Piece[] = [];
  let said = 0;
  for (const { index, 0: written } of text.matchAll(stretch)) {
    const opened = base64Text(written);
    yield undefined;
    if (opened === undefined) continue;
    pieces.push({ ...opened, start: index, end: index + written.length, written });
    said += opened.text.length;
    if (pieces.length > mostPieces || said > mostSaid) return pieces;
  }
  const hex = hexPieces(text);
  return hex.length === 0 ? pieces : [...pieces, ...hex].sort((a, b) => a.start - b.start);
}

/** Bytes in hexadecimal, with a sign between them: `28:35:31`. */
const hexBytes = /(?<![\w:.-])[\da-f]{2}(?:([:, -])[\da-f]{2})(?:\1[\da-f]{2}){6,}(?![\w:.-])/gi;

function hexPieces(text: string): readonly Base64Piece[] {
  return [...text.matchAll(hexBytes)].flatMap(({ index, 0: written, 1: sign = '' }) => {
    const found = readBytes(Buffer.from(written.replaceAll(sign, ''), 'hex'));
    if (found === undefined || !telling.test(found.text)) return [];
    const encode = (masked: string): string =>
      found.pack(masked).toString('hex').match(/../g)?.join(sign) ?? '';
    return [{ ...found, encode, start: index, end: index + written.length, written }];
  });
}

/** The text of a list of bytes, such as `[83, 83, 78]`, if it may say something of a person; undefined for other lists. */
export function bytesText(list: readonly unknown[]): PackedText | undefined {
  if (list.length < fewestBytes || !list.every(isByte)) return undefined;
  const found = readBytes(Buffer.from(list));
  return found !== undefined && telling.test(found.text) ? found : undefined;
}

const fewestBytes = 8;
const isByte = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 256;
const telling = /\d{3}|@|\d-\d|[a-z]{2} [a-z]{2}/i;

/** Wraps lines as the text does: by the length of its first line, and with its last line break. */
function wrapperAs(written: string): (digits: string) => string {
  const [first = '', second = ''] = written.split(lineBreaks, 2);
  const [lineBreak = ''] = written.match(lineBreaks) ?? [];
  const end = lineBreak !== '' && written.endsWith(lineBreak) ? lineBreak : '';
  if (first === '' || second === '') return (digits) => digits + end;
  return (digits) => {
    const count = Math.ceil(digits.length / first.length);
    const lines = Array.from({ length: count }, (_, at) =>
      digits.slice(at * first.length, (at + 1) * first.length),
    );
    return lines.join(lineBreak) + end;
  };
}

/** A decoded field of form data. */
export interface FormField {
  readonly name: string;
  readonly value: string;
}

/** A text that is form data (`application/x-www-form-urlencoded`). */
export interface FormText {
  readonly fields: readonly FormField[];
  /** Writes the text with these fields; unchanged fields keep their bytes. */
  readonly write: (fields: readonly FormField[]) => string;
}

const pair = /^([A-Za-z_][\w.%[\]-]{0,127})=([^\r\n]*)$/;

/** Reads form data, such as `id=7&last_name=Lee`; undefined for any other text. */
export function formText(text: string): FormText | undefined {
  if (!text.includes('=')) return undefined;
  const parts = text.split('&').map((part) => pair.exec(part) ?? []);
  if (parts.length === 1 && (/\s|=$/.test(text) || isBase64(parts[0]?.[1]))) return undefined;
  const fields = parts.map(([, name, value]) => fieldOf(name, value));
  if (!fields.every((field) => field !== undefined)) return undefined;
  const rewrite = (written = '', before = '', after = ''): string => {
    if (before === after) return written;
    return written === before ? after : encodeURIComponent(after).replaceAll('%20', '+');
  };
  const write: FormText['write'] = (masked) =>
    parts
      .map(([, name, value], at) => {
        const [before, after] = [fields[at], masked[at]];
        return `${rewrite(name, before?.name, after?.name)}=${rewrite(value, before?.value, after?.value)}`;
      })
      .join('&');
  return { fields, write };
}

/** The padding of base64 looks like the sign behind a name. */
const isBase64 = (name = ''): boolean => base64Text(name) !== undefined;

function fieldOf(name: string | undefined, value: string | undefined): FormField | undefined {
  const decoded = { name: decode(name), value: decode(value) };
  return decoded.name === undefined || decoded.value === undefined
    ? undefined
    : { name: decoded.name, value: decoded.value };
}

/** A plus sign is a blank, except in text that was never encoded. */
function decode(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  try {
    return decodeURIComponent(/[\s@]/.test(written) ? written : written.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
