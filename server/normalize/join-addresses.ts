import {
  follows,
  gapBefore,
  isFiller,
  joiners,
  notLabels,
  wordDomains,
  wordOf,
} from './address-words.ts';
import { providers, readHost } from './read-host.ts';
import { readLocalPart } from './read-local-part.ts';
import { rewriteItem, type ShadowItem } from './shadow-items.ts';

const behindAt = { maxWords: 3, registered: false };

/** A sign of an address that stands apart, as speech recognition sets it apart: "ann . lee @ clinic . org". */
const signsApart = /\s[.@]|@\s/;
/** A stop right behind a word ends a sentence, and "@" right before one begins a handle. */
const signApart = /^\s+([._-])\s*$|^\s*(@)\s+$/;

/** The items of a text, signs of addresses among them that stand apart. */
export function withSignsApart(text: string, items: ShadowItem[]): ShadowItem[] {
  if (!signsApart.test(text)) return items;
  return items.flatMap((item, at) => {
    const gap = at === 0 ? '' : gapBefore(text, items, at);
    const [, before, behind] = signApart.exec(gap) ?? [];
    const sign = before ?? behind;
    if (sign === undefined) return item;
    const start = item.start - gap.length + gap.indexOf(sign);
    const place = { start, end: start + 1, text: sign, kind: 'word' } as const;
    return [{ ...place, pieces: undefined, before: undefined }, item];
  });
}

/** Joins the words of spoken e-mail and web addresses, in place: "mary dot smith at gmail dot com". */
export function joinAddresses(text: string, items: readonly ShadowItem[]): void {
  let from = 0;
  for (let at = 0; at < items.length; at += 1) {
    const word = wordOf(items[at]);
    const end =
      word === 'at' || word === '@'
        ? joinMail(text, items, at, from)
        : word === 'dot' || word === '.'
          ? joinHost(text, items, at - 1, from)
          : undefined;
    if (end === undefined) continue;
    from = end;
    at = end - 1;
  }
}

/** Joins the e-mail address around the "at" of item `at`; the item after it. */
function joinMail(
  text: string,
  items: readonly ShadowItem[],
  at: number,
  from: number,
): number | undefined {
  const first = afterAtSign(items, at);
  const end = readHost(text, items, first, behindAt);
  if (end === undefined) return joinProvider(text, items, at, from);
  const local = readLocalPart(text, items, at, from);
  if (local === undefined || isLocal(text, items, end)) return undefined;
  join(text, items, local, at);
  for (let part = at; part < first; part += 1) glue(items[part], part === at ? '@' : '');
  glue(items[first]);
  const isProvider = !hasDot(text, items, first, end);
  join(text, items, first, end);
  const last = items[end - 1];
  if (isProvider && last !== undefined) rewriteItem(last, `.${last.text}`);
  return end;
}

/** "n quell eighty two at yahoo": a provider alone, behind what can only be the name of an address. */
function joinProvider(
  text: string,
  items: readonly ShadowItem[],
  at: number,
  from: number,
): number | undefined {
  const first = afterAtSign(items, at);
  const provider = items[first];
  const isNamed =
    provider !== undefined && follows(text, items, first) && providers.test(wordOf(provider));
  const local = isNamed ? readLocalPart(text, items, at, from) : undefined;
  if (local === undefined || provider === undefined) return undefined;
  const isAddress = items
    .slice(local, at)
    .some((item) => item.kind === 'letters' || item.kind === 'number' || joiners.has(wordOf(item)));
  if (!isAddress) return undefined;
  join(text, items, local, at);
  for (let part = at; part < first; part += 1) glue(items[part], part === at ? '@' : '');
  glue(provider, `${provider.text}.com`);
  return first + 1;
}

/** "reach ann at ann dot ruiz at …", "ann dot help at …": what seemed the host before item `at` is the name in front of it. */
const isLocal = (text: string, items: readonly ShadowItem[], at: number): boolean =>
  wordOf(items[at]) === 'at' &&
  follows(text, items, at) &&
  readHost(text, items, afterAtSign(items, at), behindAt) !== undefined;

/** Whether a host is said with its dot; those of well-known providers may be said without. */
function hasDot(text: string, items: readonly ShadowItem[], from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    if (joiners.get(wordOf(items[at])) === '.' || items[at]?.text.includes('.')) return true;
    if (at > from && gapBefore(text, items, at) === '.') return true;
  }
  return false;
}

/** "at sign", "at symbol", "at the rate". */
function afterAtSign(items: readonly ShadowItem[], at: number): number {
  const next = wordOf(items[at + 1]);
  if (next === 'sign' || next === 'symbol') return at + 2;
  return next === 'the' && wordOf(items[at + 2]) === 'rate' ? at + 3 : at + 1;
}

/** Joins a web address without "at", or the rest of "jack@gmail dot com"; the item after it. */
function joinHost(
  text: string,
  items: readonly ShadowItem[],
  first: number,
  from: number,
): number | undefined {
  const label = wordOf(items[first]);
  if (first < from || notLabels.has(label)) return undefined;
  const end = readHost(text, items, first, { maxWords: 1, registered: true });
  if (end === undefined || isLocal(text, items, end)) return undefined;
  const isSure = label === 'www' || gapBefore(text, items, first) === '@';
  if (!isSure && wordDomains.has(wordOf(items[end - 1]))) return undefined;
  join(text, items, first, end);
  return joinPath(text, items, end);
}

const mostPathParts = 8;

/** Joins "slash pay slash 4 4 7" to the host that ends before item `at`; the item after it. */
function joinPath(text: string, items: readonly ShadowItem[], at: number): number {
  let end = at;
  for (let parts = 0; parts < mostPathParts; parts += 1) {
    const isSlash = wordOf(items[end]) === 'slash' && follows(text, items, end);
    if (!isSlash || !follows(text, items, end + 1)) break;
    glue(items[end], '/');
    const part = items[end + 1];
    glue(part, part?.kind === 'phrase' ? text.slice(part.start, part.end) : undefined);
    end += 2;
  }
  return end;
}

/** Closes the gaps inside items [from, to), and writes their joining words as symbols. */
function join(text: string, items: readonly ShadowItem[], from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const item = items[at];
    if (item === undefined) continue;
    const written = writtenPart(text, items, at);
    if (written !== item.text) rewriteItem(item, written);
    const isWritten = /^[.@_-]$/.test(gapBefore(text, items, at));
    if (at > from && !isWritten) item.before = '';
  }
}

/** What an item is written as inside an address: a symbol, nothing, or its letters. */
function writtenPart(text: string, items: readonly ShadowItem[], at: number): string {
  const item = items[at];
  if (item === undefined || isFiller(items, at)) return '';
  const said = item.kind === 'phrase' ? text.slice(item.start, item.end) : item.text;
  return joiners.get(wordOf(item)) ?? said.replace(/['’]/g, '');
}

function glue(item: ShadowItem | undefined, text?: string): void {
  if (item === undefined) return;
  if (text !== undefined) rewriteItem(item, text);
  item.before = '';
}
