import { type Topic, topicAt } from '../../view/context.ts';
import { dictationsOf, digitsOf, type Numeral } from '../../view/numerals.ts';
import type { Match, View } from '../../view/recognizer.ts';

const areaCode = /\barea code(?:'s| is| was)?[\s:]{1,2}$/i;
const areaCodeBehind = /^,? (?:is|was|for|that's|as) (?:the|my|our|your) area code\b/i;
const endsIn = /\b(?:ends?|ending)(?: (?:in|with))? (?:(?:um|uh) )?$/i;
const periodBefore =
  /\b(?:years?|quarters?|months?|weeks?|periods?|seasons?|terms?|lots?|batch(?:es)?|fiscal|version|expir\w{1,6})\b/i;

/** A number said in parts: "area code 413, then 586, and the last four are 7702". */
export function dictatedTelephones(view: View): readonly (Match & { readonly fax: false })[] {
  return dictationsOf(view).flatMap((parts) => {
    const [first, second] = parts;
    const { length } = digitsOf(parts);
    if (first === undefined || second === undefined || (length !== 7 && length !== 10)) return [];
    const isNamed = parts.some((part) => isAnnounced(topicAt(view, part.start, part.end)));
    const isByArea = [first, second].some((part) => isAreaCode(view.text, part));
    if (!isNamed && !isByArea) return [];
    return parts.map(({ start, end }) => ({
      start,
      end,
      score: 0.55,
      rule: 'parts',
      fax: false as const,
    }));
  });
}

export const isAnnounced = (topic: Topic | undefined): boolean =>
  topic?.kind === 'PHONE' || topic?.kind === 'FAX';

/** "the one that ends in 4432": callers and clinics say it of telephones without naming them. */
export function isEnding(text: string, { start }: Numeral): boolean {
  const lead = text.slice(Math.max(0, start - 48), start);
  return endsIn.test(lead) && !periodBefore.test(lead);
}

/** Three digits that words call an area code. */
export const isAreaCode = (
  text: string,
  { start, end, digits }: Pick<Numeral, 'start' | 'end' | 'digits'>,
): boolean =>
  digits.length === 3 &&
  (areaCode.test(text.slice(Math.max(0, start - 16), start)) ||
    areaCodeBehind.test(text.slice(end, end + 32)));
