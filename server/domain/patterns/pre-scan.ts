/**
 * One look at a text that says which patterns cannot match it. A text is read as symbols: a letter of ASCII in either
 * case, a digit, white space, a few signs, and one symbol for all other characters. Each pattern is read once for
 * short rows of symbols of which every match has one at least; where a text has none of them, the pattern need not run.
 */

const other = 0;
const digit = 27;
const blank = 28;
/** Signs with a symbol of their own. */
const signs = '@-.';
const symbolCount = 32;

const whiteSpace =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
/** The long s and the sign of kelvin, which `iu` takes for letters of ASCII. */
const [longS, kelvin] = [0x17f, 0x212a];

const symbols = new Uint8Array(65_536);
for (let letter = 1; letter <= 26; letter += 1)
  symbols[letter + 64] = symbols[letter + 96] = letter;
symbols.fill(digit, 48, 58);
for (const char of whiteSpace) symbols[char.charCodeAt(0)] = blank;
for (const [at, sign] of [...signs].entries()) symbols[sign.charCodeAt(0)] = blank + 1 + at;
symbols[longS] = symbols[115] as number;
symbols[kelvin] = symbols[107] as number;

const symbolOf = (code: number): number => symbols[code] as number;

/** Rows of three symbols, of two and of one, as numbers. */
const pairsFrom = symbolCount ** 3;
const singlesFrom = pairsFrom + symbolCount ** 2;
const rowCount = singlesFrom + symbolCount;

const rowOf = (row: readonly number[]): number => {
  const number = row.reduce((sum, symbol) => sum * symbolCount + symbol, 0);
  return number + (row.length === 3 ? 0 : row.length === 2 ? pairsFrom : singlesFrom);
};

/** The text that was scanned last. A row stands in it if its stamp is that of the scan. */
let scanned = '';
let stamp = 0;
const stamps = new Uint32Array(rowCount);

/** Reads a text for `mayMatch`. An empty one lets go of the last. */
export function preScan(text: string): void {
  if (text === scanned) return;
  scanned = text;
  stamp += 1;
  let [before, last] = [-1, -1];
  for (let at = 0; at < text.length; at += 1) {
    const symbol = symbolOf(text.charCodeAt(at));
    stamps[singlesFrom + symbol] = stamp;
    if (last >= 0) stamps[pairsFrom + last * symbolCount + symbol] = stamp;
    if (before >= 0) stamps[(before * symbolCount + last) * symbolCount + symbol] = stamp;
    before = last;
    last = symbol;
  }
}

const needs = new WeakMap<RegExp, Uint16Array | null>();

/** False when a pattern cannot match the whole text; true in doubt, and for any text that is not the scanned one. */
export function mayMatch(text: string, pattern: RegExp): boolean {
  if (text !== scanned || text === '') return true;
  let rows = needs.get(pattern);
  if (rows === undefined) {
    rows = pattern.unicodeSets ? null : rowsNeeded(pattern.source);
    needs.set(pattern, rows);
  }
  if (rows === null) return true;
  for (let at = 0; at < rows.length; at += 1) if (stamps[rows[at] as number] === stamp) return true;
  return false;
}

/** Rows of which every match of a pattern has one at least; null when there are none to tell. */
export function rowsNeeded(source: string): Uint16Array | null {
  // Signs of two code units.
  if (/[\ud800-\udfff]|\\u\{[\da-f]{5,}\}/.test(source)) return null;
  try {
    const reader = new PatternReader(source);
    const need = needOf(reader.alternatives());
    if (!reader.isAtEnd || need === undefined || need.rows.size > mostRows) return null;
    return Uint16Array.from(need.rows);
  } catch (error) {
    if (error instanceof NotUnderstood) return null;
    throw error;
  }
}

const mostRows = 128;
const mostStrings = 256;
const longestString = 32;

/** A pattern that this reader does not understand is always run. */
class NotUnderstood extends Error {}

interface Need {
  readonly rows: ReadonlySet<number>;
  /** How often English has one of the rows, roughly. */
  readonly cost: number;
}

/** What a part of a pattern matches: these strings of symbols and no others, or anything that has what it needs. */
interface Part {
  readonly strings: readonly string[] | undefined;
  readonly need: Need | undefined;
}

const nothing: Part = { strings: [''], need: undefined };
const anything: Part = { strings: undefined, need: undefined };

/** Per thousand characters of English, roughly, by symbol. */
const frequency = [
  20, 65, 12, 22, 34, 102, 18, 16, 49, 56, 1, 6, 32, 19, 54, 60, 15, 1, 48, 51, 73, 22, 8, 19, 1,
  16, 1, 20, 180, 1, 5, 10,
].map((count) => count / 1000);

function cheapestRow(string: string): { row: number; cost: number } {
  const size = Math.min(3, string.length);
  let best = { row: -1, cost: Infinity };
  for (let at = 0; at + size <= string.length; at += 1) {
    const row = Array.from({ length: size }, (_, index) => string.charCodeAt(at + index));
    const cost = row.reduce((product, symbol) => product * (frequency[symbol] ?? 1), 1);
    if (cost < best.cost) best = { row: rowOf(row), cost };
  }
  return best;
}

function needOf({ strings, need }: Part): Need | undefined {
  if (strings === undefined) return need;
  if (strings.includes('')) return undefined;
  const found = strings.map(cheapestRow);
  const costs = new Map(found.map(({ row, cost }) => [row, cost]));
  return { rows: new Set(costs.keys()), cost: sumOf(costs.values()) };
}

const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0);

const cheaper = (a: Need | undefined, b: Need | undefined): Need | undefined =>
  a === undefined || (b !== undefined && b.cost < a.cost) ? b : a;

function eitherOf(parts: readonly Part[]): Part {
  const strings = parts.every((part) => part.strings !== undefined)
    ? [...new Set(parts.flatMap((part) => part.strings ?? []))]
    : undefined;
  if (strings !== undefined && strings.length <= mostStrings) return { strings, need: undefined };
  const all = parts.map(needOf);
  if (!all.every((need) => need !== undefined)) return anything;
  return {
    strings: undefined,
    need: {
      rows: new Set(all.flatMap((need) => [...need.rows])),
      cost: sumOf(all.map((need) => need.cost)),
    },
  };
}

/** Parts one behind the other. */
function inRow(parts: readonly Part[]): Part {
  let open: readonly string[] = [''];
  let best: Need | undefined;
  let isWhole = true;
  const close = (): void => {
    best = cheaper(best, needOf({ strings: open, need: undefined }));
    isWhole = false;
    open = [''];
  };
  for (const { strings, need } of parts) {
    const joined = strings && joinedStrings(open, strings);
    if (joined !== undefined) {
      open = joined;
      continue;
    }
    close();
    if (strings === undefined) best = cheaper(best, need);
    else open = strings;
  }
  if (isWhole) return { strings: open, need: undefined };
  close();
  return { strings: undefined, need: best };
}

function joinedStrings(
  heads: readonly string[],
  tails: readonly string[],
): readonly string[] | undefined {
  if (heads.length * tails.length > mostStrings) return undefined;
  const joined = new Set(heads.flatMap((head) => tails.map((tail) => head + tail)));
  return [...joined].some(({ length }) => length > longestString) ? undefined : [...joined];
}

function repeated(part: Part, least: number, most: number): Part {
  if (least === 0) return most === 1 ? eitherOf([part, nothing]) : anything;
  const copies = inRow(Array.from({ length: Math.min(least, 3) }, () => part));
  return least === most && least <= 3 ? copies : inRow([copies, anything]);
}

const classSize = 6;

/** Reads the syntax of patterns as far as this service writes it. */
class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#source.length;
  }

  alternatives(): Part {
    const parts = [this.#row()];
    while (this.#takes('|')) parts.push(this.#row());
    return eitherOf(parts);
  }

  #takes(text: string): boolean {
    const isNext = this.#source.startsWith(text, this.#at);
    if (isNext) this.#at += text.length;
    return isNext;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match !== null) this.#at += match[0].length;
    return match;
  }

  #row(): Part {
    const parts: Part[] = [];
    while (!this.isAtEnd && !/[|)]/.test(this.#source.charAt(this.#at)))
      parts.push(this.#quantified(this.#atom()));
    return inRow(parts);
  }

  #quantified(part: Part): Part {
    const found = this.#match(/(?:([?*+])|\{(\d+)(,?)(\d*)\})\??/y);
    if (found === null) return part;
    const [, sign, least = '', comma, most = ''] = found;
    if (sign === '?') return repeated(part, 0, 1);
    if (sign !== undefined) return repeated(part, sign === '+' ? 1 : 0, Infinity);
    const upTo = comma === '' ? Number(least) : most === '' ? Infinity : Number(most);
    return repeated(part, Number(least), upTo);
  }

  #atom(): Part {
    if (this.#match(/\(\?(?:<?[=!])/y) !== null) {
      this.#inBrackets();
      return nothing;
    }
    if (this.#match(/\((?:\?:|\?<\w+>|(?!\?))/y) !== null) return this.#inBrackets();
    if (this.#match(/[$^]|\\[bB]/y) !== null) return nothing;
    if (this.#takes('.')) return anything;
    if (this.#takes('[')) return this.#class();
    const found = this.#symbols(/[^()[\]{}*+?|\\^$.]/y);
    return found === undefined ? anything : stringsOf(found);
  }

  #inBrackets(): Part {
    const inside = this.alternatives();
    if (!this.#takes(')')) throw new NotUnderstood();
    return inside;
  }

  #class(): Part {
    const isNegated = this.#takes('^');
    const all = new Set<number>();
    let isOpen = isNegated;
    while (!this.#takes(']')) {
      const from = this.#symbols(/[^\]\\]/y);
      if (from === undefined) isOpen = true;
      else for (const symbol of from) all.add(symbol);
      if (this.#match(/-(?!\])/y) === null) continue;
      // A range: the symbols between are not told apart.
      const range = this.#source.slice(this.#at - 2, this.#at + 1);
      this.#symbols(/[^\]\\]/y);
      if (!/^\d-\d$/.test(range)) isOpen = true;
    }
    return isOpen || all.size > classSize ? anything : stringsOf(all);
  }

  /** The symbols of one character or escape; undefined for too many of them. */
  #symbols(plain: RegExp): ReadonlySet<number> | undefined {
    if (this.isAtEnd) throw new NotUnderstood();
    const char = this.#match(plain)?.[0];
    if (char !== undefined) return new Set([symbolOf(char.charCodeAt(0))]);
    const escaped = this.#match(
      /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|[pP]\{[^}]+\}|k<\w+>|[1-9]|.)/iy,
    );
    if (escaped === null) throw new NotUnderstood();
    const [all, ...codes] = escaped;
    const code = codes.find((one) => one !== undefined);
    if (code !== undefined) return new Set([symbolOf(Number.parseInt(code, 16))]);
    if (all === '\\d') return new Set([digit]);
    if (all === '\\s' || /^\\[nrtfv]$/.test(all)) return new Set([blank]);
    if (/^\\[^\w]$/.test(all)) return new Set([symbolOf(all.charCodeAt(1))]);
    if (all === '\\0') return new Set([other]);
    return undefined;
  }
}

const stringsOf = (found: ReadonlySet<number>): Part => ({
  strings: Array.from(found, (symbol) => String.fromCharCode(symbol)),
  need: undefined,
});
