import type { Span } from '../../domain/detection.ts';
import { cities, countries, provinces, states } from './gazetteer.ts';
import { asciiLower } from './words.ts';

export type PlaceType = 'state' | 'country' | 'city';

export interface Place {
  readonly span: Span;
  readonly name: string;
  readonly type: PlaceType;
}

const types = new Map<string, PlaceType>([
  ...cities.map((name): [string, PlaceType] => [name, 'city']),
  ...countries.map((name): [string, PlaceType] => [name, 'country']),
  ...[...states.keys(), ...provinces.keys()].map((name): [string, PlaceType] => [name, 'state']),
]);

/** Names by their first word, longest first. */
const byFirstWord = new Map<string, string[]>();
for (const name of [...types.keys()].sort((a, b) => b.length - a.length)) {
  const first = /^[a-z]+/.exec(name)?.[0] ?? name;
  byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), name]);
}

const words = /[a-z]{2,24}/g;
const wordHere = /[a-z]{2,24}/y;

/** The known place whose name starts at `at`, the longest one; `lower` is the lower-cased text. */
export function placeAt(lower: string, at: number): Place | undefined {
  wordHere.lastIndex = at;
  const first = wordHere.exec(lower)?.[0] ?? '';
  for (const name of byFirstWord.get(first) ?? []) {
    const end = at + name.length;
    if (!lower.startsWith(name, at) || /[\p{L}\d]/u.test(lower[end] ?? '')) continue;
    return { span: [at, end], name, type: types.get(name) ?? 'city' };
  }
  return undefined;
}

/** Known places of a text, left to right. */
export function places(text: string): readonly Place[] {
  const lower = asciiLower(text);
  const found: Place[] = [];
  let end = 0;
  for (const { index, 0: first } of lower.matchAll(words)) {
    if (index < end || !byFirstWord.has(first) || /[\p{L}\d@.'-]/u.test(lower[index - 1] ?? ''))
      continue;
    const place = placeAt(lower, index);
    if (place === undefined) continue;
    found.push(place);
    end = place.span[1];
  }
  return found;
}
