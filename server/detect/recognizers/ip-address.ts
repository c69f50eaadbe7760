import { topicAt } from '../view/context.ts';
import { numeralsOf } from '../view/numerals.ts';
import { matchesOf, type Pattern } from '../view/pattern.ts';
import type { Match, Recognizer, View } from '../view/recognizer.ts';

const version =
  /\b(?:v|ver|version|release|build|firmware|section|chapter|clause|part|figure|table|item)\.? ?$/i;

const v4: Pattern = {
  name: 'v4',
  regex: /(?<![\w.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?:\/\d{1,2})?(?![\w]|\.\d)/g,
  score: 0.9,
  accepts: isV4,
};
/** Said with pauses, or with the colons of IPv6 as words. */
const said: readonly Pattern[] = [
  {
    name: 'said',
    regex:
      /(?<![\w.])\d{1,3}(?:[ ,]{1,2}(?:dot|point|period|\.)[ ,]{1,2}(?:u[mh],? )?\d{1,3}){3}(?![\w]|\.\d)/gi,
    score: 0.85,
    accepts: (value) => isV4(value.match(/\d{1,3}/g)?.join('.') ?? ''),
  },
  {
    name: 'said',
    regex:
      /(?<![\w:])(?:fe 80|[\da-f]{1,4})(?:(?: ?:| colon){1,2} ?(?:one\b|[\da-f]{1,4}\b)){1,7}(?![\w:])/gi,
    score: 0.85,
    accepts: (value) =>
      isV6(
        value
          .replace(/ ?colon ?/gi, ':')
          .replace(/ /g, '')
          .replace(/one/gi, '1'),
      ),
  },
];
const v6: Pattern = {
  name: 'v6',
  regex: /(?<![\w:.])(?:[\da-f]{1,4}:|::)[\da-f:.]{1,42}(?:%[\w.]{1,15})?(?:\/\d{1,3})?(?!\w)/gi,
  score: 0.9,
  accepts: (value) => isV6(value.replace(endOfSentence, '')),
};
/** The unspecified address, as a word of its own. */
const unspecified: Pattern = {
  name: 'v6-unspecified',
  regex: /(?<=^|[\s=])::(?:\/\d{1,3})?(?=$|[\s,.;])/g,
  score: 0.4,
};
/** Read out without its colons, an IPv6 address is a row of hexadecimal digits. */
const unspaced: Pattern = {
  name: 'v6-spoken',
  regex: /(?<![\w:.])(?=[a-f]{0,31}\d)[\da-f]{16,34}(?![\w:])/gi,
  score: 0.6,
  accepts: (value) => /[a-f]/i.test(value),
};
const endOfSentence = /(?:\.|(?<!:):)$/;

/** IPv4 and IPv6 addresses with an optional prefix length. */
export const ipAddressRecognizer: Recognizer = {
  kind: 'IP_ADDRESS',
  id: 'ip_address',
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
  return matchesOf(text, [v4]).filter(({ start }) => !isVersion(text, start));
}

function isV4(written: string): boolean {
  const [address = '', prefix = '0'] = written.split('/');
  return Number(prefix) <= 32 && address.split('.').every((octet) => Number(octet) <= 255);
}

function findSaid({ text, form }: View): readonly Match[] {
  if (form === 'written' && !/\d ?[.,]? ?(?:dot|\.) ?[\d,]/.test(text)) return [];
  return matchesOf(text, said);
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
  const written = matchesOf(text, [v6]).map((match) => {
    const trail = endOfSentence.test(text.slice(match.start, match.end)) ? 1 : 0;
    return { ...match, end: match.end - trail };
  });
  return [...written, ...matchesOf(text, [unspecified])];
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

function findSpokenV6(view: View): readonly Match[] {
  if (view.form !== 'shadow') return [];
  return matchesOf(view.text, [unspaced]).filter(
    ({ start, end }) =>
      end - start >= unmistakable || topicAt(view, start, end)?.kind === 'IP_ADDRESS',
  );
}
