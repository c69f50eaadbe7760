/**
 * One look at a text that says which patterns cannot match it. A text is read as symbols: a letter of ASCII in either
 * case, a digit, white space, a few signs, and one symbol for all other characters. Each pattern is read once for
 * sets of short rows of symbols: where it matches, the text has a row of each set. Otherwise it need not run.
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

/** The number of the row of `size` symbols at a place of a string. */
function rowOf(symbols: string, at: number, size: number): number {
  let value = 0;
  for (let place = at; place < at + size; place += 1)
    value = value * symbolCount + symbols.charCodeAt(place);
  return value + (size === 3 ? 0 : size === 2 ? pairsFrom : singlesFrom);
}

/** A text that was read for its rows. */
class Scan {
  text = '';
  /** A row stands in the text if its stamp is that of the last reading. */
  readonly #stamps = new Uint32Array(rowCount);
  #stamp = 0;

  read(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.#stamp += 1;
    const stamps = this.#stamps;
    const stamp = this.#stamp;
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

  hasOneOf(rows: Uint16Array): boolean {
    const stamps = this.#stamps;
    const stamp = this.#stamp;
    for (let at = 0; at < rows.length; at += 1)
      if (stamps[rows[at] as number] === stamp) return true;
    return false;
  }
}

const [searched, asked] = [new Scan(), new Scan()];

/** Patterns read for one text: all of them at once would hold up the first turn of a service. */
const mostPatternsRead = 8;
let patternsRead = 0;

/** Reads a text, and the question before it, for `mayMatch`. An empty text makes it forget the last one. */
export function preScan(text: string, question = ''): void {
  searched.read(text);
  asked.read(question);
  patternsRead = 0;
}

const needs = new WeakMap<RegExp, readonly Uint16Array[] | null>();

/**
 * False when a pattern cannot match the whole text; true in doubt, for any text that was not scanned, and while the
 * pattern has not been read.
 */
export function mayMatch(text: string, pattern: RegExp): boolean {
  const scan = text === searched.text ? searched : asked;
  if (text !== scan.text || text === '') return true;
  const sets = needs.get(pattern) ?? newNeedsOf(pattern);
  if (sets === null) return true;
  for (let at = 0; at < sets.length; at += 1)
    if (!scan.hasOneOf(sets[at] as Uint16Array)) return false;
  return true;
}

/** What a pattern needs, from the first time that a text has a reading left for it. */
function newNeedsOf(pattern: RegExp): readonly Uint16Array[] | null {
  if (pattern.unicodeSets || needs.has(pattern) || patternsRead === mostPatternsRead) return null;
  patternsRead += 1;
  const sets = rowsNeeded(pattern.source);
  needs.set(pattern, sets);
  return sets;
}

/**
 * Sets of rows, the rarest first: every text that a pattern matches has a row of each. Null when there are none to
 * tell.
 */
export function rowsNeeded(source: string): readonly Uint16Array[] | null {
  // Signs of two code units.
  if (/[\ud800-\udfff]|\\u\{[\da-f]{5,}\}/.test(source)) return null;
  try {
    const reader = new PatternReader(source);
    const sets = needsOf(reader.alternatives());
    if (!reader.isAtEnd || sets.length === 0) return null;
    return sets.map((rows) => Uint16Array.from(rows.keys()));
  } catch (error) {
    if (error instanceof NotUnderstood) return null;
    throw error;
  }
}

const mostRows = 128;
const mostNeeds = 4;
const mostStrings = 256;
const longestString = 32;

/** A pattern that this reader does not understand is always run. */
class NotUnderstood extends Error {}

/** Rows of which a text has one at least, with how often English has each, roughly. */
type Need = ReadonlyMap<number, number>;

/** What a part of a pattern matches. */
interface Part {
  /** These strings of symbols and no others; undefined for more than can be listed. */
  readonly strings: readonly string[] | undefined;
  /** With one of these a match begins, and with one of those it ends, where `strings` are undefined. */
  readonly heads: readonly string[];
  readonly tails: readonly string[];
  /** A text with a match meets each of these, besides what the strings need. */
  readonly needs: readonly Need[];
}

const anyEnd = [''];
const stringsPart = (strings: readonly string[], needs: readonly Need[] = []): Part => ({
  strings,
  heads: strings,
  tails: strings,
  needs,
});
const nothing = stringsPart(anyEnd);
const anything: Part = { strings: undefined, heads: anyEnd, tails: anyEnd, needs: [] };

/** Per thousand characters of English, roughly, by symbol. */
const frequency = [
  20, 65, 12, 22, 34, 102, 18, 16, 49, 56, 1, 6, 32, 19, 54, 60, 15, 1, 48, 51, 73, 22, 8, 19, 1,
  16, 1, 20, 180, 1, 5, 10,
].map((count) => count / 1000);

/** Where a string has its rarest row, of those that lie outside of `taken`; -1 for none. */
function rarestAt(costs: readonly number[], taken = -rowSize, size = rowSize): number {
  let rarest = -1;
  for (const [at, cost] of costs.entries())
    if (Math.abs(at - taken) >= size && cost < (costs[rarest] ?? Infinity)) rarest = at;
  return rarest;
}

const rowSize = 3;

/** What a text needs that has one of these strings: of each string one of its two rarest rows, which do not overlap. */
function needsOfAny(strings: readonly string[]): readonly Need[] {
  if (strings.includes('')) return [];
  const [first, second] = [new Map<number, number>(), new Map<number, number>()];
  let hasSecond = false;
  for (const string of strings) {
    const size = Math.min(rowSize, string.length);
    const costs = costsOf(string, size);
    const at = rarestAt(costs);
    const apart = rarestAt(costs, at, size);
    hasSecond ||= apart >= 0;
    const row = rowOf(string, at, size);
    first.set(row, costs[at] as number);
    if (apart < 0) second.set(row, costs[at] as number);
    else second.set(rowOf(string, apart, size), costs[apart] as number);
  }
  return hasSecond ? [first, second] : [first];
}

/** How often English has each row of a string, roughly. */
function costsOf(string: string, size: number): readonly number[] {
  const costs: number[] = [];
  for (let at = 0; at + size <= string.length; at += 1) {
    let cost = 1;
    for (let place = at; place < at + size; place += 1)
      cost *= frequency[string.charCodeAt(place)] ?? 1;
    costs.push(cost);
  }
  return costs;
}

const needsOf = ({ strings, needs }: Part): readonly Need[] =>
  rarest([...needs, ...(strings === undefined ? [] : needsOfAny(strings))]);

/** The needs that rule out most. */
const rarest = (needs: readonly Need[]): readonly Need[] =>
  needs
    .filter(({ size }) => size <= mostRows)
    .sort((a, b) => costOf(a) - costOf(b))
    .slice(0, mostNeeds);

function costOf(need: Need): number {
  let sum = 0;
  for (const cost of need.values()) sum += cost;
  return sum;
}

const either = (lists: readonly (readonly string[])[]): readonly string[] => {
  const all = [...new Set(lists.flat())];
  return all.length <= mostStrings ? all : anyEnd;
};

function eitherOf(parts: readonly Part[]): Part {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const isListed = parts.every((part) => part.strings !== undefined);
  const strings = isListed ? either(parts.map((part) => part.strings ?? [])) : anyEnd;
  if (isListed && strings !== anyEnd) return stringsPart(strings);
  return {
    strings: undefined,
    heads: either(parts.map(({ heads }) => heads)),
    tails: either(parts.map(({ tails }) => tails)),
    needs: eitherNeeds(parts.map(needsOf)),
  };
}

/** Any of the lists is met: a need of each makes one. */
function eitherNeeds(lists: readonly (readonly Need[])[]): readonly Need[] {
  if (lists.some(({ length }) => length === 0)) return [];
  const most = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: most }, (_, at) => {
    const all = new Map<number, number>();
    for (const needs of lists)
      for (const [row, cost] of (needs[at] ?? needs[0]) as Need) all.set(row, cost);
    return all;
  });
}

/** Parts one behind the other. */
function inRow(parts: readonly Part[]): Part {
  const needs: Need[] = [];
  let heads: readonly string[] | undefined;
  let open: readonly string[] = anyEnd;
  const close = (): void => {
    heads ??= open;
    needs.push(...needsOfAny(open));
  };
  for (const part of parts) {
    needs.push(...part.needs);
    const joined = joinedStrings(open, part.heads);
    if (joined === undefined) {
      close();
      open = part.heads;
    } else open = joined;
    if (part.strings !== undefined) continue;
    close();
    open = part.tails;
  }
  if (heads === undefined) return stringsPart(open, rarest(needs));
  return { strings: undefined, heads, tails: open, needs: rarest([...needs, ...needsOfAny(open)]) };
}

function joinedStrings(
  heads: readonly string[],
  tails: readonly string[],
): readonly string[] | undefined {
  if (heads === anyEnd) return tails;
  if (heads.length * tails.length > mostStrings) return undefined;
  const joined = new Set<string>();
  for (const head of heads) for (const tail of tails) joined.add(head + tail);
  for (const { length } of joined) if (length > longestString) return undefined;
  return [...joined];
}

function repeated(part: Part, least: number, most: number): Part {
  if (least === 0) return most === 1 ? eitherOf([part, nothing]) : anything;
  const copies = inRow(Array.from({ length: Math.min(least, 3) }, () => part));
  return least === most && least <= 3 ? copies : inRow([copies, anything, copies]);
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
    const looks = this.#match(/\(\?<?[=!]/y)?.[0];
    if (looks !== undefined) {
      const seen = this.#inBrackets();
      // It stands in the text, though not in the match.
      return looks.endsWith('=') ? stringsPart(anyEnd, needsOf(seen)) : nothing;
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

const bySymbol = Array.from({ length: symbolCount }, (_, symbol) =>
  stringsPart([String.fromCharCode(symbol)]),
);

function stringsOf(found: ReadonlySet<number>): Part {
  const strings: string[] = [];
  for (const symbol of found) {
    const part = bySymbol[symbol] as Part;
    if (found.size === 1) return part;
    strings.push(...part.heads);
  }
  return stringsPart(strings);
}
