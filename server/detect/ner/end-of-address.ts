import { numberWord } from '../vocabulary/value-words.ts';
import type { Word } from './word-features.ts';

const unit =
  /^(?:unit|apartment|apt|suite|ste|lot|trailer|floor|building|apartamento|depto|departamento|piso|interior)$/i;
const joiner = /^(?:[,.#]|number|número|numero|no|is|it's|its|es)$/i;
const value = /^(?:\p{N}{1,5}\p{L}?|\p{L})$/u;
const mostJoiners = 2;
const mostValues = 3;

/** Where an address that the model found up to `end` really ends: its unit is part of it ("342 south kenmore @unit five@"). */
export function endOfAddress(words: readonly Word[], end: number): number {
  let at = words.findIndex((word) => word.start >= end);
  if (at < 0) return end;
  const skip = (most: number, accepts: (text: string) => boolean): number => {
    const from = at;
    while (at - from < most && accepts(words[at]?.text ?? '')) at += 1;
    return at - from;
  };
  skip(1, (text) => text === ',');
  if (skip(1, (text) => unit.test(text)) === 0) return end;
  skip(mostJoiners, (text) => joiner.test(text));
  const values = skip(mostValues, (text) => value.test(text) || numberWord.test(text));
  return values === 0 ? end : (words[at - 1]?.end ?? end);
}
