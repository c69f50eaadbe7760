import { describe, expect, it } from 'vitest';
import { withNamesOfLanguages } from '../../server/detect/index.ts';
import { furtherForms } from '../../server/detect/recognizers/further-forms.ts';
import { recognizers } from '../../server/detect/recognizers/registry.ts';
import { furtherLanguages } from '../../server/normalize/languages/covered.ts';
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
  'French streets': '12 rue de la gare ',
  'French telephones': '0639981234 ',
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

const covered = ['en', 'es', 'fr'];

function adversarial(unit: string, size: number) {
  const text = unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
  return {
    text,
    form: 'written',
    speaker: 'user',
    question,
    further: furtherLanguages(covered),
  } as const;
}

describe('all recognizers together stay linear on hostile text', () => {
  it.each(Object.entries(units))('%s', async (_name, unit) => {
    const search = (size: number) => {
      const view = adversarial(unit, size);
      for (const { kind, find } of recognizers) {
        find(view);
        furtherForms(view, kind);
      }
    };
    expect(await powerOfGrowth(search, 12_500, 50_000)).toBeLessThan(1.5);
  });
});

describe('names of a language that the model does not know are found in linear time', () => {
  it.each(["c'est x ", 'docteur petit ', 'madame ', 'de la '])('%s', async (unit) => {
    const search = (size: number) => {
      const text = `bonjour oui ${unit.repeat(size / unit.length)}`;
      const found = Array.from({ length: size / 100 }, (_, at) => ({
        kind: 'NAME',
        start: 100 * at,
        end: 100 * at + 20,
        score: 0.9,
        ...({ source: 'model', id: 'ner', strength: 'weak' } as const),
      }));
      withNamesOfLanguages(text, found, [], covered);
    };
    expect(await powerOfGrowth(search, 25_000, 100_000)).toBeLessThan(1.5);
  });
});
