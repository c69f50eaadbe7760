import { describe, expect, it } from 'vitest';
import { urlRecognizer } from '../../../../server/detect/recognizers/url.ts';
import { type Case, found } from './found.ts';

const cases: readonly Case[] = [
  ['scheme', 'see https://portal.example.com/a?b=1.', ['https://portal.example.com/a?b=1']],
  ['www', 'www.example.org', ['www.example.org']],
  ['bare domain', 'go to example.com now', ['example.com']],
  ['path', 'example.com/lab', ['example.com/lab']],
  ['spoken', 'w w w dot example dot com', ['w w w dot example dot com']],
  [
    'spoken with a path',
    'it is harbor dot com slash pay slash four two',
    ['harbor dot com slash pay slash four two'],
  ],
  ['a private network', 'open chart.westclinic.internal now', ['chart.westclinic.internal']],
  ['with a path there', 'see intake.local/new', ['intake.local/new']],
  ['no network', 'it feels more.local today', []],
  ['an e-mail address', 'rosa@example.com', []],
  ['a missing blank', 'in pain.it hurts', []],
  ['an abbreviation', 'e.g. at 8 a.m.', []],
  ['a number', '1.5 or 2.5', []],
  ['an unknown ending', 'report.finaldoc', []],
];

describe('URL is found, and what only looks like it is not', () => {
  it.each(cases)('%s', (_why, text, expected, question) => {
    expect(found(urlRecognizer, text, question)).toEqual(expected);
  });
});
