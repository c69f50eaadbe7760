/** Longest resource in characters; a longer one is given as ''. */
const maxResource = 1_000_000;

const signs = /["{}[\]]/g;
const stringEnd = /["\\]/g;
/** Depth of the objects in a list of the root object: `{"entry": [{…}]}`. */
const itemDepth = 3;

/**
 * The text of each object in a list of the root object, such as the entries of a FHIR bundle, as the text
 * arrives: a bundle may be larger than memory.
 */
export async function* splitBundle(text: AsyncIterable<string>): AsyncGenerator<string> {
  const split = itemSplitter();
  for await (const chunk of text) yield* split(chunk);
}

/** Gives the items that end in each chunk. */
function itemSplitter(): (chunk: string) => readonly string[] {
  const edgesIn = edgeFinder();
  let item: string | undefined;
  return (chunk) => {
    const items: string[] = [];
    let from = 0;
    for (const { start, end, isBegin } of edgesIn(chunk)) {
      if (isBegin) [item, from] = ['', start];
      else if (item !== undefined) {
        items.push(bounded(item + chunk.slice(from, end)));
        item = undefined;
      }
    }
    item = item === undefined ? undefined : bounded(item + chunk.slice(from));
    return items;
  };
}

/** What is cut is no JSON any more. */
const bounded = (text: string): string => (text.length > maxResource ? '' : text);

/** Where an item begins or ends. */
interface Edge {
  readonly start: number;
  readonly end: number;
  readonly isBegin: boolean;
}

const steps: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };

function edgeFinder(): (chunk: string) => Generator<Edge> {
  let depth = 0;
  let inString = false;
  let at = 0;

  const next = (chunk: string): RegExpExecArray | null => {
    const wanted = inString ? stringEnd : signs;
    wanted.lastIndex = at;
    return wanted.exec(chunk);
  };
  return function* edgesIn(chunk) {
    for (let found = next(chunk); found !== null; found = next(chunk)) {
      const [sign] = found;
      const start = found.index;
      at = start + (sign === '\\' ? 2 : 1);
      inString = inString !== (sign === '"');
      const step = steps[sign] ?? 0;
      const edge = Math.max(depth, depth + step) === itemDepth;
      depth += step;
      if (edge && /[{}]/.test(sign)) yield { start, end: at, isBegin: step === 1 };
    }
    // A backslash at the end escapes the first character of the next chunk.
    at = Math.max(0, at - chunk.length);
  };
}

/** The lines of a text. */
export async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxResource) throw new RangeError('a line is too long');
    yield* lines;
  }
  if (rest !== '') yield rest;
}
