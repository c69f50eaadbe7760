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
