import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, isCanonical } from '../../../../server/journal/record/canonical-json.ts';

const text = fc.string({ unit: 'grapheme' });
const { value: journalValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.maxSafeInteger(),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(text, fc.nat().map(String)), tie('value'), { noNullPrototype: false }),
  ),
}));

describe('a record is hashed in its RFC 8785 form (design D20)', () => {
  it('writes what the reference library writes', () => {
    fc.assert(
      fc.property(journalValue, (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
    );
  });

  it('reads its own writing as canonical', () => {
    fc.assert(
      fc.property(journalValue, (value) => {
        const written = canonicalJson(value);
        expect(isCanonical(written, JSON.parse(written))).toBe(true);
      }),
    );
  });

  it.each([
    ['keys out of order', '{"b":"x","a":"y"}'],
    ['nested keys out of order', '{"a":{"d":1,"c":2}}'],
    ['space between tokens', '{"a": 1}'],
    ['an escape that is not needed', '{"a":"\\u0041"}'],
    ['a key given twice', '{"a":1,"a":1}'],
    ['a number in another spelling', '{"a":1.0}'],
    ['an exponent', '{"a":1e3}'],
    ['a fraction', '{"a":1.5}'],
    ['numeric keys in numeric order', '{"2":"x","10":"y"}'],
    ['a lone surrogate', '{"a":"\\ud800"}'],
    ['null', '{"a":null}'],
  ])('does not take %s for canonical', (_, written) => {
    expect(isCanonical(written, JSON.parse(written))).toBe(false);
  });

  it('takes numeric keys in code unit order for canonical', () => {
    expect(isCanonical('{"10":"y","2":"x"}', JSON.parse('{"10":"y","2":"x"}'))).toBe(true);
  });

  it.each([
    ['a fraction', 0.5],
    ['an unsafe integer', 2 ** 53],
    ['not a number', Number.NaN],
    ['null', null],
    ['a boolean', true],
    ['an absent value', undefined],
    ['a big integer', 1n],
    ['a date', new Date(0)],
    ['bytes', new Uint8Array(1)],
    ['a lone surrogate', '\ud800'],
    ['a lone surrogate in a key', { '\ud800': 1 }],
    ['an absent member', { a: undefined }],
    ['an absent element', [undefined]],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });
});
