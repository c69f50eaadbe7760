/** A text that stands in another as base64. */
export interface Base64Text {
  readonly text: string;
  /** Base64 in the same alphabet, padded as it was. */
  readonly encode: (text: string) => string;
}

const form = /^[A-Za-z0-9+/_-]{16,}={0,2}$/;
/** What no written text holds, and what bytes that are none become. */
const unprintable = /[^\P{C}\p{Cf}\n\r\t]|\uFFFD/u;

/** What a text says that is base64 or base64url of printable UTF-8; undefined when it is not. */
export function base64Text(written: string): Base64Text | undefined {
  if (!form.test(written)) return undefined;
  const alphabet = /[-_]/.test(written) ? 'base64url' : 'base64';
  const isPadded = written.length % 4 === 0;
  const encode = (text: string): string => {
    const bare = Buffer.from(text).toString(alphabet).replace(/=+$/, '');
    return isPadded ? bare.padEnd(Math.ceil(bare.length / 4) * 4, '=') : bare;
  };
  const text = Buffer.from(written, alphabet).toString();
  return unprintable.test(text) || encode(text) !== written ? undefined : { text, encode };
}
