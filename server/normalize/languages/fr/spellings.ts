import { withoutAccents } from '../language.ts';

const plain = (phrase: string): string =>
  phrase.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('œ', 'oe');

/**
 * A map by French words as callers' recognisers write them, with all accents and with none. Words as short as "à", "où"
 * and "ça" keep theirs, because "a", "ou" and "ca" are other words.
 */
export function inAllSpellings<T>(pairs: Iterable<readonly [string, T]>): Map<string, T> {
  const written = Array.from(pairs, ([phrase, meaning]): [string, T] => [
    withoutAccents(phrase),
    meaning,
  ]);
  const bare = written.map(([phrase, meaning]): [string, T] => [plain(phrase), meaning]);
  return new Map([...bare.filter(([phrase]) => phrase.length > 2), ...written]);
}
