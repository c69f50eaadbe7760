import { allMatches } from '../../domain/all-matches.ts';
import { type DocumentField, type DocumentReader, fieldAt, inWindows } from './document-field.ts';
import { arePersonal, isPartOf, kindOfField, kindOfName } from './field-names.ts';

/**
 * A name with its value: `last_name='Lee'`, `"dob": "1958-02-20"`, `lastName: "Lee"`, `:ssn=>"…"`, `?city=Ames`. The
 * name may be quoted, and quotation marks may be escaped, as in JSON that stands in other JSON or is cut off.
 */
const named =
  /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{M}\d_.-]{0,47})(\\{0,3}["'`\]]|\))?[ \t]{0,3}(=>|:=|==|=|:|(?<=\s)i?like(?=\s))[ \t]{0,16}(?=\S)/giu;
const quoted = /\\{0,3}(["'`])/y;
/** A date of Python, Java or JavaScript: its digits and the commas between them. */
const calledDate =
  /(?:new\s)?(?:\w{1,20}\.){0,2}(?:date|datetime|LocalDate\.of|Date|Timestamp)\(\s*(\d{4},\s*\d{1,2},\s*\d{1,2})/y;
/** `Decimal('…')`, `ObjectId("…")`, `date '…'`, `E'…'`. */
const wrapped = /(?:[A-Za-z.]{1,24}\(\s{0,2}|(?:date|timestamp|[ENB])\s{0,2})(?=\\{0,3}["'])/iy;
const bare = /(?:[^\s&;,)\]}"'`|<>?#]|(?<=\p{L})'(?=\p{L})){1,80}/uy;
const linesRest = /(?:[^\r\n"'`{}<>|;]|(?<=\p{L})'(?=\p{L})){1,80}(?=[\r\n]|\\[rn]|$)/uy;
const isProgram = /[_a-z][A-Z]|_|^(?:dob|ssn|mrn|zip|email|phone|surname)$/;

/** Names and values of code, queries, settings and links. */
export const readNamedValues: DocumentReader = (text) =>
  /[=:]|\slike\s/i.test(text) ? inWindows(text, namedValues) : [];

function namedValues(text: string): readonly DocumentField[] {
  const matches = allMatches(text, named);
  if (matches.length === 0) return [];
  const holders = holdersOf(text, matches);
  let personal: boolean | undefined;
  const isPersonal = (): boolean => {
    personal ??= arePersonal(matches.map(([, name = '']) => name));
    return personal;
  };
  return matches.flatMap((match, index) => {
    const [all, path = '', quote = '', sign = ''] = match;
    const [name = '', holder = holders[index]] = path.split('.').reverse();
    const at = match.index + all.length;
    const kind = kindOfField(name, { above: holder, isPersonal });
    if (kind === undefined) return [];
    if (/[{[]/.test(text.charAt(at))) return nestedParts(text, matches, index, kind);
    const isCode = quote !== '' || sign !== ':' || isProgram.test(name);
    return valueAt(text, at, kind, {
      isLine: sign === ':' && isFirstOfLine(text, match.index),
      isCode,
    });
  });
}

/** The name of the object around each name: `name` of `family` in `{name: {family: "…"}}`. */
function holdersOf(
  text: string,
  matches: readonly RegExpExecArray[],
): readonly (string | undefined)[] {
  const open: (string | undefined)[] = [];
  let [from, last] = [0, undefined as string | undefined];
  return matches.map(({ index, 0: all, 1: name }) => {
    for (const [bracket] of allMatches(text.slice(from, index), /[{}()]/g)) {
      if (/[{(]/.test(bracket)) open.push(last);
      else open.pop();
      last = undefined;
    }
    [from, last] = [index + all.length, name];
    return open.at(-1);
  });
}

const isFirstOfLine = (text: string, at: number): boolean =>
  /(?:^|[\r\n]|\\[rn])[\s*-]{0,40}$/.test(text.slice(Math.max(0, at - 44), at));

/** The value that begins at `at`. */
function valueAt(
  text: string,
  at: number,
  kind: string,
  { isLine, isCode }: { readonly isLine: boolean; readonly isCode: boolean },
): readonly DocumentField[] {
  const from = endOf(wrapped, text, at);
  const start = endOf(quoted, text, from);
  if (start > from) {
    const end = closing(text, start);
    return end === undefined ? [] : fieldAt(text, start, end, kind, 'named');
  }
  calledDate.lastIndex = at;
  const [date = '', digits = ''] = calledDate.exec(text) ?? [];
  if (date !== '')
    return fieldAt(text, at + date.length - digits.length, at + date.length, kind, 'named');
  const end = isLine ? endOf(linesRest, text, at) : at;
  if (end > at) return fieldAt(text, at, end, kind, 'named');
  if (!isCode) return [];
  return fieldAt(text, at, endOf(bare, text, at), kind, 'named');
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

const longestQuoted = 160;

/** Where the quotation that begins before `start` ends; two marks in a row, and escaped ones, belong to it. */
function closing(text: string, start: number): number | undefined {
  const mark = text.charAt(start - 1);
  const lead = /\\*$/.exec(text.slice(Math.max(0, start - 4), start - 1))?.[0].length ?? 0;
  const most = Math.min(text.length, start + longestQuoted);
  for (let at = start; at < most; at += 1) {
    if (text[at] !== mark) continue;
    const backslashes = /\\*$/.exec(text.slice(start, at))?.[0].length ?? 0;
    if (backslashes > lead) continue;
    const isDoubled = mark === "'" && text[at + 1] === mark && at + 1 < most;
    if (isDoubled) at += 1;
    else return at - backslashes;
  }
  return undefined;
}

const nearParts = 80;
const mostParts = 4;
const partValue = /\\{0,3}["']?([A-Za-z]{3,9}|\d{1,9})(?![\w.])/y;

/** The parts of a value that an object gives in pieces: `'dob': {'y': 1958, 'm': 2, 'd': 20}`. */
function nestedParts(
  text: string,
  matches: readonly RegExpExecArray[],
  index: number,
  kind: string,
): readonly DocumentField[] {
  const from = (matches[index]?.index ?? 0) + (matches[index]?.[0].length ?? 0);
  const close = text.slice(from, from + nearParts).search(/[}\]]/);
  const end = close < 0 ? from + nearParts : from + close;
  const fields: DocumentField[] = [];
  for (const inner of matches.slice(index + 1, index + 1 + mostParts)) {
    if (inner.index > end) break;
    if (kindOfName(inner[1] ?? '') !== undefined) continue;
    partValue.lastIndex = inner.index + inner[0].length;
    const value = partValue.exec(text)?.[1] ?? '';
    if (isPartOf(kind, value)) {
      const start = partValue.lastIndex - value.length;
      fields.push({ start, end: start + value.length, kind, notation: 'named', isPart: true });
    }
  }
  return fields;
}

/** A line that names a value and gives it: `Date of birth: 02/20/1958`. */
const labelled =
  /(?<=^|[\r\n]|\\[rn]|[;|])[ \t>*#-]{0,12}(\p{L}[\p{L}\p{M} /'’.-]{1,40}?)[ \t*]{0,3}[:=][ \t*]{1,8}(?=\S)/gu;
const labelledValue = /[^\r\n;|]{1,80}?(?=[ \t]{3,}|[\r\n;|]|\\[rn]|[ \t]*$)/y;

/** Lines of a form or of a summary, each with a label. */
export const readLabelledLines: DocumentReader = (text) =>
  /\n|\\[rn]|[;|]/.test(text) ? inWindows(text, labelledLines) : [];

function labelledLines(text: string): readonly DocumentField[] {
  return allMatches(text, labelled).flatMap(({ index, 0: all, 1: label = '' }) => {
    const kind = label.includes(' ') ? kindOfName(label) : undefined;
    if (kind === undefined) return [];
    const at = index + all.length;
    return fieldAt(text, at, endOf(labelledValue, text, at), kind, 'named');
  });
}
