import type { Random } from './random.ts';

export const months = 'January February March April May June July August September October November December'.split(' ');
const units = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ordinals: Readonly<Record<string, string>> = { one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth', twelve: 'twelfth' };

/** A whole number below a million in words. */
export function numberWords(value: number): string {
  if (value < 20) return units[value] ?? '';
  if (value < 100) return `${tens[Math.floor(value / 10)]}${value % 10 === 0 ? '' : ` ${units[value % 10]}`}`;
  if (value < 1000) return `${units[Math.floor(value / 100)]} hundred${value % 100 === 0 ? '' : ` ${numberWords(value % 100)}`}`;
  return `${numberWords(Math.floor(value / 1000))} thousand${value % 1000 === 0 ? '' : ` ${numberWords(value % 1000)}`}`;
}

export function ordinalWords(value: number): string {
  const words = numberWords(value).split(' ');
  const last = words.pop() ?? '';
  return [...words, ordinals[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`)].join(' ');
}

export function yearWords(year: number, random: Random): string {
  const century = Math.floor(year / 100);
  const rest = year % 100;
  if (year >= 2000 && year < 2010) return rest === 0 ? 'two thousand' : `two thousand ${random.chance(0.4) ? 'and ' : ''}${numberWords(rest)}`;
  if (year >= 2010 && random.chance(0.3)) return `two thousand ${numberWords(rest)}`;
  if (random.chance(0.15)) return numberWords(rest);
  return `${numberWords(century)} ${rest === 0 ? 'hundred' : rest < 10 ? `${random.pick(['oh', 'o'])} ${numberWords(rest)}` : numberWords(rest)}`;
}

const nato = 'alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu'.split(' ');
const asIn = 'apple boy cat david edward frank george harry ice john kite larry mary nancy ocean peter queen robert sam tom under victor william xray yellow zebra'.split(' ');

/** A letter as a caller says it. */
export function letterWords(letter: string, style: 'plain' | 'nato' | 'as in'): string {
  const index = letter.toLowerCase().charCodeAt(0) - 97;
  if (style === 'plain' || index < 0 || index > 25) return letter;
  return style === 'nato' ? `${nato[index]}` : `${letter} as in ${asIn[index]}`;
}

const pauses = ['um', 'uh', 'er', 'and', 'then', 'okay'];

/** Digits and letters of an identifier as they are spoken; other characters are dropped or said. */
export function spokenCode(code: string, random: Random): string {
  const groups = code.match(/[A-Za-z]+|\d+|[-/.#]/g) ?? [];
  const zero = random.pick(['zero', 'oh', 'o', 'zero']);
  const style = random.chance(0.75) ? 'plain' : random.pick(['nato', 'as in'] as const);
  const pairs = random.chance(0.2);
  return groups
    .map((group) => {
      if (/^[-/.#]$/.test(group)) return random.chance(0.4) ? ({ '-': 'dash', '/': 'slash', '.': 'dot', '#': 'number' }[group] ?? '') : '';
      if (/\D/.test(group)) return [...group].map((letter) => letterWords(letter, style)).join(' ');
      return pairs ? spokenPairs(group, zero) : spokenDigits(group, zero, random);
    })
    .filter((word) => word !== '')
    .join(random.chance(0.12) ? ` ${random.pick(pauses)} ` : ' ');
}

function spokenDigits(digits: string, zero: string, random: Random): string {
  const words: string[] = [];
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charAt(at);
    const word = digit === '0' ? zero : (units[Number(digit)] ?? '');
    if (digit === digits.charAt(at + 1) && random.chance(0.3)) {
      words.push(`double ${word}`);
      at += 1;
    } else words.push(word);
    if (random.chance(0.02)) words.push(random.pick(pauses));
  }
  return words.join(' ');
}

function spokenPairs(digits: string, zero: string): string {
  const words: string[] = [];
  for (let at = 0; at < digits.length; at += 2) {
    const pair = digits.slice(at, at + 2);
    if (pair.length === 1) words.push(numberWords(Number(pair)));
    else words.push(pair.startsWith('0') ? `${zero} ${pair === '00' ? zero : numberWords(Number(pair))}` : numberWords(Number(pair)));
  }
  return words.join(' ');
}
