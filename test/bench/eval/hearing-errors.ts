import { hash } from 'node:crypto';
import type { LabelledRow } from './labelled-row.ts';

/** Letters that speech recognition takes for each other. */
const heardAs: Readonly<Record<string, string>> = {
  a: 'e',
  e: 'i',
  i: 'e',
  o: 'u',
  u: 'o',
  y: 'i',
  b: 'p',
  p: 'b',
  d: 't',
  t: 'd',
  g: 'k',
  k: 'g',
  c: 'k',
  f: 'v',
  v: 'f',
  s: 'z',
  z: 's',
  m: 'n',
  n: 'm',
  l: 'r',
  r: 'l',
  w: 'v',
  j: 'g',
  h: 'j',
  x: 's',
  q: 'k',
};

/**
 * The row with one error of recognition in each labelled name, the same for the same row and name: a letter that
 * is heard for another, a doubled letter or, in a word of five letters or more, a missing one.
 */
export function withHearingErrors(row: LabelledRow): LabelledRow {
  let text = '';
  let copied = 0;
  const sorted = row.spans.toSorted((a, b) => a.start - b.start);
  const spans = sorted.map((span) => {
    text += row.text.slice(copied, span.start);
    const said = row.text.slice(span.start, span.end);
    const start = text.length;
    text += span.kind9 === 'NAME' ? misheard(said, row.id) : said;
    copied = span.end;
    return { ...span, start, end: text.length };
  });
  return { ...row, text: text + row.text.slice(copied), spans };
}

function misheard(name: string, seed: string): string {
  const words = Array.from(name.matchAll(/\p{L}+/gu), ({ 0: word, index }) => ({ word, index }));
  const longest = words.toSorted((a, b) => b.word.length - a.word.length)[0];
  if (longest === undefined) return name;
  const [pick = 0, way = 0] = hash('sha256', `${seed}\0${name}`, 'buffer');
  const { word, index } = words[pick % words.length] ?? longest;
  const within = word.length < 2 ? 0 : 1 + (pick % (word.length - 1));
  const at = index + within;
  const letter = name.charAt(at);
  const other = heardAs[letter.normalize('NFD').charAt(0).toLowerCase()] ?? 'a';
  const ways = word.length < 5 ? [other, letter + letter] : [other, letter + letter, ''];
  return name.slice(0, at) + (ways[way % ways.length] ?? other) + name.slice(at + 1);
}
