/** Most characters of a text on each side of a value. */
const maxSide = 400;

/** A piece of a text, and where the value stands in it. */
export interface Sentence {
  readonly text: string;
  readonly span: readonly [number, number];
}

/** The sentence that holds [start, end) of a text: up to the ends of sentences or lines on both sides. */
export function sentenceAround(text: string, start: number, end: number): Sentence {
  const before = text.slice(Math.max(0, start - maxSide), start);
  const after = text.slice(end, end + maxSide);
  const breaks = [...before.matchAll(/[.!?]\s|\n/g)];
  const last = breaks.at(-1);
  const from = start - before.length + (last === undefined ? 0 : last.index + last[0].length);
  const stop = /[.!?](?=\s)|\n/.exec(after);
  const to = end + (stop === null ? after.length : stop.index + (stop[0] === '\n' ? 0 : 1));
  return { text: text.slice(from, to), span: [start - from, end - from] };
}
