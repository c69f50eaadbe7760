import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyTally, restoreText, TokenScope } from '../../../server/rehydrate/index.ts';
import { jsonWriter } from '../../../server/rehydrate/value-writers.ts';

const token = 'TOK1.ADDRESS.K1.0123456789ABCDEFGHJK';
const surface = '12 "Elm" Street,\nSpringfield \\ IL';
const scope = new TokenScope();
scope.add({ token, kind: 'ADDRESS', surface });

const restored = (text: string) => restoreText(text, { scope }, emptyTally(), jsonWriter());

/** JSON in a string of JSON in a string …, as many times. */
function nested(value: unknown, depth: number): string {
  const text = JSON.stringify(value);
  return depth === 0 ? text : nested({ body: text, more: [1] }, depth - 1);
}

function unnested(text: string, depth: number): unknown {
  const value = JSON.parse(text);
  return depth === 0 ? value : unnested(value.body, depth - 1);
}

describe('design D17: a value inside JSON text', () => {
  it.each([0, 1, 2, 3])('is escaped once for each string around it: %i deep', async (depth) => {
    const value = (text: string) => ({ a: ['x', text], [text]: 1, b: `at ${text}!` });
    const text = await restored(nested(value(token), depth));
    expect(unnested(text, depth)).toEqual(value(surface));
  });

  it.each([
    ['says "TOK" aloud', { note: `says "${token}" aloud` }],
    ['between other strings', { a: 'a "b" {', b: `{"c": "\\"`, c: token, d: '\\' }],
    ['after nested JSON', { a: '{"b":"c"}', d: token }],
    ['at the beginning of a string', { a: token }],
    ['after a blank', { a: ` \n${token} "${token}"` }],
  ])('keeps its form %s', async (_, value) => {
    const text = await restored(JSON.stringify(value));
    const expected = JSON.parse(JSON.stringify(value), (_key, leaf) =>
      typeof leaf === 'string' ? leaf.replaceAll(token, surface) : leaf,
    );
    expect(JSON.parse(text)).toEqual(expected);
  });

  it('keeps the text valid JSON when nesting was only apparent', async () => {
    const text = await restored(JSON.stringify({ a: `{"b":"c"} and "${token}"` }));
    expect(JSON.parse(text).a).toContain('Springfield');
  });

  it('is escaped once outside of a string', async () => {
    expect(await restored(token)).toBe(JSON.stringify(surface).slice(1, -1));
  });

  it('stays one value however the text before it is cut', async () => {
    const leaf = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '\\', '{', '[', ' "'),
    );
    await fc.assert(
      fc.property(
        fc.dictionary(fc.string(), leaf),
        fc.nat(3),
        fc.array(fc.nat(400), { maxLength: 20 }),
        (others, depth, places) => {
          const text = nested({ ...others, it: token }, depth);
          const before = text.slice(0, text.indexOf(token));
          const writer = jsonWriter();
          let from = 0;
          for (const place of [...places.toSorted((a, b) => a - b), before.length]) {
            writer.observe(before.slice(from, place));
            from = Math.max(from, Math.min(place, before.length));
          }
          const whole = before + writer.write(surface) + text.slice(before.length + token.length);
          expect(unnested(whole, depth)).toMatchObject({ it: surface });
        },
      ),
    );
  });
});
