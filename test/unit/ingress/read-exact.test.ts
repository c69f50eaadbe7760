import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRawJson, readExact } from '../../../server/ingress/outbound-json.ts';
import { finished } from '../../support/finished.ts';

const read = (text: string): unknown => finished(readExact(text));

describe('JSON is read with its numbers as they are written', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const exact = text.match(/\d(?:e|\.)|-0|\d{16}/) === null;
        if (exact) expect(read(text)).toEqual(JSON.parse(text));
        expect(JSON.stringify(read(JSON.stringify(value)))).toBe(JSON.stringify(value));
      }),
    );
  });

  it.each(['[1.50,-0,1e3,12345678901234567890]', '{"a":1.0,"b":["1.0",{"c":100e-2}]}'])(
    '%s is written as it came',
    (text) => {
      expect(JSON.stringify(read(text))).toBe(text);
    },
  );

  it.each([
    ['an exact number is a number', '[7]', [7]],
    ['the last value of a repeated name counts', '{"a":1,"a":2}', { a: 2 }],
    ['escapes and brackets in strings', '{"]\\"}":"[\\\\"}', { ']"}': '[\\' }],
    ['nothing in it', '{"a":[],"b":{}}', { a: [], b: {} }],
  ])('%s', (_what, text, value) => {
    expect(read(text)).toEqual(value);
  });

  it('a name may be that of the prototype', () => {
    expect(Object.keys(Object(read('{"__proto__":1.0}')))).toEqual(['__proto__']);
  });

  it('pauses often', () => {
    const text = `[${'1.0,'.repeat(20_000)}1.0]`;
    const steps = [...readExact(text)];
    expect(steps.length).toBeGreaterThan(30);
    expect(Object(read(text)).every(isRawJson)).toBe(true);
  });
});
