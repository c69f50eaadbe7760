import { beforeAll, describe, expect, it } from 'vitest';
import { spokenLines } from '../../server/ingress/spoken-lines.ts';
import { squeezed } from '../support/decoded-texts.ts';
import { type MemoryProxy, memoryProxy } from '../support/memory-proxy.ts';
import { forwardedWithResult } from '../support/tool-result.ts';

let proxy: MemoryProxy;
beforeAll(async () => {
  proxy = await memoryProxy();
});

/** What the provider gets of a tool's result. */
async function sentFor(content: string): Promise<string> {
  return JSON.parse(await forwardedWithResult(proxy, content)).messages[1].content;
}

const numbers: Readonly<Record<string, readonly string[]>> = {
  PHONE: ['2025550143', '4155550178', '6175550116'],
  SSN: ['536481442', '219837465', '408276193'],
  MRN: ['44829136', '8965663', '70318254'],
  CARD: ['4111111111111111', '5555555555554444', '378282246310005'],
};

const letters = 'abcdefghijklmnop';
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth'.split(
    ' ',
  );
const counts =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'.split(
    ' ',
  );
const said = 'zero one two three four five six seven eight nine'.split(' ');
const word = (digit: string): string => said[Number(digit)] ?? '';
const cutBy = (number: string, length: number): readonly string[] =>
  number.match(new RegExp(`.{1,${length}}`, 'g')) ?? [];
const at = (index: number): string => `00:00:${`${index + 10}`.padStart(2, '0')}`;
const cue = (digit: string, index: number): string =>
  `${at(index)}.000 --> ${at(index)}.800\n${digit}`;
const rows = (digits: readonly string[], write: (digit: string, index: number) => unknown) =>
  JSON.stringify(digits.map(write));

/** How programs of telephony write a number that somebody presses or says. */
const shapes: Readonly<Record<string, (digits: readonly string[], number: string) => string>> = {
  'a list of keys': (digits) => JSON.stringify({ digits }),
  'a list of numbers': (digits) => JSON.stringify({ dtmf: digits.map(Number) }),
  'a list in an answer': (digits) => JSON.stringify({ call: 'x', gathered: { digits }, ok: true }),
  'a list without a name': (digits) => JSON.stringify(digits),
  'keys with times': (digits) => rows(digits, (digit, t) => ({ t: t / 4, digit })),
  'numbers with positions': (digits) => rows(digits, (digit, pos) => ({ pos, d: Number(digit) })),
  'events of a gateway': (digits) =>
    JSON.stringify({
      events: digits.map((digit, id) => ({ type: 'dtmf', seq: id, payload: { digit, ms: 120 } })),
    }),
  'numbered names': (digits) =>
    JSON.stringify(Object.fromEntries(digits.map((digit, index) => [`d${index}`, Number(digit)]))),
  'names that count in words': (digits) =>
    JSON.stringify(Object.fromEntries(digits.map((digit, no) => [ordinals[no], Number(digit)]))),
  'names that end in a count': (digits) =>
    JSON.stringify(Object.fromEntries(digits.map((digit, no) => [`digit_${counts[no]}`, digit]))),
  'names that are letters': (digits) =>
    JSON.stringify(Object.fromEntries(digits.map((digit, index) => [letters[index], word(digit)]))),
  'a list with nothing between': (digits) =>
    JSON.stringify({ dtmf: digits.flatMap((digit) => [Number(digit), null]) }),
  'events that nest deeply': (digits) =>
    rows(digits, (key) => ({ data: { message: { event: { input: { body: { key } } } } } })),
  'numbered names with words around': (digits) =>
    JSON.stringify({
      caller: 'unknown',
      ...Object.fromEntries(digits.map((digit, index) => [`digit_${index + 1}`, digit])),
    }),
  'objects by number': (digits) =>
    JSON.stringify(Object.fromEntries(digits.map((digit, index) => [index, { key: digit }]))),
  'words of speech with times': (digits) =>
    JSON.stringify({
      transcript: digits.map((digit, index) => ({ word: word(digit), start: index / 4 })),
    }),
  'words of speech amid others': (digits) =>
    JSON.stringify({
      words: [...'sure the number is'.split(' '), ...digits.map(word), 'thank', 'you'].map(
        (text, index) => ({ text, start: index / 4, end: index / 4 + 0.2, confidence: 0.9 }),
      ),
    }),
  'words under a letter': (digits) =>
    JSON.stringify({ words: digits.map((digit, s) => ({ w: word(digit), s, e: s + 1, c: 0.98 })) }),
  'words in events': (digits) =>
    JSON.stringify(
      digits.map((digit, id) => ({ id, type: 'speech', payload: { t: word(digit) } })),
    ),
  'words under a name in Spanish': (digits) =>
    JSON.stringify({ palabras: digits.map((digit, no) => ({ texto: word(digit), inicio: no })) }),
  'stretches of speech': (digits) =>
    JSON.stringify({
      segments: cutBy(digits.join(''), 3).map((some, id) => ({
        id,
        start: id * 2,
        text: ` ${[...some].map(word).join(' ')}.`,
      })),
    }),
  'words in a list': (digits) => JSON.stringify({ said: digits.map(word) }),
  'stretches of three': (_, number) => JSON.stringify(cutBy(number, 3)),
  'stretches of four in a field': (_, number) => JSON.stringify({ input: cutBy(number, 4) }),
  'stretches in numbered names': (_, number) =>
    JSON.stringify(Object.fromEntries(cutBy(number, 3).map((some, no) => [`part${no}`, some]))),
  'a number with a decimal point': (_, number) =>
    `{"value":${number.slice(0, -3)}.${number.slice(-3)}}`,
  'a number cut in the middle': (_, number) =>
    `{"value":${number.slice(0, (number.length + 1) >> 1)}.${number.slice((number.length + 1) >> 1)}}`,
  'a line for each key': (digits) =>
    digits.map((digit, index) => `10:${at(index).slice(3)} DTMF ${digit}`).join('\n'),
  'a line of a log for each key': (digits) =>
    digits
      .map((digit, no) => `2026-03-01T10:00:${10 + no}Z [info] key pressed: ${digit}`)
      .join('\n'),
  'a line of JSON for each key': (digits) =>
    digits.map((digit, n) => JSON.stringify({ event: 'key', n, k: digit })).join('\n'),
  'a row for each key': (digits) =>
    `time,event,key\n${digits.map((digit, no) => `10:00:${10 + no},dtmf,${digit}`).join('\n')}`,
  'a sentence for each key': (digits) =>
    digits
      .map((digit, no) => `10:00:${10 + no} the guest has pressed ${digit} just now`)
      .join('\n'),
  'a signal of SIP for each key': (digits) =>
    digits.map((digit) => `INFO sip:x\nSignal=${digit}\nDuration=160`).join('\n\n'),
  'a cue of WebVTT for each digit': (digits) => `WEBVTT\n\n${digits.map(cue).join('\n\n')}\n`,
  'a cue of WebVTT for each word': (digits) =>
    `WEBVTT\n\n${digits.map((digit, no) => cue(word(digit), no)).join('\n\n')}\n`,
  'a caption of SubRip for each digit': (digits) =>
    digits.map((digit, no) => `${no + 1}\n${cue(digit, no).replaceAll('.', ',')}`).join('\n\n'),
};

/** What a reader of these texts gets: the leaves of JSON by their names, or all lines without times. */
function readings(text: string): string {
  const pieces = new Map<string, string>();
  try {
    JSON.parse(text, (key, value) => {
      const name = key.replace(/\d+$/, '');
      if (typeof value !== 'object') pieces.set(name, `${pieces.get(name) ?? ''} ${value}`);
      return value;
    });
  } catch {
    return text.replace(
      /(?:[\d-]{10}T)?[\d:]{5,8}[.,]?\d*|^\d+$(?=\n\d\d:)|Duration=\d+|"n":\d+/gm,
      '',
    );
  }
  return [...pieces.values()].join(' and ');
}

/** The digits that it shows, also those in words. */
const digitsIn = (text: string): string =>
  readings(text)
    .toLowerCase()
    .replace(new RegExp(said.join('|'), 'g'), (digit) => `${said.indexOf(digit)}`)
    .replace(/tok1\.[\w.]+| and /g, 'x')
    .replace(/[^\dx]/g, '');

/** The same shape: names and lengths, whatever the leaves are. */
function shapeOf(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'object' ? value : 0));
  } catch {
    return text.split('\n').length > 0;
  }
}

const cases = Object.entries(shapes).flatMap(([shape, write]) =>
  Object.entries(numbers).flatMap(([kind, values]) =>
    values.map((number, no) => [shape, kind, no, write([...number], number), number] as const),
  ),
);

describe('a number that a tool returns piece by piece does not leave (design D53)', () => {
  it.each(cases)('%s: %s %i', async (_, __, ___, content, number) => {
    const sent = await sentFor(content);
    for (const part of cutBy(number, 5).filter(({ length }) => length === 5))
      expect(digitsIn(sent)).not.toContain(part);
    expect(shapeOf(sent)).toEqual(shapeOf(content));
  });
});

const untouched: Readonly<Record<string, unknown>> = {
  prices: { prices: [12, 45, 120, 300, 9, 4, 7, 8] },
  'prices of a row': [
    { item: 'Gauze', price: 4 },
    { item: 'Tape', price: 6 },
    { item: 'Splint', price: 9 },
    { item: 'Sling', price: 8 },
    { item: 'Brace', price: 7 },
    { item: 'Swab', price: 2 },
    { item: 'Wrap', price: 3 },
  ],
  'blood pressures': { systolic: [120, 118, 122, 131, 119], diastolic: [80, 76, 79, 84, 77] },
  'pairs of blood pressure': { values: [120, 80, 118, 76, 122, 79] },
  'glucose readings': { glucose: [101, 98, 115, 130, 99] },
  counts: { counts: [3, 1, 4, 2, 5, 1, 0, 6] },
  'counts by day': { day1: 3, day2: 1, day3: 4, day4: 2, day5: 5, day6: 0, day7: 6 },
  'answers of a form': { q1: 2, q2: 1, q3: 0, q4: 3, q5: 2, q6: 1, q7: 0, q8: 1, q9: 0 },
  'an area with a group': { area: 12, group: 3, serial: 'B', line: 4 },
  'places of a race': { first: 3, second: 1, third: 4 },
  'choices of a form': { a: 2, b: 1, c: 4, d: 3, e: 2 },
  'pain by hour': { pain: [2, 3, 5, 4, 6, 2, 1, 3] },
  coordinates: { coordinates: [40.712776, -74.005974] },
  points: {
    points: [
      [1, 2],
      [3, 5],
      [4, 6],
      [7, 1],
      [2, 2],
      [8, 9],
      [3, 3],
      [5, 0],
    ],
  },
  'rows of a table': {
    columns: ['slot', 'doctors', 'free'],
    rows: [
      [1, 4, 2],
      [2, 3, 1],
      [3, 5, 0],
      [4, 2, 2],
      [5, 1, 1],
      [6, 7, 4],
      [7, 3, 3],
    ],
  },
  'rows with names': [
    { clinic: 'North', free: 4, beds: 9 },
    { clinic: 'South', free: 2, beds: 7 },
    { clinic: 'East', free: 7, beds: 3 },
    { clinic: 'West', free: 1, beds: 8 },
    { clinic: 'Center', free: 5, beds: 2 },
    { clinic: 'Harbor', free: 3, beds: 6 },
    { clinic: 'Hill', free: 6, beds: 1 },
  ],
  flags: { days_open: [1, 1, 1, 1, 1, 0, 0], mask: [0, 1, 0, 1, 1, 0, 1, 0] },
  'an index': [0, 1, 2, 3, 4, 5, 6, 7].map((n) => ({ n })),
  money: { total: 123456.78, tax: 1234.5, rate: 0.0825, balance: 98765.43 },
  measures: { weight: 1234.567, distance_m: 15321.125, lat: 40.712776, confidence: 0.987654321 },
  'a moment in seconds': { at: 1732835427.123, started: 1732835400.5 },
  'counts in lines': [3, 1, 4, 2, 5, 1, 7, 6]
    .map((n) => `{"day":"Monday","visits":${n}}`)
    .join('\n'),
  'two counts in lines': [3, 1, 4, 2, 5, 1, 7, 6]
    .map((n) => `{"keys":${n},"cups":${(n * n) % 7}}`)
    .join('\n'),
  'steps in lines': [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `press key ${n}`).join('\n'),
  'times of slots': { slots: ['9:00', '9:30', '10:00', '10:30', '11:00', '11:30', '13:00'] },
};

const whole = 'my number is two oh two five five five oh one four three thank you';
const marks: Readonly<Record<string, (no: number) => string>> = {
  'times in square brackets': (no) => `[00:${10 + no}]`,
  'times of WebVTT': (no) => `<00:00:${10 + no}.500>`,
  pauses: () => '[pause]',
  'sounds in words': (no) => (no % 2 === 0 ? '(inaudible)' : '[background noise]'),
  'marks as elements': () => '<break/>',
};

describe('what was said leaves as one value, whatever marks a transcript has between its words', () => {
  it.each(Object.entries(marks))('%s', async (_, mark) => {
    const words = whole.split(' ');
    const content = words.map((one, no) => `${one} ${mark(no)}`).join(' ');
    const sent = await sentFor(content);
    expect(sent.match(/TOK1\.PHONE\.\S+/g)).toHaveLength(1);
    expect(sent).not.toMatch(/\b(?:two|oh|five|one|four|three)\b/);
    const all = (text: string) => words.map((_one, no) => text.includes(mark(no)));
    expect(all(sent)).toEqual(all(content));
  });

  it.each([
    'times that go back [53:12] and then [20:25] again',
    'a date [2026-03-01] and then [noon] words',
    'a mark at an end [pause]',
    'eyJhIjoiYiJ9eyJhIjoiYiJ9 [pause] packed',
  ])('%s is read as it is', (text) => {
    expect(spokenLines(text)).toBeUndefined();
  });
});

describe('the parts of a value leave as one token, whatever the fields around them are', () => {
  it.each([
    ['a telephone number', { area_code: '202', exchange: '555', line: '0143' }, 'PHONE'],
    ['numbers', { kind: 'home', npa: 617, nxx: 555, line_number: 178, ext: null }, 'PHONE'],
    [
      'in capitals, amid others',
      { contact: { areaCode: 415, prefix: '555', lastFour: '0178' } },
      'PHONE',
    ],
    ['a day of birth', { birthYear: 1961, birthMonth: 3, birthDay: 14 }, 'DOB'],
    ['one with a month in words', { dob_year: '1961', dob_month: 'March', dob_day: '3' }, 'DOB'],
    ['one in a list', { date_of_birth: [1961, 3, 14] }, 'DOB'],
    ['a social security number', { area: '536', group: '48', serial: '1442' }, 'SSN'],
  ])('%s', async (_, value, kind) => {
    const sent = await sentFor(JSON.stringify(value));
    expect(sent).toContain(`TOK1.${kind}.`);
    expect(sent.replace(/TOK1[\w.]+/g, '')).not.toMatch(/\d/);
  });
});

describe('numbers that count and measure stay as they are', () => {
  it.each(Object.entries(untouched))('%s', async (_, value) => {
    const content = typeof value === 'string' ? value : JSON.stringify(value);
    expect(await sentFor(content)).toBe(content);
  });
});

describe('a value in pieces leaves as one token, and is heard whole again', () => {
  it('the first piece has the token, the others are empty', async () => {
    const sent = JSON.parse(await sentFor(JSON.stringify({ digits: [...'2025550143'] })));
    expect(sent.digits).toEqual([expect.stringMatching(/^TOK1\.PHONE\./), ...Array(9).fill('')]);
  });

  it('words around it stay where they were', async () => {
    const words = 'my number is two oh two five five five oh one four three thank you'.split(' ');
    const transcript = words.map((word, index) => ({ word, start: index / 4 }));
    const sent = JSON.parse(await sentFor(JSON.stringify({ transcript }))).transcript;
    const kept = sent.map(({ word }: { word: string }) => word);
    expect([...kept.slice(0, 3), ...kept.slice(-2)]).toEqual([
      'my',
      'number',
      'is',
      'thank',
      'you',
    ]);
    expect(kept[3]).toMatch(/^TOK1\.PHONE\./);
    expect(squeezed(JSON.stringify(kept))).not.toContain('fivefivefive');
  });
});
