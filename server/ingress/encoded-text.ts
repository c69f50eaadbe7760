/** A text that stands in another as base64. */
export interface Base64Text {
  readonly text: string;
  /** Base64 in the same alphabet, padded as it was. */
  readonly encode: (text: string) => string;
}

const form = /^[A-Za-z0-9+/_-]{16,}={0,2}$/;
/** What no written text holds, and what bytes that are none become. */
const unprintable = /[^\P{C}\p{Cf}\n\r\t]|\uFFFD/u;
const lineBreaks = /\r?\n/g;

/**
 * What a text says that is base64 or base64url of printable UTF-8, in one line or in lines of one length
 * as in mails; undefined when it is not.
 */
export function base64Text(written: string): Base64Text | undefined {
  const bare = written.replace(lineBreaks, '');
  if (!form.test(bare)) return undefined;
  const alphabet = /[-_]/.test(bare) ? 'base64url' : 'base64';
  const isPadded = bare.length % 4 === 0;
  const wrap = wrapperAs(written);
  const encode = (text: string): string => {
    const digits = Buffer.from(text).toString(alphabet).replace(/=+$/, '');
    return wrap(isPadded ? digits.padEnd(Math.ceil(digits.length / 4) * 4, '=') : digits);
  };
  const text = Buffer.from(bare, alphabet).toString();
  return unprintable.test(text) || encode(text) !== written ? undefined : { text, encode };
}

/** Writes in lines as long as the first of a text, the last of which ends as the text does. */
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

/** A field of a text that is form data, decoded. */
export interface FormField {
  readonly name: string;
  readonly value: string;
}

/** A text that is form data (`application/x-www-form-urlencoded`). */
export interface FormText {
  readonly fields: readonly FormField[];
  /** The text with these fields in place of its own; what did not change is written as it was. */
  readonly write: (fields: readonly FormField[]) => string;
}

const pair = /^([A-Za-z_][\w.%[\]-]{0,127})=([^\r\n]*)$/;

/** The fields of a text that is form data, such as `id=7&last_name=Lee`; undefined when it is none. */
export function formText(text: string): FormText | undefined {
  if (!text.includes('=')) return undefined;
  const parts = text.split('&').map((part) => pair.exec(part) ?? []);
  if (parts.length === 1 && /\s|=$/.test(text)) return undefined;
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

function fieldOf(name: string | undefined, value: string | undefined): FormField | undefined {
  const decoded = { name: decode(name), value: decode(value) };
  return decoded.name === undefined || decoded.value === undefined
    ? undefined
    : { name: decoded.name, value: decoded.value };
}

/** A plus sign is a blank, but in what was never encoded. */
function decode(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  try {
    return decodeURIComponent(/[\s@]/.test(written) ? written : written.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
