import { itemAt } from '../domain/item-at.ts';

/** Issuer prefixes with the lengths they are issued in (ISO/IEC 7812). */
const issuers: readonly RegExp[] = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?:5[1-5]|2[2-7])\d{14}$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-5]|[68]\d)\d{11}$/,
  /^35\d{14}$/,
  /^6(?:011|2|4|5)\d+$/,
];

/** 13 to 19 digits of a known issuer that pass the Luhn check. */
export function isCardNumber(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19) return false;
  return issuers.some((issuer) => issuer.test(digits)) && luhnSum(digits) % 10 === 0;
}

function luhnSum(digits: string): number {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48;
    const doubled = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
    sum += place % 2 === 0 ? digit : doubled;
  }
  return sum;
}

/** 15 to 34 letters and digits, spaces aside, whose rearrangement is 1 modulo 97 (ISO 13616). */
export function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '').toUpperCase();
  if (compact.length < 15 || compact.length > 34) return false;
  let remainder = 0;
  for (const symbol of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(symbol, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** A strict shape that should have been masked; its patterns share nothing with masking's (design D33). */
export interface PatternRule {
  readonly name: string;
  /** The rule counts when the policy enforces one of these. */
  readonly kinds: readonly string[];
  /** A strong hit blocks; a weak one is reported, because ordinary numbers can look so. */
  readonly strong: boolean;
  /** The hits in `text` that begin in the first `upTo` characters of it. */
  find(text: string, upTo: number): readonly string[];
}

const notAfter = String.raw`(?<![A-Za-z0-9_]|\d[-.])`;
const notBefore = String.raw`(?![A-Za-z0-9_]|[-.]\d)`;
/** Samples printed in public, which belong to no person. Masking leaves them, so blocking them would end calls. */
const sampleSsn = '078.05.1120|219.09.9999|457.55.5462';
const ssnGroups = (separator: string) =>
  shape(
    String.raw`(?!000|666|9|${sampleSsn})\d{3}${separator}(?!00)\d{2}${separator}(?!0000)\d{4}`,
  );

/** Keys of well-known issuers, signed web tokens, and private keys. */
const keyShape =
  /(?<![\w-])(?:[a-z]{2}[-_](?:live|test|proj|ant|svcacct)[-_][\w-]{20,}|AKIA[A-Z0-9]{16}|gh[a-z]_\w{30,}|github_pat_\w{30,}|xox[a-z]-[\w-]{20,}|AIza[\w-]{35}|eyJ[\w-]{10,}\.eyJ[\w-]{10,})|-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/g;

export const patternRules: readonly PatternRule[] = [
  { name: 'pattern.ssn', kinds: ['SSN'], strong: true, find: finder(ssnGroups('-')) },
  { name: 'pattern.ssn_spaced', kinds: ['SSN'], strong: false, find: finder(ssnGroups(' ')) },
  {
    name: 'pattern.phone',
    kinds: ['PHONE', 'FAX'],
    strong: true,
    find: finder(
      shape(String.raw`(?:\+?1[-. ]?)?(?:\([2-9]\d\d\) ?\d{3}[-. ]|[2-9]\d\d[-.]\d{3}[-. ])\d{4}`),
    ),
  },
  {
    name: 'pattern.phone_plain',
    kinds: ['PHONE', 'FAX'],
    strong: false,
    find: finder(shape(String.raw`(?:\+?1 ?)?[2-9]\d\d( ?)[2-9]\d\d\1\d{4}`)),
  },
  {
    name: 'pattern.spoken_number',
    kinds: ['PHONE', 'FAX', 'SSN', 'MRN', 'ACCOUNT', 'CREDIT_CARD'],
    strong: false,
    find: findSpokenNumbers,
  },
  { name: 'pattern.email', kinds: ['EMAIL'], strong: true, find: findEmails },
  { name: 'pattern.card', kinds: ['CREDIT_CARD', 'ACCOUNT'], strong: true, find: findCards },
  {
    name: 'pattern.iban',
    kinds: ['IBAN', 'ACCOUNT'],
    strong: true,
    find: finder(
      shape(
        '(?:[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?|[a-z]{2}[0-9]{2}[a-z0-9]{11,30})',
      ),
      isIban,
    ),
  },
  { name: 'pattern.key', kinds: ['SECRET'], strong: true, find: finder(keyShape) },
];

/** Part of a name that is drawn at random (RFC 9562), in which letters and digits mix. */
const uuid = /[0-9a-f]{8}([-_]?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}/gi;
/** The day of a version, and seconds or milliseconds since 2020. */
const notAnyones = '(?:20[2-4]\\d[01]\\d[0-3]\\d|1[5-9]\\d{8}|1[5-9]\\d{11})(?!\\d)';
/** Seven digits in a row, the groups of a telephone or social security number, a day of birth. */
const personal =
  '(?:\\d{7,}|(?:1[-_])?\\d{3}[-_]\\d{2,3}[-_]\\d{4}|\\d{3}[-_]\\d{4}|\\d{4}(?:[-_]\\d{4}){3}|\\d{4}[-_]\\d{6}[-_]\\d{5}|(?:19|20)\\d\\d[-_][01]\\d[-_][0-3]\\d|[01]\\d[-_][0-3]\\d[-_](?:19|20)\\d\\d)';
/** Between words or their letters, but not amid letters as hexadecimal digits have them. */
const numberInName = new RegExp(
  `(?<=(?:^|[-_\\0]|[g-z])[a-f]{0,64})(?!${notAnyones})${personal}(?=[a-f]{0,64}(?:$|[-_\\0]|[g-z]))`,
  'gi',
);

/** Digits one by one, as figures or words. */
const sign = '(?:\\d|zero|oh|one|two|three|four|five|six|seven|eight|nine)';
const spelledInName = new RegExp(`(?<![a-z\\d])(?:${sign}[-_]){6,24}${sign}(?![a-z\\d])`, 'gi');
const asWords = (names: string): string => names.replace(/(?<=[a-z])(?=[A-Z])/g, '_');

/** A digit at the end of each of many names that differ in their number alone: `d0_5`, `d1_1`. */
const oneDigit = /^([a-z]{0,40}?)[-_]?\d{1,2}[-_](\d)$/i;
const fewestNames = 7;

function overNames(names: string): readonly string[] {
  const read = names.split('\0').flatMap((name) => {
    const [, word = '', digit] = oneDigit.exec(name) ?? [];
    return digit === undefined ? [] : [{ word, digit }];
  });
  const groups = [...Map.groupBy(read, ({ word }) => word).values()];
  return groups
    .filter(({ length }) => length >= fewestNames)
    .map((group) => group.map(({ digit }) => digit).join(''));
}

/** Values in the names of functions, tools and formats, which are sent unmasked. Names are separated by NUL. */
export const nameRules: readonly PatternRule[] = [
  {
    name: 'pattern.number_in_name',
    kinds: [
      'PHONE',
      'FAX',
      'SSN',
      'DOB',
      'DATE',
      'MRN',
      'ACCOUNT',
      'HEALTH_PLAN_ID',
      'CREDIT_CARD',
    ],
    strong: true,
    find: (names) => [
      ...(names.replace(uuid, '').match(numberInName) ?? []),
      ...(asWords(names).match(spelledInName) ?? []),
      ...overNames(names),
    ],
  },
  {
    name: 'pattern.email_in_name',
    kinds: ['EMAIL'],
    strong: true,
    find: (names) =>
      names.match(
        /(?<![a-z\d])[a-z\d]{1,40}_at_[a-z\d-]{2,40}_(?:dot_)?(?:com|net|org|edu|gov|me|io|us|co|info|health|care)(?![a-z\d])/gi,
      ) ?? [],
  },
  {
    name: 'pattern.address_in_name',
    kinds: ['ADDRESS'],
    strong: true,
    find: (names) =>
      names.match(
        /(?<![a-z\d])\d{1,5}_(?:[a-z]{2,20}_){1,3}(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|court|ct|place|pl)(?![a-z\d])/gi,
      ) ?? [],
  },
  {
    name: 'pattern.ip_in_name',
    kinds: ['IP_ADDRESS'],
    strong: true,
    // Numbers of versions are small.
    find: (names) =>
      (names.match(/(?<!\d[_-]?)\d{1,3}(?:[_-]\d{1,3}){3}(?![_-]?\d)/g) ?? []).filter((found) => {
        const parts = found.split(/[_-]/).map(Number);
        return parts.every((part) => part < 256) && Number(parts[0]) > 9;
      }),
  },
];

function shape(source: string): RegExp {
  return new RegExp(notAfter + source + notBefore, 'g');
}

function finder(pattern: RegExp, holds: (match: string) => boolean = () => true) {
  return (text: string, upTo: number) => matchesOf(pattern, text, upTo).filter(holds);
}

function matchesOf(pattern: RegExp, text: string, upTo: number): readonly string[] {
  const found: string[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null && match.index < upTo; ) {
    found.push(match[0]);
    match = pattern.exec(text);
  }
  return found;
}

const digitWords: ReadonlyMap<string, number> = new Map(
  [
    'zero one two three four five six seven eight nine',
    'cero uno dos tres cuatro cinco seis siete ocho nueve',
  ].flatMap((words) => words.split(' ').map((word, digit): [string, number] => [word, digit])),
);
/** Digits in words of the shortest number, how many of them differ, and most words from one to the next. */
const fewestSpoken = 7;
const leastDifferent = 4;
const mostBetween = 4;
/** Different words between for each digit: people who count or measure say more. */
const mostWords = 0.6;

interface SpokenRow {
  readonly start: number;
  end: number;
  readonly digits: number[];
  readonly between: string[];
}

/** Seven digits or more in words, with few other words between or the same ones, unless they count. */
function findSpokenNumbers(text: string, upTo: number): readonly string[] {
  const rows: SpokenRow[] = [];
  let row: SpokenRow | undefined;
  let said: string[] = [];
  for (const { index, 0: word } of text.matchAll(/[\p{L}\p{M}]+|\p{N}+|\0/gu)) {
    const digit = word.length < 7 ? digitWords.get(word.toLowerCase()) : undefined;
    if (digit === undefined) {
      said.push(word.toLowerCase());
      if (said.length > mostBetween || /^[\p{N}\0]/u.test(word)) row = undefined;
      continue;
    }
    if (row === undefined) {
      row = { start: index, end: index, digits: [], between: [] };
      rows.push(row);
    } else row.between.push(...said);
    row.digits.push(digit);
    row.end = index + word.length;
    said = [];
  }
  return rows
    .filter((one) => one.start < upTo && isSpokenNumber(one))
    .map(({ start, end }) => text.slice(start, end));
}

function isSpokenNumber({ digits, between }: SpokenRow): boolean {
  const steps = new Set(digits.slice(1).map((digit, at) => digit - itemAt(digits, at)));
  return (
    digits.length >= fewestSpoken &&
    new Set(digits).size >= leastDifferent &&
    steps.size > 2 &&
    new Set(between).size <= mostWords * digits.length
  );
}

const domain = /[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/y;

/** From each `@` outwards, so that long text without one costs nothing. */
function findEmails(text: string, upTo: number): readonly string[] {
  const found: string[] = [];
  for (let at = text.indexOf('@'); at !== -1 && at < upTo; at = text.indexOf('@', at + 1)) {
    domain.lastIndex = at + 1;
    const host = domain.exec(text)?.[0] ?? '';
    if (/[\w%+-]/.test(text.charAt(at - 1)) && /\.[A-Za-z]{2,24}$/.test(host))
      found.push(`${userBefore(text, at)}@${host}`);
  }
  return found;
}

/** At most 64 characters (RFC 5321). */
function userBefore(text: string, at: number): string {
  let start = at;
  while (at - start < 64 && /[\w.%+-]/.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start, at);
}

const digitRun = /(?<![A-Za-z0-9_.])\d(?:[ -]?\d){12,}(?![A-Za-z0-9_])/g;

/** Any run of whole groups may be the card: an expiry or a security code often follows it. */
function findCards(text: string, upTo: number): readonly string[] {
  return matchesOf(digitRun, text, upTo).filter((run) => {
    const groups = run.split(/[ -]/);
    return groups.some((_, from) => startsWithCard(groups.slice(from, from + 19)));
  });
}

function startsWithCard(groups: readonly string[]): boolean {
  let digits = '';
  if (!/^[2-6]/.test(groups[0] ?? '')) return false;
  for (const group of groups) {
    digits += group;
    if (digits.length > 19) return false;
    if (isCardNumber(digits)) return true;
  }
  return false;
}
