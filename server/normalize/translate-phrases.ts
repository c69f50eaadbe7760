import { itemAt } from '../domain/item-at.ts';
import { gapBefore, wordOf } from './address-words.ts';
import type { Vocabulary } from './languages/covered.ts';
import { withoutAccents } from './languages/language.ts';
import type { ShadowItem } from './shadow-items.ts';

/** Words of the items, and which item each is of: an item can have several. */
interface SaidWord {
  readonly word: string;
  readonly item: number;
}

/**
 * Puts the phrases of other languages into English, in which recognizers think (decision 0074):
 * "fecha de nacimiento" becomes "date of birth", its characters those of the phrase. Numbers and words that no
 * phrase names stay. Linear in the number of items; items of a text in English come back as they are.
 */
export function translatePhrases(
  text: string,
  items: ShadowItem[],
  { phrases, links }: Vocabulary,
): ShadowItem[] {
  if (phrases === undefined) return items;
  const said = items.flatMap((item, at) => saidWords(text, item, at));
  const translated: ShadowItem[] = [];
  for (let at = 0; at < said.length; ) {
    const first = itemAt(said, at);
    const item = itemAt(items, first.item);
    const phrase =
      item.kind === 'word'
        ? phrases.get(first.word)?.find(({ words }) => isSaidAt(text, items, said, at, words))
        : undefined;
    if (phrase === undefined) {
      translated.push(item);
      while (said[at]?.item === first.item) at += 1;
    } else {
      at += phrase.words.length;
      const last = items[said[at - 1]?.item ?? first.item] ?? item;
      translated.push(inEnglish(item, last, phrase.english, links));
    }
  }
  return withLinks(text, translated, links);
}

/** A number in one word is that word: "los tres de atrás". */
function saidWords(text: string, item: ShadowItem, at: number): SaidWord[] {
  if (item.kind !== 'word') {
    const own = text.slice(item.start, item.end);
    return [
      { word: /^(?:\p{L}+|\d)$/u.test(own) ? withoutAccents(own.toLowerCase()) : '', item: at },
    ];
  }
  return withoutAccents(wordOf(item))
    .replaceAll('’', "'")
    .split(' ')
    .map((word) => ({ word, item: at }));
}

/** Whether the words at `at` are those of a phrase, from the start of an item to the end of one. */
function isSaidAt(
  text: string,
  items: readonly ShadowItem[],
  said: readonly SaidWord[],
  at: number,
  words: readonly string[],
): boolean {
  const end = at + words.length;
  if (said[at - 1]?.item === said[at]?.item || said[end - 1]?.item === said[end]?.item)
    return false;
  return words.every((word, offset) => {
    const next = said[at + offset];
    if (next?.word !== word) return false;
    const before = said[at + offset - 1];
    if (offset === 0 || before?.item === next.item) return true;
    const gap = gapBefore(text, items, next.item);
    return /^(?:[ \t\n]{1,2}|-)$/.test(gap) || (before?.word.length === 1 && /^\. ?$/.test(gap));
  });
}

/** The items from `first` to `last` as one. An article at the end keeps its own place: a date can begin with it. */
function inEnglish(
  first: ShadowItem,
  last: ShadowItem,
  english: string,
  links: ReadonlyMap<string, string>,
): ShadowItem {
  const { start } = first;
  const { end } = last;
  const endsInArticle =
    last !== first && links.get(wordOf(last)) === 'the' && english.endsWith(' the');
  const cut = english.length - ' the'.length;
  const pieces = endsInArticle
    ? [
        { text: english.slice(0, cut), start, end: last.start - 1 },
        { text: english.slice(cut), start: last.start, end },
      ]
    : [{ text: english, start, end }];
  return { ...first, end, text: english, pieces, kind: 'phrase' };
}

/** Links before a number or a phrase in English: "del 58", "la cuenta". */
function withLinks(
  text: string,
  items: readonly ShadowItem[],
  links: ReadonlyMap<string, string>,
): ShadowItem[] {
  const linked = items.slice();
  for (let at = items.length - 2; at >= 0; at -= 1) {
    const item = itemAt(items, at);
    const english = links.get(withoutAccents(wordOf(item)));
    const next = linked[at + 1];
    if (english === undefined || item.kind !== 'word') continue;
    if (next?.kind !== 'number' && next?.kind !== 'phrase' && !isDigits(next)) continue;
    if (/^[ \t]{1,2}$/.test(gapBefore(text, linked, at + 1))) {
      linked[at] = inEnglish(item, item, english, links);
    }
  }
  return linked;
}

const isDigits = (item: ShadowItem | undefined): boolean => /^\d/.test(item?.text ?? '');
