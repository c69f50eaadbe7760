import { follows, isFiller, joiners, leads, notNames, wordOf } from './address-words.ts';
import type { ShadowItem } from './shadow-items.ts';

/** Most elements of a spoken local part, and most words of one said without joining words. */
const maxElements = 12;
const maxSpacedWords = 3;

/**
 * The first item of the name said before "at" (item `at`), not going back beyond item `from`;
 * undefined when what stands there is no name. It never takes in the sentence around it: words
 * without a joining word count only from a lead ("my email is john smith at …").
 */
export function readLocalPart(
  text: string,
  items: readonly ShadowItem[],
  at: number,
  from: number,
): number | undefined {
  const last = before(items, at, from);
  if (last === undefined || !follows(text, items, at)) return undefined;
  if (notNames.has(wordOf(items[last])) && !isLoneLetter(items, last) && !isJoined(items, last))
    return undefined;
  let first = last;
  let joinedByWord = false;
  for (let count = 0; count < maxElements; count += 1) {
    const element = elementBefore(text, items, first, from);
    if (element === undefined) break;
    joinedByWord ||= element.joined;
    first = element.at;
  }
  return joinedByWord ? first : withSpacedWords(text, items, first, from);
}

/** The element that belongs to the name before item `first`: joined by a word, or attached to it. */
function elementBefore(
  text: string,
  items: readonly ShadowItem[],
  first: number,
  from: number,
): { readonly at: number; readonly joined: boolean } | undefined {
  const previous = before(items, first, from);
  if (previous === undefined || !follows(text, items, previous + 1)) return undefined;
  const joined = joiners.has(wordOf(items[previous]));
  const at = joined ? beforeJoiners(items, previous, from) : previous;
  if (at === undefined || !follows(text, items, at + 1)) return undefined;
  if (joined) return isLead(items[at]) ? undefined : { at, joined };
  if (!isNamePart(items[at]) || isCapitalRemark(items, at)) return undefined;
  return attaches(items[at], items[first]) ? { at, joined } : undefined;
}

/** The nearest item before `at` that is no hesitation. */
function before(items: readonly ShadowItem[], at: number, from: number): number | undefined {
  let previous = at - 1;
  while (previous >= from && at - previous < 5 && isFiller(items, previous)) previous -= 1;
  return previous >= from && !isFiller(items, previous) ? previous : undefined;
}

/** The item that a joining word, or several in a row, stand behind: "m underscore underscore j". */
function beforeJoiners(
  items: readonly ShadowItem[],
  joiner: number,
  from: number,
): number | undefined {
  let at = before(items, joiner, from);
  while (at !== undefined && joiners.has(wordOf(items[at]))) at = before(items, at, from);
  return at;
}

/** "capital m, mary": the letter is said of the name behind it. */
const isCapitalRemark = (items: readonly ShadowItem[], at: number): boolean =>
  items[at]?.text.length === 1 && /^(?:capital|uppercase|lowercase)$/.test(wordOf(items[at - 1]));

/** "a at gmail dot com": an article only where a sentence goes before it. */
const isLoneLetter = (items: readonly ShadowItem[], at: number): boolean =>
  items[at]?.text.length === 1 && (at === 0 || isLead(items[at - 1]));

/** "mary underscore a": whatever it is, such a word joins it to the name. */
const isJoined = (items: readonly ShadowItem[], at: number): boolean =>
  at > 1 && /^(?:dot|underscore|dash|hyphen)$/.test(wordOf(items[at - 1]));

/** Whether a word, or the last one of a phrase, leads up to an address. */
const isLead = (item: ShadowItem | undefined): boolean =>
  leads.has(wordOf(item).split(' ').at(-1) ?? '');

const isNamePart = (item: ShadowItem | undefined): boolean =>
  item !== undefined &&
  !notNames.has(wordOf(item)) &&
  !joiners.has(wordOf(item)) &&
  !(item.kind === 'phrase' && item.text.includes(' '));

/** "thompson eighty two", "m traba": digits follow a name, and a letter leads one. */
function attaches(left: ShadowItem | undefined, right: ShadowItem | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  if (/^\d/.test(right.text)) return left.kind !== 'number';
  return left.kind === 'letters' || left.text.length === 1;
}

/** The words from a lead to item `first`, said in parts: "is john smith". */
function withSpacedWords(
  text: string,
  items: readonly ShadowItem[],
  first: number,
  from: number,
): number {
  let at = first;
  for (let count = 0; count <= maxSpacedWords && at > from; count += 1) {
    if (!follows(text, items, at)) return first;
    if (isLead(items[at - 1])) return at;
    if (!isSpacedPart(items, at - 1)) return first;
    at -= 1;
  }
  // Said without a lead, a name in two words can only open the utterance.
  return at === 0 && first < maxSpacedWords ? 0 : first;
}

/** "the jones family at …": an article can only begin what is said. */
const isSpacedPart = (items: readonly ShadowItem[], at: number): boolean =>
  (at === 0 && wordOf(items[0]) === 'the') || (isNamePart(items[at]) && !isFiller(items, at));
