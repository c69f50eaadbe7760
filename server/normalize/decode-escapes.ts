import { allMatches } from '../domain/all-matches.ts';
import type { Shadow } from '../domain/detection.ts';
import { itemAt } from '../domain/item-at.ts';
import { shadowWriter } from './shadow-items.ts';

/** Invisible characters: blanks of no width, selectors of a glyph's form. */
const invisible = /^\p{DI}$/u;
const decimal = /^\p{Nd}$/u;

/** The digit 1 in circles, brackets and discs, before a full stop; the digits to 9 follow each. */
const ones = [0x2460, 0x2474, 0x2488, 0x24f5, 0x2776, 0x2780, 0x278a];
const zeros = new Set([0x24ea, 0x24ff]);

/** The ASCII form of a digit or sign that Unicode writes otherwise; empty for an invisible one, else unchanged. */
export function toAscii(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  // Tags repeat ASCII out of sight, and models read them.
  if (code >= 0xe0020 && code <= 0xe007e) return String.fromCodePoint(code - 0xe0000);
  if (invisible.test(sign)) return '';
  if (zeros.has(code)) return '0';
  const one = ones.find((first) => code >= first && code < first + 9);
  if (one !== undefined) return String(code - one + 1);
  const plain = sign.normalize('NFKC');
  return plain.length <= sign.length && !decimal.test(plain) ? plain : decimalOf(plain);
}

/** The digits of every script come in rows of ten. */
function decimalOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (!decimal.test(sign) || code < 0x80) return sign;
  let first = code;
  while (decimal.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/**
 * Escapes of links, of HTML, of mails, of C and CSS, and of JSON that is cut off or stands in other JSON. The underscore and plus sign
 * between words of at most 20 letters and digits, as in names of files, links and hashtags, and not in base64. Marks that
 * emphasise a number or a part of a word, and Unicode variants of ASCII signs.
 */
const escaped = new RegExp(
  [
    /(?:%[0-9a-f]{2}){1,64}/,
    /=\?[a-z\d-]{2,20}\?q\?[^?\s]{1,120}\?=(?:\s{1,4}=\?[a-z\d-]{2,20}\?q\?[^?\s]{1,120}\?=){0,8}/,
    /(?<=\d)=2[0-9A-F](?=[\d(])|(?<=[a-z\d])=40(?=[a-z\d][\w-]{0,60}\.)/,
    /(?:\\[01][0-7]{2}){2,64}|(?<=[a-z\d])\\(?:100|0{0,4}40 )(?=[a-z\d])/,
    /(?:\\0{0,4}[2-7][0-9a-f] ){2,64}|(?:\\0{4}[2-7][0-9a-f]){2,64}/,
    /(?:\\[\d()+-]){4,64}/,
    /\\{1,16}(?:u[0-9a-f]{4}|u\{[0-9a-f]{1,6}\}|x[2-7][0-9a-f]|["/bfnrt])/,
    /(?<=[a-z]{2})_(?=\d{0,3}[-.\\%&])/,
    /[_+](?<=(?:[a-z]{2}|\d)[_+])(?<![a-z\d]{21}[_+])(?=[a-z]{2}|\d)(?![a-z\d]{21})(?![\w.+-]{0,64}@)/,
    /(?<=[^/][/=])[\p{L}\d]{1,32}(?:[-.][\p{L}\d]{1,32}){1,8}(?=[/&?#\s]|$)/u,
    /(?<![\p{L}\d./=-])[\p{L}\d]{1,32}(?:[-.][\p{L}\d]{1,32}){1,8}(?=\.(?:pdf|jpe?g|png|tiff?|docx?|xlsx?|txt|csv|json|xml|wav|mp3|zip)(?![\p{L}\d]))/u,
    /&(?:#\d{1,6};?|#x[0-9a-f]{1,5};?|[a-z]{2,6};)/,
    /(?<=\d\p{Mn}{0,4})\p{Mn}/u,
    /(?<=[\w@.)-])<\/(?:b|i|s|u|em|mark|small|strong|code|span|font)>[ \t]?<(?:b|i|s|u|em|mark|small|strong|code|span|font)(?:\s[^<>]{0,120})?>(?=[\w@.(-])/,
    /(?<=\d)(?:\*{1,3}|~~|`|<\/(?:b|i|s|u|em|del|ins|mark|small|strong|code|span)>)(?!\d)/,
    /(?<!\d)(?:\*{1,3}|~~|`|<(?:b|i|s|u|em|del|ins|mark|small|strong|code|span|font)(?:\s[^<>]{0,120})?>)(?=\d)/,
    /(?:\*{1,3}|<\/?(?:b|i|s|u|em|del|ins|mark|small|strong|code|span|font|wbr)(?:\s[^<>]{0,120})?\/?>)(?<=[\p{L}@.](?:\*{1,3}|<[^<>]{1,130}>))(?=[\p{L}@.])/u,
    /(?:=C[2-9A-F]|=D[0-9A-F])=[89AB][0-9A-F]|=E[0-9A-F](?:=[89AB][0-9A-F]){2}/,
    /=\r?\n(?<=[^\n]{60}=\r?\n)(?=[\p{L}\p{N}@.=-])/u,
    /(?<=\d)_{1,3}(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}_])_{1,3}(?=[(+]?\d)/u,
    /[0-9]\uFE0F?\u20E3/,
    /[\u2070\u00B9\u00B2\u00B3\u2074-\u2079\u2080-\u2089]{3,64}/,
    /\p{DI}|[\uFF01-\uFF5E\u2460-\u249B\u24EA-\u24FF\u2776-\u2793]|(?![0-9])\p{Nd}/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);

const named: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', commat: '@' }),
  ...Object.entries({ period: '.', comma: ',', hyphen: '-', dash: '-', ndash: '-', mdash: '-' }),
  ...Object.entries({ num: '#', plus: '+', colon: ':', lpar: '(', rpar: ')', lowbar: '_' }),
  ...Object.entries({ shy: '', zwj: '', zwnj: '', szlig: 'ß', oslash: 'ø', aelig: 'æ' }),
]);

/** By the end of an entity's name: `&eacute;`, `&ntilde;`. */
const accents: ReadonlyMap<string, string> = new Map(
  Object.entries({
    acute: '\u0301',
    grave: '\u0300',
    circ: '\u0302',
    tilde: '\u0303',
    uml: '\u0308',
    ring: '\u030A',
    cedil: '\u0327',
  }),
);

/**
 * A text with its escapes read, those that come out of others included (`%2540`), each character mapped to
 * those it stands for; undefined when it has none.
 */
export function decodeEscapes(text: string, levels = 3): Shadow | undefined {
  const once = decodeOnce(text);
  if (once === undefined || once.text === text || levels === 1) return once;
  const again = decodeEscapes(once.text, levels - 1);
  return again === undefined ? once : composeShadows(again, once);
}

/** What was made of the text of `below`, mapped to what that was made of. */
export function composeShadows({ text, starts, ends }: Shadow, below: Shadow): Shadow {
  return {
    text,
    starts: starts.map((start) => itemAt(below.starts, start)),
    ends: ends.map((end) => itemAt(below.ends, end - 1)),
  };
}

/** Every escape has one of these. */
const ofEscape = /[%\\_+&<*~`=/\u0080-\uffff]|[-.]\w+\.\w/;

function decodeOnce(text: string): Shadow | undefined {
  if (!ofEscape.test(text)) return undefined;
  const matches = allMatches(text, escaped);
  if (matches.length === 0) return undefined;
  const shadow = shadowWriter(text, text.length + mostGrowth * matches.length);
  for (const { index, 0: found } of matches) {
    const plain = plainOf(found);
    if (plain === undefined) continue;
    shadow.keep(index);
    shadow.put(plain, index + found.length);
  }
  return shadow.end();
}

/** How many characters an escape becomes longer at most: the sign for 10 in brackets becomes "(10)". */
const mostGrowth = 3;

/** What an escape stands for; undefined when it is none after all. */
function plainOf(found: string): string | undefined {
  if (/^[_+]$/.test(found)) return ' ';
  if (/^[\p{L}\d]+[-.]/u.test(found)) return found.replace(/[-.]/g, ' ');
  if (found.startsWith('%')) return percentDecoded(found);
  if (found.startsWith('&')) return entityDecoded(found.slice(1).replace(';', ''));
  if (found.startsWith('=?')) return wordsDecoded(found);
  if (/^(?:\\[01][0-7]{2})+$/.test(found)) return codesDecoded(found, 8);
  if (/^(?:\\0{0,4}[2-7][0-9a-f] ?)+$/i.test(found)) return codesDecoded(found, 16);
  if (/^\\[\d()+-]/.test(found)) return found.replaceAll('\\', '');
  if (found.startsWith('\\')) return jsonDecoded(found);
  if (/^(?:[*~_`<\p{Mn}]|=\s)/u.test(found)) return '';
  if (found.startsWith('=')) return percentDecoded(found.replaceAll('=', '%'));
  return found.endsWith('\u20e3') ? found.charAt(0) : Array.from(found, toAscii).join('');
}

/** Reads an escape of JSON, however often it was escaped. */
function jsonDecoded(found: string): string {
  const [, point, code, sign = ''] = /^\\+(?:u\{(.{1,6})\}|[ux](.{2,4})|(.))$/i.exec(found) ?? [];
  if (point !== undefined) return characterOf(Number.parseInt(point, 16)) ?? ' ';
  // Half a pair: the other half follows.
  if (code !== undefined) return toAscii(String.fromCharCode(Number.parseInt(code, 16)));
  return /["/]/.test(sign) ? sign : ' ';
}

/** Octal escapes of C and Python (`\\065`), and hexadecimal ones of CSS (`\\35 `). */
function codesDecoded(found: string, base: number): string {
  const codes = found.split('\\').slice(1);
  return String.fromCodePoint(...codes.map((code) => Number.parseInt(code, base)));
}

/** The encoded words of a header of mail (RFC 2047), which may go on in the next line. */
function wordsDecoded(found: string): string | undefined {
  const words = found.split(/\s+/).map((word) => {
    const [, charset = '', , text = ''] = word.split('?');
    const escaped = text.replaceAll('%', '=25').replaceAll('_', ' ').replaceAll('=', '%');
    if (/^utf-8$/i.test(charset)) return percentDecoded(escaped);
    return escaped.replace(/%([\da-f]{2})/gi, (_, code) => codesDecoded(`\\${code}`, 16));
  });
  return words.every((word) => word !== undefined) ? words.join('') : undefined;
}

function percentDecoded(found: string): string | undefined {
  try {
    return decodeURIComponent(found);
  } catch {
    return undefined;
  }
}

function entityDecoded(name: string): string | undefined {
  if (!name.startsWith('#')) {
    const accent = accents.get(name.slice(1));
    return accent === undefined ? named.get(name.toLowerCase()) : `${name[0]}${accent}`.normalize();
  }
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return characterOf(code);
}

/** The ASCII form of a code point that is text. */
function characterOf(code: number): string | undefined {
  const isText = code > 0x1f && code < 0x110000 && (code < 0xd800 || code > 0xdfff);
  return isText ? toAscii(String.fromCodePoint(code)) : undefined;
}
