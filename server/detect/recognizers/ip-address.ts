import { topicAt } from '../view/context.ts';
import { numeralsOf } from '../view/numerals.ts';
import type { Match, Recognizer, View } from '../view/recognizer.ts';

const v4 = /(?<![\w.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?:\/\d{1,2})?(?![\w]|\.\d)/g;
const v6 = /(?<![\w:.])(?:[\da-f]{1,4}:|::)[\da-f:.]{1,42}(?:%[\w.]{1,15})?(?:\/\d{1,3})?(?!\w)/gi;
const v4Said =
  /(?<![\w.])\d{1,3}(?:[ ,]{1,2}(?:dot|point|period|\.)[ ,]{1,2}(?:u[mh],? )?\d{1,3}){3}(?![\w]|\.\d)/gi;
const v6Said =
  /(?<![\w:])(?:fe 80|[\da-f]{1,4})(?:(?: ?:| colon){1,2} ?(?:one\b|[\da-f]{1,4}\b)){1,7}(?![\w:])/gi;
/** The unspecified address, standing by itself. */
const unspecified = /(?<=^|[\s=])::(?:\/\d{1,3})?(?=$|[\s,.;])/g;
const unspaced = /(?<![\w:.])(?=[a-f]{0,31}\d)[\da-f]{16,34}(?![\w:])/gi;
const version =
  /\b(?:v|ver|version|release|build|firmware|section|chapter|clause|part|figure|table|item)\.? ?$/i;

/** IPv4 and IPv6 addresses with an optional prefix length. */
export const ipAddressRecognizer: Recognizer = {
  kind: 'IP_ADDRESS',
  detector: 'regex.ip_address',
  find: (view) => [
    ...findV4(view),
    ...findSaid(view),
    ...findNamed(view),
    ...findV6(view),
    ...findSpokenV6(view),
  ],
};

function findV4({ text }: View): readonly Match[] {
  if (!text.includes('.')) return [];
  return Array.from(text.matchAll(v4), ({ index, 0: written }) => ({ index, written }))
    .filter(({ index, written }) => isV4(written) && !isVersion(text, index))
    .map(({ index, written }) => ({
      start: index,
      end: index + written.length,
      score: 0.9,
      rule: 'v4',
    }));
}

function isV4(written: string): boolean {
  const [address = '', prefix = '0'] = written.split('/');
  return Number(prefix) <= 32 && address.split('.').every((octet) => Number(octet) <= 255);
}

/** Said with pauses, or with the colons of IPv6 as words. */
function findSaid({ text, form }: View): readonly Match[] {
  if (form === 'written' && !/\d ?[.,]? ?(?:dot|\.) ?[\d,]/.test(text)) return [];
  const dotted = Array.from(text.matchAll(v4Said)).filter(({ 0: written }) =>
    isV4(written.match(/\d{1,3}/g)?.join('.') ?? ''),
  );
  const colons = Array.from(text.matchAll(v6Said)).filter(({ 0: written }) =>
    isV6(
      written
        .replace(/ ?colon ?/gi, ':')
        .replace(/ /g, '')
        .replace(/one/gi, '1'),
    ),
  );
  return [...dotted, ...colons].map(({ index, 0: written }) => ({
    start: index,
    end: index + written.length,
    score: 0.85,
    rule: 'said',
  }));
}

/** Four numbers up to 255, or their digits in one row, where an address is spoken of. */
function findNamed(view: View): readonly Match[] {
  return numeralsOf(view).flatMap(({ start, end, digits, groups }) => {
    const topic = topicAt(view, start, end);
    if (topic?.kind !== 'IP_ADDRESS' || topic.strength < 0.7) return [];
    const isWhole = groups.length === 4 && groups.every((group) => Number(group.digits) <= 255);
    const isRow = view.form === 'shadow' && groups.length === 1 && /^\d{6,12}$/.test(digits);
    return isWhole || isRow ? [{ start, end, score: 0.5, rule: 'named' }] : [];
  });
}

function isVersion(text: string, at: number): boolean {
  return version.test(text.slice(Math.max(0, at - 16), at));
}

function findV6({ text }: View): readonly Match[] {
  if (!text.includes(':')) return [];
  const unnamed = Array.from(text.matchAll(unspecified), ({ index, 0: written }) => ({
    start: index,
    end: index + written.length,
    score: 0.4,
    rule: 'v6-unspecified',
  }));
  return Array.from(text.matchAll(v6), ({ index, 0: found }) => ({
    index,
    written: found.replace(/(?:\.|(?<!:):)$/, ''),
  }))
    .filter(({ written }) => isV6(written))
    .map(({ index, written }) => ({
      start: index,
      end: index + written.length,
      score: 0.9,
      rule: 'v6',
    }))
    .concat(unnamed);
}

/** RFC 4291: eight groups, or fewer around one `::`; an IPv4 tail counts as two. */
function isV6(written: string): boolean {
  const [scoped = '', prefix = '0'] = written.split('/');
  const [address = ''] = scoped.split('%');
  if (Number(prefix) > 128 || address.length < 3) return false;
  const halves = address.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const size = groups.length + (groups.at(-1)?.includes('.') === true ? 1 : 0);
  const isFull = halves.length === 2 ? size < 8 : size === 8;
  return isFull && groups.every((group, at) => isV6Group(group, at === groups.length - 1));
}

function isV6Group(group: string, isLast: boolean): boolean {
  if (isLast && group.includes('.')) return group.split('.').length === 4 && isV4(group);
  return /^[\da-f]{1,4}$/i.test(group);
}

/** Hexadecimal digits from which on no word needs to say what they are. */
const unmistakable = 24;

/** Read out without its colons, an IPv6 address is a row of hexadecimal digits: a long one, or where one is spoken of. */
function findSpokenV6(view: View): readonly Match[] {
  if (view.form !== 'shadow') return [];
  return Array.from(view.text.matchAll(unspaced), ({ index, 0: written }) => ({
    start: index,
    end: index + written.length,
    score: 0.6,
    rule: 'v6-spoken',
  })).filter(({ start, end }) => {
    const letters = /[a-f]/i.test(view.text.slice(start, end));
    if (!letters) return false;
    return end - start >= unmistakable || topicAt(view, start, end)?.kind === 'IP_ADDRESS';
  });
}
