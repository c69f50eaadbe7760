import { describe, expect, it } from 'vitest';
import { emailRecognizer } from '../../../../server/detect/recognizers/email.ts';
import { type Case, found } from './found.ts';

const finds: readonly Case[] = [
  ['a provider alone', "it's n quell eighty two at yahoo", ['n quell eighty two at yahoo']],
  ['another', 'Z E D dot Quell, at Outlook.', ['Z E D dot Quell, at Outlook']],
  ['in a link', 'https://x.example/?mail=ana.ruiz%40example.com&x=1', ['ana.ruiz%40example.com']],
  ['an ampersand', 'write to ruiz&sons@example.com', ['ruiz&sons@example.com']],
  ['in HTML', 'write to ana.ruiz&#64;example.com', ['ana.ruiz&#64;example.com']],
  ['with a full-width sign', 'ana.ruiz\uff20example.com', ['ana.ruiz\uff20example.com']],
  ['with marks of its own', 'jose\u0301.garcia@example.com', ['jose\u0301.garcia@example.com']],
  [
    'spoken, under no registered domain',
    'my email is ana dot ruiz at clinic dot local',
    ['ana dot ruiz at clinic dot local'],
  ],
  [
    'of several words, spoken',
    "it's the hat lady nineteen at example dot com",
    ['the hat lady nineteen at example dot com'],
  ],
  [
    'of several words, asked for',
    'big quell underscore tows at example dot com',
    ['big quell underscore tows at example dot com'],
    'what is your email',
  ],
  [
    'put right while it is said',
    "it's pat no patty dot quell at example dot com",
    ['pat no patty dot quell at example dot com'],
  ],
  [
    'with how a letter is written',
    'the address is carla with a c carla dot b at example dot com',
    ['carla with a c carla dot b at example dot com'],
  ],
  [
    'behind words that announce nothing',
    "you can't miss it nurse quell one nine at example dot net",
    ['nurse quell one nine at example dot net'],
  ],
  [
    'behind a long sentence',
    'nobody ever tells patients about these things quell at example dot net',
    ['quell at example dot net'],
  ],
  ['its provider, asked for', 'then my last name at gmail', ['at gmail'], 'what is your e-mail'],
  ['its name, asked for', 'okay quell dot oak', ['quell dot oak'], 'and your email'],
  ['its name, in a sentence', 'then a dot then that', [], 'and your email'],
  ['its second half', 'yes, at example dot org', ['at example dot org']],
  ['behind talk', 'my mother uses quell at example dot com', ['quell at example dot com']],
  ['in quotes', "'ana@example.org'", ['ana@example.org']],
  ['a punycode domain', 'ana@xn--80ak6aa92e.com', ['ana@xn--80ak6aa92e.com']],
  ['an umlaut domain', 'ana@münchen.de', ['ana@münchen.de']],
  ['two', 'ana@example.org, bo@example.net', ['ana@example.org', 'bo@example.net']],
  [
    'spoken',
    'my email is ana dot ruiz at example dot com thank you',
    ['ana dot ruiz at example dot com'],
  ],
  ['half spoken', 'ana@example dot com', ['ana@example dot com']],
  ['spelled', 'a n a at example dot c o m', ['a n a at example dot c o m']],
  [
    'underscore',
    "it's ana underscore ruiz at example dot org",
    ['ana underscore ruiz at example dot org'],
  ],
  [
    'a name that ends as a host may',
    'ana dot help at example dot org',
    ['ana dot help at example dot org'],
  ],
  ['dash', 'ana dash ruiz at example dot org', ['ana dash ruiz at example dot org']],
  ['brackets', 'ana [at] example [dot] org', ['ana [at] example [dot] org']],
  ['a host in two words', 'ana at g mail dot com', ['ana at g mail dot com']],
  [
    'a remark inside it',
    'my email is ana ruiz all one word at example dot org',
    ['ana ruiz all one word at example dot org'],
  ],
  ['a spelled host', 'a n a at example dot o r g', ['a n a at example dot o r g']],
  ['period', 'ana period ruiz at example period com', ['ana period ruiz at example period com']],
  [
    'an apostrophe',
    'r dot o apostrophe neill at example dot com',
    ['r dot o apostrophe neill at example dot com'],
  ],
  [
    'two underscores',
    'm underscore underscore j at example dot com',
    ['m underscore underscore j at example dot com'],
  ],
  [
    'a remark in front',
    "that's all lower case a n a nine at example dot com",
    ['a n a nine at example dot com'],
  ],
  ['a provider without its dot', 'ana ruiz at gmail com', ['ana ruiz at gmail com']],
  ['blanks around the sign', 'ana @ example.com', ['ana @ example.com']],
  ['two words to begin with', 'ana ruiz at example dot org', ['ana ruiz at example dot org']],
  [
    'a host with an apostrophe',
    "info at saint ann's clinic dot org",
    ["info at saint ann's clinic dot org"],
  ],
  ['an at sign', 'ana at sign example dot org', ['ana at sign example dot org']],
];

const nearMisses: readonly Case[] = [
  ['a provider in a sentence', 'i looked it up at yahoo', []],
  ['no domain', 'ana@localhost', []],
  ['a handle', 'follow @example.com', []],
  ['a place', 'we met at example dot com headquarters'.replace('met', 'looked'), []],
  ['a web page', 'look at example dot com', []],
  ['a phrase', 'at this point in time', []],
  ['a dot', 'i saw a dot at the top', []],
  ['a price', '3 apples @ 1.50 each', []],
  ['a sentence that ends in a stop apart', 'see you @ noon . ok', []],
];

/** How a sign of an address may stand in what speech recognition writes. */
const settings = ['s', ' s ', ' s'] as const;
const dots = ['.', 'dot'];
const ats = ['@', 'at', 'at sign', 'arroba'];
const set = (sign: string, setting: string): string =>
  /\w/.test(sign) ? ` ${sign} ` : setting.replace('s', sign);
const dictated = settings.flatMap((setting) =>
  dots.flatMap((dot) =>
    ats.map(
      (at) =>
        `ana${set(dot, setting)}ruiz51${set(at, at === '@' && setting === ' s' ? ' s ' : setting)}clinic${set(dot, setting)}org`,
    ),
  ),
);

describe('EMAIL is found', () => {
  it.each(finds)('%s', (_why, text, expected, question) => {
    expect(found(emailRecognizer, text, question)).toEqual(expected);
  });
});

describe('an e-mail address whose signs stand apart', () => {
  it.each(dictated)('%s', (address) => {
    for (const lead of ['', 'my email is ', 'mi correo es ', 'so, it is '])
      expect(found(emailRecognizer, `${lead}${address} please`)).toEqual([address]);
  });
});

describe('what looks like an e-mail address and is none', () => {
  it.each(nearMisses)('%s', (_why, text, expected) => {
    expect(found(emailRecognizer, text)).toEqual(expected);
  });
});
