/**
 * Writes values into one text of a reply. It is told of the rest of the text as that passes, in order,
 * since how a value is to be escaped may depend on what stands before it.
 */
export interface ValueWriter {
  observe(text: string): void;
  write(surface: string): string;
}

/** Values as they are. */
export function textWriter(): ValueWriter {
  return { observe: () => undefined, write: (surface) => surface };
}

/** Far deeper than any tool nests its arguments; each level doubles the backslashes. */
const maxEscapes = 6;

/**
 * Values inside JSON text, such as a tool call's arguments (design D17): escaped once for each JSON
 * string that they stand in, since arguments may hold JSON that is itself a string.
 */
export function jsonWriter(): ValueWriter {
  const strings = openStrings();
  return {
    observe: strings.passed,
    write: (surface) => {
      strings.interrupt();
      const times = Math.min(Math.max(strings.depth(), 1), maxEscapes);
      return Array.from({ length: times }).reduce<string>(escaped, surface);
    },
  };
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** What tells where strings begin and end: a quote with its backslashes, or else what is no blank. */
const marks = /(\\*)(")|\\+|[^\s"\\]+/g;

/**
 * The JSON strings that are open at the end of a text, each within the one before. A quote belongs to
 * the string that its backslashes reach, and opens one within another only where that began as JSON
 * does: in `"say \"hi\""` the inner quotes are prose.
 */
function openStrings() {
  /** For each string that is open, whether it holds JSON; undefined until it has begun. */
  const open: (boolean | undefined)[] = [];
  let backslashes = 0;

  const begin = (json: boolean): void => {
    const innermost = open.length - 1;
    if (innermost >= 0) open[innermost] ??= json;
  };
  const quote = (level: number): void => {
    if (open.length > level) {
      open.length = level;
      return;
    }
    const within = level === 0 || open[level - 1] === true;
    if (open.length === level && within) open.push(undefined);
    else begin(false);
  };

  return {
    depth: () => open.length,
    /** Something stands here that is no part of the text that is told of. */
    interrupt: () => {
      begin(false);
      backslashes = 0;
    },
    passed: (text: string): void => {
      for (const [mark, before, end] of text.matchAll(marks)) {
        if (end !== undefined) {
          quote(levelOf(backslashes + (before?.length ?? 0)));
          backslashes = 0;
        } else if (mark.startsWith('\\')) {
          backslashes += mark.length;
        } else {
          begin(backslashes === 0 && /^[[{]/.test(mark));
          backslashes = 0;
        }
      }
    },
  };
}

/** How deep the string is that a quote with so many backslashes begins or ends: 0, 1, 3, 7, … for 0, 1, 2, 3, … */
function levelOf(backslashes: number): number {
  let level = 0;
  for (let left = backslashes; left % 2 === 1; left = (left - 1) / 2) level += 1;
  return level;
}
