import { type Detection, withScore } from '../domain/detection.ts';
import { digitWord } from './vocabulary/code-names.ts';
import { inLanguages } from './vocabulary/in-languages.ts';

/** Values of digits that a caller may hesitate in. */
const kinds: ReadonlySet<string> = new Set(
  'PHONE FAX SSN MRN ACCOUNT HEALTH_PLAN_ID CREDIT_CARD LICENSE'.split(' '),
);
/** "425 831 uh 0447", "dos cero seis este siete uno nueve". */
const hesitation = /^[\s,.…-]{1,4}(?:(?:uh|um|er|erm|ah|eh|em|mm|hmm|este)[\s,.…-]{1,4}){1,2}$/iu;
/** "9 0 2 2 and then 4 4 1 7"; shorter parts are pieces, which are put together turn by turn. */
const goesOn = new RegExp(
  `^[\\s,.…-]{1,4}(?:${inLanguages('(?:and )?then', ({ said }) => said?.betweenParts)})[\\s,.…-]{1,4}$`,
  'iu',
);
const leastAroundThen = 4;
const anyDigit = new RegExp(`\\d|(?<!\\p{L})${digitWord}(?!\\p{L})`, 'giu');
/** No hesitation is longer. */
const reach = 20;
/** Two telephone numbers side by side stay two. */
const mostDigits = 14;
const telephoneDigits = 10;

/** Values of digits in `found` with nothing but a hesitation or "then" between them, each pair as one value. */
export function acrossHesitations(text: string, found: readonly Detection[]): readonly Detection[] {
  const values = found
    .filter(({ kind }) => kinds.has(kind))
    .toSorted((one, other) => one.start - other.start);
  return values.flatMap((one, at) =>
    nextTo(one, values, at).flatMap((next) => {
      const between = text.slice(one.end, next.start);
      const isLong = (part: Detection): boolean => digitsOf(text, part) >= leastAroundThen;
      const isOne = hesitation.test(between) || (goesOn.test(between) && [one, next].every(isLong));
      if (!isOne) return [];
      const digits = text.slice(one.start, next.end).replace(/\D/g, '').length;
      if (digits > mostDigits) return [];
      const isTelephone = digits === telephoneDigits && [one, next].some(isOfTelephone);
      const kind = isTelephone ? 'PHONE' : one.kind;
      return [withScore({ ...one, kind, end: next.end }, Math.max(one.score, next.score))];
    }),
  );
}

/** Those of the sorted `values` that begin behind the one at `at`, within the reach of a hesitation. */
function nextTo({ end }: Detection, values: readonly Detection[], at: number): Detection[] {
  const next: Detection[] = [];
  for (let index = at + 1; index < values.length; index += 1) {
    const value = values[index];
    if (value === undefined || value.start > end + reach) break;
    if (value.start > end) next.push(value);
  }
  return next;
}

/** How many digits a value has, as digits and in words. */
const digitsOf = (text: string, { start, end }: Detection): number =>
  text.slice(start, end).match(anyDigit)?.length ?? 0;

const isOfTelephone = ({ kind }: Detection): boolean => kind === 'PHONE' || kind === 'FAX';
