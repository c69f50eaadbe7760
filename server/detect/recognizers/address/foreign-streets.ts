import { allMatches } from '../../../domain/all-matches.ts';
import type { Match } from '../../view/recognizer.ts';
import { wordsBefore } from '../../view/text.ts';
import { isAmount } from '../../vocabulary/amounts.ts';
import { functionWords } from '../../vocabulary/words.ts';
import { addressEnd } from './address-end.ts';
import * as streets from './street-patterns.ts';
import { plainEndings, plainLeading, spacedEndings } from './street-patterns.ts';
import {
  type AddressContext,
  cueBefore,
  isCapital,
  isNoStreetName,
  nameWords,
} from './street-veto.ts';

/** Street names of other languages with the type before the name. */
export function leadingStreets({ text, isAsked }: AddressContext): Match[] {
  const found: Match[] = [];
  for (const { index, 0: all, groups } of allMatches(text, streets.leading)) {
    const { type = '', name = '' } = groups ?? {};
    const parts = nameWords(name);
    const own = index + all.length;
    if (isAmount(text, own) || isNoStreetName('', 0, parts)) continue;
    const isLikely = plainLeading.test(type) || isAsked || isCapital(parts.at(-1) ?? '');
    if (isLikely || cueBefore(text, index)) {
      found.push({ start: index, end: addressEnd(text, own), score: 0.7, rule: 'street-foreign' });
    }
  }
  return found;
}

/** Where the name begins whose type `ending` stands at `at`: joined to it, or a word of its own. */
function joinedStart(text: string, at: number, ending: string): number | undefined {
  const [own, previous] = wordsBefore(text, at + ending.length, 2);
  if (own === undefined) return undefined;
  if (own.start < at) return at - own.start >= 3 ? own.start : undefined;
  const isName = previous !== undefined && !functionWords.has(previous.text.toLowerCase());
  return isName && own.gap === '' && spacedEndings.test(ending) ? previous.start : undefined;
}

/** Street names of other languages with the type at the end of the name. */
export function joinedStreets({ text, isAsked }: AddressContext): Match[] {
  return allMatches(text, streets.joined).flatMap(({ index, 0: all, groups }) => {
    const { ending = '' } = groups ?? {};
    const own = index + all.length;
    const start = joinedStart(text, index, ending);
    if (start === undefined || isAmount(text, own)) return [];
    const isLikely =
      plainEndings.test(ending) ||
      isAsked ||
      isCapital(text.slice(start)) ||
      cueBefore(text, start);
    return isLikely
      ? [{ start, end: addressEnd(text, own), score: 0.7, rule: 'street-foreign' }]
      : [];
  });
}
