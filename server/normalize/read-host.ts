import { parse } from 'tldts';
import { itemAt } from '../domain/item-at.ts';
import { follows, gapBefore, notLabels, wordOf } from './address-words.ts';
import type { ShadowItem } from './shadow-items.ts';

const maxLabels = 5;

/** What a host may look like. */
export interface HostForm {
  /** In how many words a label in front of a dot may be said ("g mail"). */
  readonly maxWords: number;
  /**
   * Whether its top-level domain must be registered. Behind "at" with a spoken "dot" any
   * domain will do: a misheard one, or one inside a hospital, is an address too.
   */
  readonly registered: boolean;
}

/**
 * Reads a host name, labels joined by "dot", from item `first`: the item after it, undefined when
 * what stands there is none.
 */
export function readHost(
  text: string,
  items: readonly ShadowItem[],
  first: number,
  { maxWords, registered }: HostForm,
): number | undefined {
  let host = '';
  let end: number | undefined;
  let at = first;
  for (let labels = 0; labels < maxLabels && at < items.length; labels += 1) {
    const isWhole = isHost(host + labelText(items, at, at + 1));
    const next = labelEnd(text, items, at, isWhole ? 1 : maxWords);
    host += labelText(items, at, next);
    if (isHost(host) || isUnregistered(host, items[at - 1], registered)) end = next;
    if (!isDot(text, items, next)) return end ?? providerEnd(text, items, first, next);
    host += '.';
    at = next + (isDotWord(items[next]) ? 1 : 0);
  }
  return end;
}

/** Mail providers that callers name without a domain. */
export const providers =
  /^(?:gmail|googlemail|yahoo|hotmail|outlook|icloud|aol|msn|protonmail|comcast|verizon)$/;

/** "gmail com": the dot of a well-known provider is often left out. */
function providerEnd(
  text: string,
  items: readonly ShadowItem[],
  first: number,
  next: number,
): number | undefined {
  const isKnown = providers.test(labelText(items, first, next).toLowerCase());
  return isKnown && /^(?:com|net)$/.test(wordOf(items[next])) && follows(text, items, next)
    ? next + 1
    : undefined;
}

function labelText(items: readonly ShadowItem[], from: number, to: number): string {
  let label = '';
  for (let at = from; at < to; at += 1) label += itemAt(items, at).text.replace(/['’]/g, '');
  return label;
}

/** A label is one word, or several up to the first dot. */
function labelEnd(
  text: string,
  items: readonly ShadowItem[],
  at: number,
  maxWords: number,
): number {
  for (let next = at + 1; next <= at + maxWords; next += 1) {
    if (isDot(text, items, next)) return next;
    if (!follows(text, items, next) || endsLabel(wordOf(items[next]))) break;
  }
  return at + 1;
}

/** Words of a sentence, which no label has inside it. */
const endsLabel = (word: string): boolean =>
  word === 'at' || (word.length > 1 && notLabels.has(word));

/** Before other domains "point" is a word: "at some point today". */
const plainDomains = /^(?:com|org|net|edu|gov|co|uk|io|us|info|example)$/;

const isDotWord = (item: ShadowItem | undefined): boolean =>
  /^(?:dot|period|point|\.)$/.test(wordOf(item));

function isDot(text: string, items: readonly ShadowItem[], at: number): boolean {
  if (gapBefore(text, items, at) === '.') return true;
  if (/^p/.test(wordOf(items[at])) && !plainDomains.test(wordOf(items[at + 1]))) return false;
  return isDotWord(items[at]) && follows(text, items, at) && follows(text, items, at + 1);
}

const isUnregistered = (
  host: string,
  joint: ShadowItem | undefined,
  registered: boolean,
): boolean =>
  !registered &&
  wordOf(joint) === 'dot' &&
  /^(?:[\p{L}\p{N}-]{1,63}\.){1,4}\p{L}{2,24}$/u.test(host);

function isHost(host: string): boolean {
  if (!host.includes('.') || !/^[\p{L}\p{N}.-]+$/u.test(host)) return false;
  const parsed = parse(host.toLowerCase());
  return parsed.isIcann === true && parsed.domain !== null;
}
