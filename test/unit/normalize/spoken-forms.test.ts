import { describe, expect, it } from 'vitest';
import { shadowOf } from '../../../server/normalize/index.ts';

type Case = readonly [spoken: string, written: string];

const numbers: readonly Case[] = [
  ['five five five oh one two three', '5550123'],
  ['five o five', '505'],
  ['nought one zero', '010'],
  ['double five oh triple two', '550222'],
  ['forty two ninety', '4290'],
  ['forty-two ninety', '4290'],
  ['twenty one hundred', '2100'],
  ['nineteen hundred', '1900'],
  ['nineteen oh four', '1904'],
  ['two thousand and nine', '2009'],
  ['four hundred thousand and twelve', '400,012'],
  ['one hundred twenty three thousand', '123,000'],
  ['twelve thousand four hundred', '12400'],
  ['one thousand two hundred thirty four', '1234'],
  ['a hundred and two years', '102 years'],
  ['eight hundred five five five', '800555'],
  ['one eight hundred five five five oh one two three', '18005550123'],
  ['plus forty four twenty seven nine four six', '+4427946'],
  ['3 four 5', '345'],
];

const hesitations: readonly Case[] = [
  ['five five um five uh oh one', '55501'],
  ['five five like five', '555'],
  ['b like bravo yeah twelve', 'b like bravo yeah 12'],
  ['five five you know five', '555'],
  ['five five five, oh one two three', '555 0123'],
  ['five five five, um, oh one two three', '555 0123'],
  ['six, twelve, uh, eighty', '6 12 80'],
  ['Five, five, five, zero, one, four, two.', '5550142.'],
  ['nine one nine and then five five five', '919555'],
];

const dates: readonly Case[] = [
  ['june fourth eighty two', 'june 4th 82'],
  ['june four nineteen eighty two', 'june 4 1982'],
  ['june twelve eighty', 'june 12 80'],
  ['july nineteen eighty three', 'july 1983'],
  ['the twenty fifth of july nineteen eighty three', 'the 25th of july 1983'],
  ['the first of may', 'the 1st of may'],
  ['may second', 'may 2nd'],
  ['nineteen ninety one, um, seventeenth of November', '1991 17th of November'],
  ['two four nineteen fifty eight', '241958'],
  ['six slash twelve slash eighty', '6/12/80'],
];

const symbols: readonly Case[] = [
  ['three dash eight dash four', '3-8-4'],
  ['two two five dot double five dot o dot four o', '225.55.0.40'],
  ['three point five', '3.5'],
  ['nine thirty colon four', '930:4'],
];

const spellings: readonly Case[] = [
  ['s m i t h', 'smith'],
  ['S-M-I-T-H', 'SMITH'],
  ['mrs r n 4482', 'mrs rn4482'],
  ["it's d e v o n", "it's devon"],
  ['b as in boy o b', 'bob'],
  ['b as boy o b', 'bob'],
  ['d like a dog r w', 'drw'],
  ['k kilo seven two', 'k72'],
  ['x like x-ray q like queen four oh two', 'xq402'],
  ['three three as in tango one nine', '33t19'],
  ['six one then t like tango then four four', '61t44'],
  ['four one won too eight', '41128'],
  ['ate oh four five one', '80451'],
  ['five to six weeks', '5 to 6 weeks'],
  ['i ate two eggs', 'i ate 2 eggs'],
  ['at eight then see two people', 'at 8 then see 2 people'],
  ['b for bravo r for romeo', 'br'],
  ['double l o y d', 'lloyd'],
  ['sierra mike india', 'smi'],
  ['quebec seven november lima four', 'q7nl4'],
  ['lima lima four two papa', 'll42p'],
  ['my papa has two dogs', 'my papa has 2 dogs'],
  ['in november four of them', 'in november 4 of them'],
  ['r n forty four eighty two ninety one', 'rn448291'],
  ['p o l double one eight', 'pol118'],
  ['m r n four nine two eight', 'mrn 4928'],
  ['my d o b is six twelve eighty', 'my dob is 61280'],
  ['three b twenty nine ce nine', '3b29ce9'],
];

const addresses: readonly Case[] = [
  ['mary dot smith at gmail dot com', 'mary.smith@gmail.com'],
  ['my email is mary dot smith at gmail dot com thanks', 'my email is mary.smith@gmail.com thanks'],
  ['my email is john smith at example dot com', 'my email is johnsmith@example.com'],
  ['no m a r y underscore s at example dot com', 'no mary_s@example.com'],
  ['m traba at Gmail dot com', 'mtraba@Gmail.com'],
  ['jack@gmail dot com please', 'jack@gmail.com please'],
  ['a b c at g mail dot com', 'abc@gmail.com'],
  ['a one b two at a b c dot com', 'a1b2@abc.com'],
  ['d dot chen one double nine oh at example dot org', 'd.chen1990@example.org'],
  ['mary um dot smith at uh example dot com', 'mary.smith@example.com'],
  ['joe at sign example dot com', 'joe@example.com'],
  ['kim at example dot co dot uk', 'kim@example.co.uk'],
  ['kim at example.com', 'kim@example.com'],
  ['w w w dot example dot com', 'www.example.com'],
  ['mary underscore a at example dot com', 'mary_a@example.com'],
  ['mary dot i at example dot com', 'mary.i@example.com'],
  ['kim at mail dot lake view dot org', 'kim@mail.lakeview.org'],
  ['kim at example dot com or yahoo dot com', 'kim@example.com or yahoo.com'],
  ['write ann at ann dot ruiz at example dot org', 'write ann at ann.ruiz@example.org'],
];

describe('a spoken form is written out (design D2)', () => {
  it.each(numbers)('number: %s', (spoken, written) => {
    expect(shadowOf(spoken).text).toBe(written);
  });

  it.each(hesitations)('hesitation: %s', (spoken, written) => {
    expect(shadowOf(spoken).text).toBe(written);
  });

  it.each(dates)('date: %s', (spoken, written) => {
    expect(shadowOf(spoken).text).toBe(written);
  });

  it.each(symbols)('symbol: %s', (spoken, written) => {
    expect(shadowOf(spoken).text).toBe(written);
  });

  it.each(spellings)('spelling: %s', (spoken, written) => {
    expect(shadowOf(spoken).text).toBe(written);
  });

  it.each(addresses)('address: %s', (spoken, written) => {
    expect(shadowOf(spoken).text).toBe(written);
  });
});

const prose = [
  'i won one of them',
  'to be or not to be',
  'I went to the store for a while and ate too much',
  'i i i think so',
  'oh one thing',
  'oh my',
  'wait a second, first of all',
  'double vision and triple therapy',
  'we meet at the office',
  'look at the red dot on the screen',
  'there is a dot in the picture',
  'at this point in time',
  'charlie and mike are here',
  'meet me at point in time',
  'My number is 415-555-0132, call me at 9:30 on 3/4/2021.',
  'Room 12, bed 4; BP 120/80; v1.2.3',
  'kim@example.com or https://www.example.com/a_b-c?d=1',
  'plan x-y on the T-2 scan, 415-555-0132 x 4',
  'O’Neil’s naïve café — ünïcödé 北京',
  '',
];

describe('prose and written text', () => {
  it.each(prose)('prose keeps its words: %s', (text) => {
    expect(shadowOf(text).text).toBe(text);
  });

  it('a small count becomes digits, and the words around it stay', () => {
    expect(shadowOf('take two a day for two weeks').text).toBe('take 2 a day for 2 weeks');
  });

  it('an article before a number stays', () => {
    expect(shadowOf('a four week course').text).toBe('a 4 week course');
  });

  it('"look at" begins no address', () => {
    expect(shadowOf('look at example dot com').text).toBe('look at example.com');
  });
});
