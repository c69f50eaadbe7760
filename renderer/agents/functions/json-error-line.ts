/** A token of JSON (RFC 8259) and the blanks after it. */
const token = (source: string): RegExp => new RegExp(`(?:${source})[ \\t\\n\\r]*`, 'y');

const text = String.raw`"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"`;
const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const tokens = {
  blank: token(''),
  string: token(text),
  scalar: token(`${text}|true|false|null|${number}`),
  comma: token(','),
  colon: token(':'),
  '[': token('\\['),
  ']': token('\\]'),
  '{': token('\\{'),
  '}': token('\\}'),
};

/**
 * Line, from 1 on, of the first JSON error; undefined for valid JSON. The error messages of
 * browsers are for people, and not all name a line.
 */
export function jsonErrorLine(json: string): number | undefined {
  let at = 0;
  const take = (name: keyof typeof tokens): boolean => {
    const pattern = tokens[name];
    pattern.lastIndex = at;
    const found = pattern.exec(json);
    at += found?.[0].length ?? 0;
    return found !== null;
  };
  const members = (close: ']' | '}', member: () => boolean): boolean => {
    if (take(close)) return true;
    do {
      if (!member()) return false;
    } while (take('comma'));
    return take(close);
  };
  const value = (): boolean => {
    if (take('[')) return members(']', value);
    if (take('{')) return members('}', () => take('string') && take('colon') && value());
    return take('scalar');
  };
  take('blank');
  return value() && at === json.length ? undefined : lineOf(json, at);
}

/** For an error at the very end, the last line with text. */
function lineOf(text: string, at: number): number {
  const before = at === text.length ? text.trimEnd() : text.slice(0, at);
  return before.split('\n').length;
}
