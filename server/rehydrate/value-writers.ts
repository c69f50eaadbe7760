/**
 * Writes values into one text of a reply. It observes the rest of the text in order, because the text
 * before a value may decide how the value is escaped.
 */
export interface ValueWriter {
  observe(text: string): void;
  write(surface: string): string;
}

/** Writes values unchanged. */
export function textWriter(): ValueWriter {
  return { observe: () => undefined, write: (surface) => surface };
}

/** Far deeper than any tool nests its arguments; each level doubles the backslashes. */
const maxEscapes = 6;

/**
 * Writes values inside JSON text, such as a tool call's arguments (design D17). It escapes a value once
 * for each JSON string around it, because arguments may hold JSON as a string.
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

/** A quote with its backslashes, backslashes, or other text without blanks. */
const marks = /(\\*)(")|\\+|[^\s"\\]+/g;

/**
 * Tracks the JSON strings that are open at the end of a text, each inside the one before. The number of
 * its backslashes says which string a quote begins or ends. A string opens inside another only if that
 * one begins like JSON: in `"say \"hi\""` the inner quotes are prose.
 */
function openStrings() {
  /** For each open string, whether it holds JSON; undefined while it is empty. */
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
    /** A value stands here, which is not part of the observed text. */
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

/** The depth of the string that a quote begins or ends: 0, 1, 2, 3 for 0, 1, 3, 7 backslashes. */
function levelOf(backslashes: number): number {
  let level = 0;
  for (let left = backslashes; left % 2 === 1; left = (left - 1) / 2) level += 1;
  return level;
}
