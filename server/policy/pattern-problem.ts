/** Ways to match and their longest length: the work at one place of a text is at most their product. */
interface Extent {
  /** Different ways through the pattern; a search tries each at most once per place. */
  readonly ways: number;
  /** Shortest and longest match, in characters. */
  readonly least: number;
  readonly most: number;
}

/** Steps at one place of a text: 20,000 characters then take less than 0.1 s (decision 0083). */
const mostSteps = 4_000;

/** Why a pattern is refused, in words. */
class Refused extends Error {}

/**
 * Checks a pattern of a policy: a subset of JavaScript's regular expressions that takes linear time in every
 * text, because nothing repeats without an end (decision 0083). Literals, `.`, `\d`, `\w`, `\s`, `\p{…}`, classes,
 * groups, `|`, `?` and `{m,n}`. Undefined for a good one, else what is wrong with it, without its text.
 */
export function patternProblem(pattern: string): string | undefined {
  try {
    const extent = new PatternReader(pattern).read();
    if (extent.least === 0) return 'matches the empty string';
    if (extent.ways * extent.most > mostSteps)
      return 'could be slow: it can match in too many ways; use fewer choices or smaller numbers';
    // Throws on what the reader above does not look at, such as the names of Unicode classes.
    new RegExp(pattern, 'iu');
    return undefined;
  } catch (error) {
    return error instanceof Refused ? error.message : 'is not a regular expression';
  }
}

const nothing: Extent = { ways: 1, least: 0, most: 0 };
const oneCharacter: Extent = { ways: 1, least: 1, most: 1 };

/** Reads a pattern from left to right. */
class PatternReader {
  #at = 0;
  readonly #pattern: string;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  read(): Extent {
    const extent = this.#choices(0);
    if (this.#at < this.#pattern.length) throw new Refused('closes a group that is not open');
    return extent;
  }

  #choices(depth: number): Extent {
    if (depth > 20) throw new Refused('nests groups too deeply');
    const choices = [this.#sequence(depth)];
    while (this.#take('|')) choices.push(this.#sequence(depth));
    return {
      ways: choices.reduce((sum, { ways }) => sum + ways, 0),
      least: Math.min(...choices.map(({ least }) => least)),
      most: Math.max(...choices.map(({ most }) => most)),
    };
  }

  #sequence(depth: number): Extent {
    let whole = nothing;
    while (this.#at < this.#pattern.length && !/[|)]/.test(this.#next())) {
      const { ways, least, most } = this.#repeated(this.#atom(depth));
      whole = { ways: whole.ways * ways, least: whole.least + least, most: whole.most + most };
    }
    return whole;
  }

  #atom(depth: number): Extent {
    if (this.#take('(')) return this.#group(depth);
    if (this.#take('[')) return this.#class();
    if (this.#take('\\')) return this.#escape();
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    if (/[*+?{]/.test(character)) throw new Refused('repeats nothing');
    if (/[\^$]/.test(character)) throw new Refused(noAnchor);
    this.#at += character.length;
    return oneCharacter;
  }

  #group(depth: number): Extent {
    if (this.#take('?') && !this.#take(':'))
      throw new Refused(
        'only plain groups are allowed: (…) or (?:…); it cannot look ahead or behind',
      );
    const inside = this.#choices(depth + 1);
    if (!this.#take(')')) throw new Refused('leaves a group open');
    return inside;
  }

  #class(): Extent {
    while (this.#at < this.#pattern.length) {
      if (this.#take('\\')) this.#at += 1;
      else if (this.#take(']')) return oneCharacter;
      else this.#at += 1;
    }
    throw new Refused('leaves a class open');
  }

  #escape(): Extent {
    const letter = this.#next();
    this.#at += 1;
    if (/[bB]/.test(letter)) throw new Refused(noAnchor);
    if (/[1-9k]/.test(letter)) throw new Refused('could be slow: it refers back to a group');
    // `\p{L}`, `\u{1F600}`, `\u0041` and `\x41` are one character.
    const code = letter === 'x' ? /[0-9a-f]{2}/iy : /\{[^}]{1,40}\}|[0-9a-f]{4}/iy;
    code.lastIndex = this.#at;
    if (/[pPux]/.test(letter)) this.#at += code.exec(this.#pattern)?.[0].length ?? 0;
    return oneCharacter;
  }

  #repeated(atom: Extent): Extent {
    const counts = this.#counts();
    if (counts === undefined) return atom;
    const [from, to] = counts;
    let ways = 0;
    for (let count = from; count <= to; count += 1) ways += atom.ways ** count;
    if (this.#take('?') || /[*+?{]/.test(this.#next())) throw new Refused('repeats a repetition');
    return { ways, least: atom.least * from, most: atom.most * to };
  }

  /** How often the atom before this place repeats; undefined for once. */
  #counts(): readonly [from: number, to: number] | undefined {
    if (this.#take('?')) return [0, 1];
    if (/[*+]/.test(this.#next())) throw new Refused(endless);
    if (this.#next() !== '{') return undefined;
    const found = /\{(\d{1,3})(?:(,)(\d{0,3}))?\}/y;
    found.lastIndex = this.#at;
    const [text, from = '', comma, to = ''] = found.exec(this.#pattern) ?? [];
    if (text === undefined) throw new Refused('repeats with wrong numbers; write {2} or {2,5}');
    if (comma !== undefined && to === '') throw new Refused(endless);
    this.#at += text.length;
    const counts = [Number(from), Number(comma === undefined ? from : to)] as const;
    if (counts[1] < counts[0]) throw new Refused('repeats with wrong numbers; write {2} or {2,5}');
    return counts;
  }

  #next(): string {
    return this.#pattern.charAt(this.#at);
  }

  #take(sign: string): boolean {
    if (this.#next() !== sign) return false;
    this.#at += 1;
    return true;
  }
}

const noAnchor = 'matches whole words anywhere in a text: leave out ^, $ and \\b';
const endless =
  'could be slow: it repeats without an end; say the most, such as {1,20} in place of +';
