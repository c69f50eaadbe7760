import type { Detection } from '../../domain/detection.ts';
import { wordAsName } from './told-name.ts';

const widow = /^ (?:viuda|vda\.?) de (?:la |los |las |del )?$/iu;
const shortened = /(?<![\p{L}\p{N}])(?:[Mm]a|Mª|Fco|Fca|Gpe|Jse|Sta|Sto)\.? $/u;

const isWord = ({ id }: Detection): boolean => id === 'word-name';

/** Names as one where their parts were found: "Ma. Luisa Prado viuda de Cano", "paz herrera". */
export function joinedNames(text: string, names: readonly Detection[]): readonly Detection[] {
  const sorted = names.toSorted((a, b) => a.start - b.start);
  return sorted.flatMap((first, index) => {
    const { start, end } = first;
    const before = shortened.exec(text.slice(Math.max(0, start - 8), start))?.[0].length ?? 0;
    const next = sorted[index + 1];
    const goesOn = next !== undefined && isOneName(text, first, next);
    if (before === 0 && !goesOn) return [];
    const joined = wordAsName(start - before, goesOn ? next.end : end);
    const isGiven = goesOn && isWord(first);
    return [isGiven ? { ...joined, parts: [[start, end]] } : joined];
  });
}

/** "viuda de" is part of a name; a name that is a word takes the surname behind it. */
function isOneName(text: string, first: Detection, next: Detection): boolean {
  const between = text.slice(first.end, next.start);
  return (between === ' ' && isWord(first)) || widow.test(between);
}
