import { describe, expect, it } from 'vitest';
import { heard } from './heard.ts';
import { defaultKinds, policyOf } from './policies.ts';

/** Values in the parts that people and programs divide them into. */
const values: Readonly<Record<string, readonly string[]>> = {
  PHONE: ['202', '555', '0143'],
  SSN: ['536', '48', '1442'],
  ACCOUNT: ['4111', '1111', '1111', '1111'],
  ADDRESS: ['1412', 'Maple', 'Street'],
};

const places: Readonly<Record<string, (value: string, sign: string) => string>> = {
  'the name of a file': (value, sign) => `I uploaded scan${sign}${value}.pdf yesterday`,
  'the path of a link': (value) => `open https://portal.example.com/patients/${value}/visits now`,
  'a query of a link': (value) => `open https://portal.example.com/search?q=${value} now`,
  'a field of a link': (value) => `open https://portal.example.com/p?id=7&about=${value}&x=1 now`,
};

const squeezed = (text: string): string => text.replace(/[^a-z0-9]/gi, '');

describe('a value in the name of a file or in a link is found, whatever divides its words', () => {
  const policy = policyOf(defaultKinds);
  const rows = Object.keys(values).flatMap((kind) =>
    Object.keys(places).flatMap((place) =>
      ['_', '-', '.', '+', '%20'].map((sign) => ({ kind, place, sign })),
    ),
  );

  it.each(rows)('$kind in $place, with $sign', ({ kind, place, sign }) => {
    const parts = values[kind] ?? [];
    const text = places[place]?.(parts.join(sign), sign) ?? '';
    const hidden = heard(text, policy).hidden.replace(/\[[^\]]*\]/g, '');
    expect(squeezed(text.replaceAll('%20', ''))).toContain(parts.join(''));
    expect(squeezed(hidden.replaceAll('%20', ''))).not.toContain(parts.join(''));
  });

  it.each([
    'see https://example.com/help/opening-hours.html',
    'version 2.10.1/2.10.2 of the app, step_1 and plan_b',
    'the file is discharge-notes-final.pdf',
  ])('%s: nothing is found', (text) => {
    expect(heard(text, policyOf(defaultKinds.filter((kind) => kind !== 'NAME'))).kinds).toEqual([]);
  });
});
