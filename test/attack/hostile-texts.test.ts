import { describe, expect, it } from 'vitest';
import { recognizers } from '../../server/detect/recognizers/registry.ts';
import { powerOfGrowth } from '../support/cpu-time.ts';

const units = {
  digits: '7',
  'single digits': '4 ',
  'dashed digits': '1-',
  blanks: ' ',
  'line ends': '\n',
  'at signs': '@',
  dots: '.',
  'letters and at signs': 'a@',
  'letters and dots': 'a.',
  letters: 'x',
  words: 'abcdefgh ',
  capitals: 'Ab ',
  'number words': 'double ',
  'Spanish streets': 'calle hidalgo 5 colonia ',
  cues: 'account number mrn 4 ',
  cards: '4111 1111 1111 1111 ',
  streets: '12 maple street ',
  announcements: 'address is 12 maple ',
  states: 'new york 10001 ',
  months: 'may 5 ',
  secrets: 'my password is x ',
  'private keys': '-----BEGIN PRIVATE KEY-----',
  'web tokens': 'eyJ0eXAi',
};

const question =
  'your name, date of birth, address, zip code, phone, account number, policy number, mrn, plate number and password?';

function adversarial(unit: string, size: number) {
  const text = unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
  return { text, form: 'written', speaker: 'user', question, further: [] } as const;
}

describe('all recognizers together stay linear on hostile text', () => {
  it.each(Object.entries(units))('%s', async (_name, unit) => {
    const search = (size: number) => {
      const view = adversarial(unit, size);
      for (const recognizer of recognizers) recognizer.find(view);
    };
    expect(await powerOfGrowth(search, 12_500, 50_000)).toBeLessThan(1.5);
  });
});
