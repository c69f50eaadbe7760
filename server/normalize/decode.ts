import type { Shadow } from '../domain/detection.ts';

/**
 * Escapes of links, of HTML and of JSON that is cut off or stands in other JSON, the joint of a program's
 * word and a number, invisible characters, and full-width forms of ASCII.
 */
const escaped =
  /(?:%[0-9a-f]{2}){1,64}|\\{1,16}(?:u[0-9a-f]{4}|["/bfnrt])|(?<=[a-z]{2})_(?=\d{0,3}[-.\\%&])|(?<=phone|mobile|cell|tel|fax|ssn|mrn|acct|account)_(?=\d)|&(?:#\d{1,6}|#x[0-9a-f]{1,5}|[a-z]{2,6});|[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|[\uFF01-\uFF5E]/gi;

const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/;

const named: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', commat: '@' }),
  ...Object.entries({ period: '.', comma: ',', hyphen: '-', dash: '-', ndash: '-', mdash: '-' }),
  ...Object.entries({ num: '#', plus: '+', colon: ':', lpar: '(', rpar: ')', lowbar: '_' }),
]);

/**
 * A text with its escapes read, those that come out of others included (`%2540`), each character mapped to
 * those it stands for; undefined when it has none.
 */
export function decoded(text: string, levels = 3): Shadow | undefined {
  const once = decodedOnce(text);
  if (once === undefined || once.text === text || levels === 1) return once;
  const again = decoded(once.text, levels - 1);
  return again === undefined ? once : through(again, once);
}

/** What was made of the text of `below`, mapped to what that was made of. */
export function through({ text, starts, ends }: Shadow, below: Shadow): Shadow {
  return {
    text,
    starts: starts.map((start) => below.starts[start] ?? 0),
    ends: ends.map((end) => below.ends[end - 1] ?? 0),
  };
}

function decodedOnce(text: string): Shadow | undefined {
  const matches = [...text.matchAll(escaped)];
  if (matches.length === 0) return undefined;
  const parts: string[] = [];
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let size = 0;
  let cursor = 0;
  const keep = (to: number): void => {
    parts.push(text.slice(cursor, to));
    for (; cursor < to; cursor += 1, size += 1) {
      starts[size] = cursor;
      ends[size] = cursor + 1;
    }
  };
  for (const { index, 0: found } of matches) {
    const plain = plainOf(found);
    if (plain === undefined) continue;
    keep(index);
    parts.push(plain);
    cursor = index + found.length;
    starts.fill(index, size, size + plain.length);
    ends.fill(cursor, size, size + plain.length);
    size += plain.length;
  }
  keep(text.length);
  return { text: parts.join(''), starts: starts.slice(0, size), ends: ends.slice(0, size) };
}

/** What an escape stands for, never longer than itself; undefined when it is none after all. */
function plainOf(found: string): string | undefined {
  if (found === '_') return ' ';
  if (found.startsWith('%')) return percentDecoded(found);
  if (found.startsWith('&')) return entityDecoded(found.slice(1, -1).toLowerCase());
  return found.startsWith('\\') ? jsonDecoded(found) : signOf(found.charCodeAt(0));
}

/** However often it was escaped. */
function jsonDecoded(found: string): string {
  const [, code, sign = ''] = /^\\+(?:u(.{4})|(.))$/i.exec(found) ?? [];
  if (code !== undefined) return signOf(Number.parseInt(code, 16));
  return /["/]/.test(sign) ? sign : ' ';
}

/** A character as it is searched: in ASCII where it has a form there, empty where it is invisible. */
function signOf(code: number): string {
  const sign = String.fromCharCode(code);
  if (code > 0xff00 && code < 0xff5f) return String.fromCharCode(code - 0xfee0);
  return invisible.test(sign) ? '' : sign;
}

function percentDecoded(found: string): string | undefined {
  try {
    return decodeURIComponent(found);
  } catch {
    return undefined;
  }
}

function entityDecoded(name: string): string | undefined {
  if (!name.startsWith('#')) return named.get(name);
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isText =
    code === 0xa0 || (code > 0x1f && code < 0xd800) || (code > 0xdfff && code < 0x10000);
  return isText ? signOf(code) : undefined;
}
