import { parse } from 'tldts';
import { type Item, rewriteItem } from './items.ts';

/** Words between the parts of an e-mail address or web address, and what they are written as. */
const joiners: ReadonlyMap<string, string> = new Map([
  ['dot', '.'],
  ['.', '.'],
  ['period', '.'],
  ['point', '.'],
  ['dash', '-'],
  ['hyphen', '-'],
  ['-', '-'],
  ['underscore', '_'],
  ['_', '_'],
  ['plus', '+'],
]);

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that lead up to an address, and so are never its name. */
const leads = words("is it's its to address email mail e-mail use contact at");

/** Words that stand before "at" in ordinary speech: what follows is a place or a web page. */
const notNames = words(
  "i you he she we they me him her us them it that this there here is are was were be been am i'm it's its look looked looking looks see visit go going meet find found available online reach call page site website again just only located working works work live lives stay shop shopping order ordered or and the a an my your our his their of on in to by for with from mail email address up over arrived back",
);

const notLabels = words('the a an this that and or of');

/** Words that are also country domains; after "dot" alone they are more likely words. */
const wordDomains = words('in is it at so be am as my no to do me by us');

const fillers = words('um uh er erm ah uhh umm');

const maxSpacedWords = 3;

/** Joins the words of spoken e-mail and web addresses, in place: "mary dot smith at gmail dot com". */
export function joinAddresses(text: string, items: readonly Item[]): void {
  let from = 0;
  for (let at = 0; at < items.length; at += 1) {
    const end = joinAt(text, items, at, from);
    if (end > at) {
      from = end;
      at = end - 1;
    }
  }
}

/** Joins the address whose "at" or first "dot" is item `at`; the item after it, or 0. */
function joinAt(text: string, items: readonly Item[], at: number, from: number): number {
  const word = items[at]?.text.toLowerCase();
  if (word === 'at') {
    const hostFrom = afterAtSign(items, at);
    const host = readHost(text, items, hostFrom, maxSpacedWords);
    const local = host === undefined ? undefined : readLocal(text, items, at, from);
    if (host !== undefined && local !== undefined) {
      for (let part = at; part < hostFrom; part += 1) drop(items[part]);
      rewrite(items[at], '@');
      join(items, local, at);
      join(items, hostFrom, host);
      if (items[hostFrom] !== undefined) items[hostFrom].before = '';
      return host;
    }
    return 0;
  }
  if (word === 'dot' || word === '.') return joinHost(text, items, at, from);
  return 0;
}

/** "at sign", "at symbol", "at the rate". */
function afterAtSign(items: readonly Item[], at: number): number {
  const next = items[at + 1]?.text.toLowerCase();
  if (next === 'sign' || next === 'symbol') return at + 2;
  return next === 'the' && items[at + 2]?.text.toLowerCase() === 'rate' ? at + 3 : at + 1;
}

/** A web address without "at", or the rest of "jack@gmail dot com". */
function joinHost(text: string, items: readonly Item[], dot: number, from: number): number {
  const first = dot - 1;
  const label = items[first]?.text.toLowerCase() ?? '';
  if (first < from || notLabels.has(label)) return 0;
  const host = readHost(text, items, first, 1);
  if (host === undefined) return 0;
  const mail = gapBefore(text, items, first) === '@';
  const last = items[host - 1]?.text.toLowerCase() ?? '';
  if (!mail && label !== 'www' && wordDomains.has(last)) return 0;
  join(items, first, host);
  return host;
}

function gapBefore(text: string, items: readonly Item[], at: number): string {
  const end = items[at - 1]?.end ?? 0;
  const start = items[at]?.start ?? end;
  return start - end > 8 ? '\n' : text.slice(end, start);
}

/** Whether an item is said right after the one before, give or take brackets or a comma. */
function follows(text: string, items: readonly Item[], at: number): boolean {
  return at > 0 && at < items.length && /^[ \t,[\](){}<>-]*$/.test(gapBefore(text, items, at));
}

/** Reads labels and dots from item `first`; the item after the host, undefined when it is none. */
function readHost(
  text: string,
  items: readonly Item[],
  first: number,
  maxWords: number,
): number | undefined {
  let host = '';
  let end: number | undefined;
  let at = first;
  for (let labels = 0; labels < 5 && at < items.length; labels += 1) {
    const next = labelEnd(text, items, at, labels === 0 ? maxWords : 1);
    for (let part = at; part < next; part += 1) host += items[part]?.text ?? '';
    if (labels > 0 || host.includes('.')) end = isHost(host) ? next : end;
    if (!isDot(text, items, next)) break;
    host += '.';
    at = next + (isDotWord(items, next) ? 1 : 0);
  }
  return end;
}

/** A label is one word, or several up to the first dot ("g mail"). */
function labelEnd(text: string, items: readonly Item[], at: number, maxWords: number): number {
  for (let next = at + 1; next <= at + maxWords; next += 1) {
    if (isDot(text, items, next)) return next;
    if (!follows(text, items, next)) break;
  }
  return at + 1;
}

const isDotWord = (items: readonly Item[], at: number): boolean =>
  /^(?:dot|\.)$/i.test(items[at]?.text ?? '');

function isDot(text: string, items: readonly Item[], at: number): boolean {
  if (gapBefore(text, items, at) === '.') return true;
  return isDotWord(items, at) && follows(text, items, at) && follows(text, items, at + 1);
}

function isHost(host: string): boolean {
  if (!/^[\p{L}\p{N}.-]+$/u.test(host)) return false;
  const parsed = parse(host.toLowerCase());
  return parsed.isIcann === true && parsed.domain !== null;
}

/** First item of the name before "at", undefined when what stands there is no name. */
function readLocal(
  text: string,
  items: readonly Item[],
  at: number,
  from: number,
): number | undefined {
  let first = before(items, at, from);
  if (first === undefined || !follows(text, items, at)) return undefined;
  if (!isName(items[first]) && !isLoneLetter(items, first)) return undefined;
  let joinedByWord = false;
  for (let steps = 0; steps < 12; steps += 1) {
    const previous = before(items, first, from);
    if (previous === undefined || !follows(text, items, previous + 1)) break;
    const joiner = joiners.has(items[previous]?.text.toLowerCase() ?? '');
    const named = joiner ? before(items, previous, from) : previous;
    if (named === undefined || !isNamePart(items[named]) || !follows(text, items, named + 1)) break;
    if (!joiner && !attaches(items[named], items[first])) break;
    joinedByWord ||= joiner;
    first = named;
  }
  return joinedByWord ? first : withSpacedWords(text, items, first, from);
}

/** The nearest item before `at` that is no hesitation. */
function before(items: readonly Item[], at: number, from: number): number | undefined {
  let previous = at - 1;
  while (previous >= from && at - previous < 4 && isFiller(items[previous])) previous -= 1;
  return previous >= from && !isFiller(items[previous]) ? previous : undefined;
}

const isFiller = (item: Item | undefined): boolean =>
  item !== undefined && fillers.has(item.text.toLowerCase());

const isName = (item: Item | undefined): boolean =>
  item !== undefined && !notNames.has(item.text.toLowerCase());

/** "a at gmail dot com": an article only where a sentence goes before it. */
const isLoneLetter = (items: readonly Item[], at: number): boolean =>
  items[at]?.text.length === 1 && (at === 0 || leads.has(items[at - 1]?.text.toLowerCase() ?? ''));

const isNamePart = (item: Item | undefined): boolean =>
  isName(item) && !joiners.has(item?.text.toLowerCase() ?? '');

/** "thompson eighty two", "m traba": digits follow a name, and a letter leads one. */
function attaches(left: Item | undefined, right: Item | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  if (right.kind === 'number' || right.kind === 'letters') return left.kind !== 'number';
  return left.kind === 'letters' || left.text.length === 1;
}

/** "my email is john smith at …": words between the lead and "at" are one name said in parts. */
function withSpacedWords(
  text: string,
  items: readonly Item[],
  first: number,
  from: number,
): number {
  let at = first;
  for (let count = 0; count <= maxSpacedWords; count += 1) {
    const item = items[at - 1];
    if (at - 1 < from || item === undefined || !follows(text, items, at)) return first;
    if (leads.has(item.text.toLowerCase())) return at;
    if (!isNamePart(item)) return first;
    at -= 1;
  }
  return first;
}

/** Closes the gaps inside items [from, to) and writes their joining words as symbols. */
function join(items: readonly Item[], from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const item = items[at];
    if (item === undefined) continue;
    const symbol = joiners.get(item.text.toLowerCase());
    if (symbol !== undefined && symbol !== item.text) rewrite(item, symbol);
    else if (isFiller(item)) drop(item);
  }
  for (let at = from + 1; at <= to; at += 1) closeGap(items[at - 1], items[at], at < to);
}

function closeGap(left: Item | undefined, right: Item | undefined, inside: boolean): void {
  if (left === undefined || right === undefined || !inside) return;
  right.before = '';
}

function rewrite(item: Item | undefined, text: string): void {
  if (item !== undefined) rewriteItem(item, text);
}

function drop(item: Item | undefined): void {
  if (item === undefined) return;
  rewriteItem(item, '');
  item.before = '';
}
