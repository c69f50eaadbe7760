import { itemAt } from '../domain/item-at.ts';
import { keyWords } from './field-meaning.ts';
import { type Container, isBranch } from './outbound-json.ts';

/** Leaves in which a program wrote one value or one speech piece by piece: they are read as one text. */
export interface Series {
  readonly members: readonly Member[];
  /** What stands between the pieces in that text. */
  readonly gap: '' | ' ';
  readonly cue?: string | undefined;
  /** It continues the series before it: together they are too long for one search. */
  readonly goesOn?: true;
}

export interface Member {
  readonly holder: Container;
  readonly key: string | number;
  readonly text: string;
}

/** Leaves that have the same name, in order; a number or nothing is none. */
interface Column extends Pick<Series, 'members'> {
  readonly name: string;
  /** The words of the name around it. */
  readonly above: string;
}

const cueOf = ({ name, above }: Column): string => (/^\d*$/.test(name) ? above : keyWords(name));

/** Fewest digits of a value, as in speech (design D2). */
const fewestDigits = 7;
const mostDigits = 20;
const fewestPieces = 2;
/** Fewest where only their form speaks for a number. */
const fewestUnnamed = 3;
const longestWord = 24;
/** Most columns without names: a number, and its position. */
const mostUnnamed = 2;
/** Longest text in characters for one search (design D43). */
const longestText = 1_500;
/** The text of a series. */
export function textOf({ members, gap, goesOn }: Series): string {
  return (goesOn === true ? gap : '') + members.map(({ text }) => text).join(gap);
}

/**
 * The masked text of a series, member by member: words that stayed are where they were, and what replaces several
 * members stands in the first of them. Every character is of the masked text.
 */
export function spreadOver({ members, gap }: Series, masked: string): readonly string[] {
  if (gap === '') return members.map((_, index) => (index === 0 ? masked : ''));
  const words = members.flatMap(({ text }, owner) =>
    text.split(/\s+/).map((word) => ({ word, owner })),
  );
  const left = masked.split(/\s+/).filter((word) => word !== '');
  const spread: string[][] = members.map(() => []);
  let [at, next] = [0, 0];
  while (next < left.length) {
    const [own, other] = nextSame(words.slice(at, at + reach), left.slice(next, next + reach));
    const owner = words[at]?.owner ?? members.length - 1;
    for (const word of left.slice(next, next + other)) itemAt(spread, owner).push(word);
    [at, next] = [at + own, next + other];
    if (next < left.length && at < words.length) {
      itemAt(spread, itemAt(words, at).owner).push(itemAt(left, next));
      [at, next] = [at + 1, next + 1];
    }
  }
  return spread.map((some) => some.join(' '));
}

/** How far to look for a word that stayed. */
const reach = 64;

/** How many words on either side stand before the next one that is the same; all of them if none is. */
function nextSame(
  words: readonly { readonly word: string }[],
  left: readonly string[],
): readonly [own: number, other: number] {
  for (let sum = 0; sum < words.length + left.length; sum += 1)
    for (
      let other = Math.max(0, sum - words.length + 1);
      other <= Math.min(sum, left.length - 1);
      other += 1
    )
      if (words[sum - other]?.word === left[other]) return [sum - other, other];
  return [words.length, left.length];
}

/** Items that are read together, between pauses (design D43). */
const itemsAtOnce = 512;
/** How deep an item is looked into, and how many leaves at each level. */
const mostLevels = 6;
const mostLeaves = 12;

/**
 * The series in an object or array (design D53): its own numbers and words, members with numbered names
 * (`{"d0": 5, "d1": 1}`), and members of the same name in what it holds (`[{"key": "5"}, {"key": "1"}]`). `cue` is the
 * words of its name. Linear in what it holds; pauses often.
 */
export function* seriesIn(branch: Container, cue: string): Generator<undefined, readonly Series[]> {
  const values = Object.values(branch);
  if (values.length < fewestPieces) return [];
  if (values.every(isBranch)) {
    const found: Series[] = [];
    for (let from = 0; from < values.length; from += itemsAtOnce) {
      const items = values.slice(from, from + itemsAtOnce);
      found.push(...seriesOfItems(columnsOf(items, cue)));
      if (values.length > itemsAtOnce) yield undefined;
    }
    return found;
  }
  const columns = Array.isArray(branch)
    ? [{ members: yield* membersOf(branch), name: '', above: cue }]
    : numberedColumns(branch, cue);
  return [...columns.flatMap(digitsOf), ...columns.flatMap(datesOfBirth), ...partsOfValue(branch)];
}

/** The items of an array. */
function* membersOf(items: Container): Generator<undefined, readonly Member[]> {
  const members: Member[] = [];
  for (const index of Object.values(items).keys()) {
    members.push(memberAt(items, index));
    if (members.length % itemsAtOnce === 0) yield undefined;
  }
  return members;
}

function memberAt(holder: Container, key: string | number): Member {
  const value = holder[key];
  return { holder, key, text: isLeaf(value) ? `${value}`.trim() : '' };
}

const isLeaf = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

const counting =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen';
/** A name that counts: `d0`, `digit_1`, `digit[2]`, `3`, `digit_two`, `first`, `c`. */
const numbered = new RegExp(
  `^(.{0,40}?)[ _.-]?(?:\\[?\\d{1,3}\\]?|(?<![a-z])(?:${counting.replaceAll(' ', '|')})|(?<=^)[a-p])$`,
  'is',
);

function numberedColumns(branch: Container, cue: string): readonly Column[] {
  const names = Object.keys(branch).filter((name) => numbered.test(name));
  if (names.length < fewestPieces) return [];
  return [...Map.groupBy(names, (name) => numbered.exec(name)?.[1] ?? '')].map(([name, own]) => ({
    members: own.map((one) => memberAt(branch, one)),
    name,
    above: cue,
  }));
}

/** Parts of a value under names of their own: `{"area_code": 202, "exchange": 555, "line": "0143"}`. */
const namedParts: readonly {
  readonly cue: string;
  readonly gap: Series['gap'];
  readonly names: readonly RegExp[];
  /** Digits of the parts, 0 for a word; a number has lost its leading zeros. */
  readonly sizes: RegExp;
}[] = [
  {
    cue: 'phone',
    gap: '',
    names: [
      /^(?:area|npa)(?: code)?$/,
      /^(?:exchange|prefix|nxx|central office|office)(?: code)?$/,
      /^(?:(?:line|subscriber|station|suffix|last (?:4|four))(?: number)?|number)$/,
    ],
    sizes: /^3-3-[1-4]$/,
  },
  {
    cue: 'ssn',
    gap: '',
    names: [/^area(?: number)?$/, /^group(?: number)?$/, /^serial(?: number)?$/],
    sizes: /^[1-3]-[12]-[1-4]$/,
  },
  {
    cue: 'date of birth',
    gap: ' ',
    names: ['year', 'month', 'day'].map(
      (part) => new RegExp(`^(?:(?:birth|dob) ?${part}|${part} of birth)$`),
    ),
    sizes: /^4-[0-2]-[12]$/,
  },
];

/** In a name of each. */
const partName = /^(?:area|npa)|birth|dob/i;
const birth = /\b(?:birth|born|dob)\b/;

/** `{"date_of_birth": [1961, 3, 14]}`. */
function datesOfBirth({ members, above }: Column): readonly Series[] {
  if (members.length !== 3 || !birth.test(above)) return [];
  const lengths = members.map(({ text }) => (cutDigits.test(text) ? text.length : 0)).join('-');
  const isDate = /^(?:4-[0-2]-[12]|[0-2]-[0-2]-4)$/.test(lengths);
  return isDate ? [{ members, gap: ' ', cue: above }] : [];
}

function partsOfValue(branch: Container): readonly Series[] {
  if (Array.isArray(branch) || !Object.keys(branch).some((key) => partName.test(key))) return [];
  const keys = Object.keys(branch).map((key) => ({ key, name: keyWords(key) }));
  return namedParts.flatMap(({ cue, gap, names, sizes }) => {
    const own = names.flatMap((group) => keys.find(({ name }) => group.test(name)) ?? []);
    const members = own.map(({ key }) => memberAt(branch, key));
    const lengths = members.map(({ text }) => (cutDigits.test(text) ? text.length : 0));
    return sizes.test(lengths.join('-')) ? [{ members, gap, cue }] : [];
  });
}

/** The leaves of items by their names, and by the names of what they stand in. */
function columnsOf(items: readonly Container[], cue: string): readonly Column[] {
  const named = items.flatMap((item) => [...namedLeaves(item, '', 1)]);
  return [...Map.groupBy(named, ([name]) => name)].map(([name, leaves]) => {
    const own = name.slice(name.lastIndexOf('\0') + 1);
    const members = leaves.map(([, member]) => member);
    return { members, name: own, above: cue };
  });
}

function* namedLeaves(
  holder: Container,
  above: string,
  level: number,
): Generator<readonly [name: string, leaf: Member]> {
  for (const key of Object.keys(holder).slice(0, mostLeaves)) {
    const [inner, name] = [holder[key], `${above}\0${key}`];
    if (isLeaf(inner)) yield [name, memberAt(holder, key)];
    else if (isBranch(inner) && level < mostLevels) yield* namedLeaves(inner, name, level + 1);
  }
}

/** The series in the columns of items: words with their times, or digits; not the columns of a table. */
function seriesOfItems(columns: readonly Column[]): readonly Series[] {
  if (columns.length > mostUnnamed && columns.every(({ name }) => /^\d+$/.test(name))) return [];
  return columns.flatMap((column) => {
    if (isSpeech(column) && columns.some(isTime)) return speechOf(column);
    const digits = digitsOf(column);
    if (digits.length === 0 || isSpelledOut(column) || givesDigits.test(cueOf(column)))
      return digits;
    return columns.some(isOfTable) ? [] : digits;
  });
}

const timeNames =
  /^(?:t|ts|at|time|times|timestamp|start|begin|from|offset|start (?:time|ms|sec)|time (?:ms|stamp)|offset ms)$/;
/** Names under which programs give what somebody said. */
const saidNames =
  /^(?:words?|punctuated word|w|tokens?|text|content|transcript|utterance|value|said|message|alternative)$/;

const isTime = (column: Column): boolean =>
  timeNames.test(cueOf(column)) &&
  column.members.every(({ text }, at, all) => Number(text) >= Number(all[at - 1]?.text ?? text));

/** Whether these leaves are different words, as in the rows of a table. */
const isOfTable = (column: Column): boolean =>
  !saidNames.test(cueOf(column)) &&
  new Set(column.members.map(({ text }) => (/\p{L}{2}/u.test(text) ? text : ''))).size > 2;

const isSpeech = (column: Column): boolean =>
  column.members.length >= fewestUnnamed &&
  saidNames.test(cueOf(column)) &&
  !column.members.some(({ text }) => /[{}[\]=<>]/.test(text));

/** Words as series, cut where they are too long for one search. */
export function speechOf({ members }: Pick<Series, 'members'>): readonly Series[] {
  const parts: Member[][] = [[]];
  let length = 0;
  for (const member of members) {
    length += member.text.length + 1;
    if (length > longestText) {
      parts.push([]);
      length = member.text.length;
    }
    parts.at(-1)?.push(member);
  }
  return parts.map((own, index) => ({
    members: own,
    gap: ' ',
    ...(index > 0 && { goesOn: true }),
  }));
}

/** Names of leaves that give somebody's number, or what somebody pressed or said. */
const givesDigits =
  /\b(?:digits?|dtmf|keys?|keypad|keyed|press(?:ed|es)?|tones?|inputs?|entered|entry|numbers?|nums?|phone|telephone|mobile|cell|fax|ssn|social|mrn|record|card|account|acct|member|ids?|identifier|pin|code|parts?|chunks?|pieces?|segments?|groups?|blocks?|chars?|characters?|symbols?|said|spoken|words?|tokens?|caller|[dnkcv])\b/;
/** Names of what is counted, measured or ordered. */
const measures =
  /\b(?:counts?|totals?|prices?|costs?|amounts?|fees?|balances?|qty|quantit(?:y|ies)|scores?|ratings?|levels?|rates?|bp|systolic|diastolic|blood|pressures?|pulse|heart|hr|spo2|temps?|temperatures?|weights?|heights?|bmi|glucose|sugar|a1c|labs?|results?|readings?|measure(?:ment)?s?|vitals?|doses?|dosage|mg|ml|ages?|years?|months?|days?|weeks?|hours?|minutes?|seconds?|times?|timestamps?|durations?|intervals?|starts?|ends?|offsets?|confidences?|lat|lon|lng|latitude|longitude|coords?|coordinates?|positions?|pos|points?|pages?|sizes?|widths?|lengths?|ind(?:ex|ices)|idx|steps?|floors?|rooms?|refills?|visits?|ranks?|priorit(?:y|ies)|percents?|pct|percentages?|ratios?|histogram|buckets?|stats?|avg|averages?|means?|min|max|versions?|status(?:es)?|attempts?|retries|ports?|rgb|colou?rs?|answers?|responses?|questions?|phq\d?|gad\d?|pain|scales?|surveys?|seq|sequence|order|sorts?|lines?|channels?|speakers?|waits?|queue|slots?|available|open|capacity|stock|inventory|shares?|sum|subtotals?|tax|[tixyzpqwh])\b/;

const digit = /^[\d*#]$/;
const digitWord =
  /^(?:zero|oh?|one|two|three|four|five|six|seven|eight|nine|double|triple|cero|una?|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)[.,;?!]*$/i;

/** The digits of a column as a series, if their form and its name say that they are of one number. */
function digitsOf(column: Column): readonly Series[] {
  const { members } = column;
  const texts = members.map(({ text }) => text);
  const gap = texts.every((text) => cutDigits.test(text)) ? '' : ' ';
  const isOne = gap === '' ? isCut(texts, column) : isReadOut(texts, column);
  return isOne ? [{ members, gap, cue: cueOf(column) }] : [];
}

const cutDigits = /^\d{1,8}$/;

/** How telephone, social security and card numbers are grouped. */
const groupings = new Set(['3-3-4', '1-3-3-4', '3-2-4', '4-4-4-4', '4-6-5']);

/** Whether these are single digits, or stretches of one number: grouped as people do, or of the same length with a rest. */
function isCut(texts: readonly string[], column: Column): boolean {
  const lengths = texts.map(({ length }) => length);
  const [first = 0, last = 0] = [lengths[0], lengths.at(-1)];
  const total = lengths.reduce((sum, length) => sum + length);
  if (total < fewestDigits) return false;
  if (first < 2) return isReadOut(texts, column);
  if (total > mostDigits) return false;
  const isEven = lengths.slice(0, -1).every((length) => length === first) && last <= first;
  const isGrouped = groupings.has(lengths.join('-'));
  if (!(isEven || isGrouped)) return false;
  const cue = cueOf(column);
  const isNamed = givesDigits.test(cue);
  if ((texts.length < fewestUnnamed || measures.test(cue)) && !isNamed) return false;
  return isGrouped || isNamed || cue === '' || (first > 2 && last < first - 1);
}

/** Whether single digits are read out or pressed here, perhaps among words. */
function isReadOut(texts: readonly string[], column: Column): boolean {
  const digits = texts.filter((text) => digit.test(text) || digitWord.test(text));
  if (digits.length < fewestDigits || isCounted(digits)) return false;
  if (digits.every((text) => text === '0' || text === '1')) return false;
  if (!texts.every((text) => text.length <= longestWord && !/\s/.test(text))) return false;
  if (isSpelledOut(column)) return true;
  const cue = cueOf(column);
  const hasNumbers = texts.some((text) => /\d/.test(text) && !digit.test(text));
  return givesDigits.test(cue) || !(hasNumbers || measures.test(cue));
}

/** Whether every leaf is a digit in words: somebody said them, so the name of the field does not matter. */
const isSpelledOut = ({ members }: Column): boolean =>
  members.every(({ text }) => digitWord.test(text) && !digit.test(text));

/** Whether numbers go up or down by the same step. */
export function isCounted(texts: readonly string[]): boolean {
  const step = Number(texts[1]) - Number(texts[0]);
  return texts.every((text, at) => at === 0 || Number(text) - Number(texts[at - 1]) === step);
}
