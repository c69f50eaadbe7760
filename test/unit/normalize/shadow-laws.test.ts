import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Shadow } from '../../../server/domain/detection.ts';
import { shadowOf } from '../../../server/normalize/index.ts';
import { powerOfGrowth } from '../../support/cpu-time.ts';

const english =
  'one two oh o zero five nine ten twelve twenty ninety hundred thousand double triple first fourth twentieth a i b s m dash dot at point slash plus um uh like gmail com june may of and the mary smith bravo romeo mike as in boy 555 0123 pain knee mrn ssn email is my it’s %40 %C3%A9 %E3 %2540 &nbsp; &#45; &x; ＠ ７ zero\u200bwidth a\\nb \\u00e9 \\\\u0032 \\x35 \\xff phone_202'.split(
    ' ',
  );
const spanish =
  'uno dos cinco cincuenta y mil ciento doble de e a o el la número telefono fecha nacimiento es arroba punto guion bajo este eñe enero nací tengo años'.split(
    ' ',
  );
const joints = [' ', ' ', ' ', ' ', ', ', '-', '. ', '\n', '... ', '@', '.', '  '];

const speechIn = (vocabulary: readonly string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...vocabulary), fc.constantFrom(...joints)), { maxLength: 40 })
    .map((words) => words.map(([word, joint]) => word + joint).join(''));
const speech = speechIn([...english, ...spanish]);

const anyText = fc.oneof(speech, fc.string({ maxLength: 80, unit: 'binary' }));

function original(text: string, { starts, ends }: Shadow, from: number, to: number): string {
  return text.slice(starts[from], ends[to - 1]);
}

describe('the offset map of a shadow (design D2)', () => {
  it('a shadow has one entry per character, inside the text, never decreasing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { text: written, starts, ends } = shadowOf(text);
        expect([starts.length, ends.length]).toEqual([written.length, written.length]);
        const all = Array.from(starts);
        expect(all.every((start, at) => start < (ends[at] ?? 0))).toBe(true);
        expect(all.every((start, at) => start >= (starts[at - 1] ?? 0))).toBe(true);
        expect(Array.from(ends).every((end, at) => end >= (ends[at - 1] ?? 0))).toBe(true);
        expect(ends.at(-1) ?? 0).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('each sign of 16 bits has a shadow, of which each character is of that sign', () => {
    for (let code = 0; code < 0x10000; code += 1) {
      const { text, starts, ends } = shadowOf(String.fromCharCode(code));
      expect([code, [...starts], [...ends]]).toEqual([
        code,
        Array.from({ length: text.length }, () => 0),
        Array.from({ length: text.length }, () => 1),
      ]);
    }
  });

  it.each([
    ['⑩', '10'],
    ['⒛', '20.'],
    ['⑽', '(10)'],
  ])('%s is read as %s', (sign, digits) => {
    expect(shadowOf(sign).text).toBe(digits);
  });

  it('a shadow maps the text between rewritten words to itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shadow = shadowOf(text);
        for (const at of shadow.text.matchAll(/[?!;()"]/g)) {
          expect(original(text, shadow, at.index, at.index + 1)).toBe(at[0]);
        }
      }),
    );
  });

  it('a shadow maps a number to all of its words, hesitations included', () => {
    const text = 'call five five five, um, oh one double two now';
    const shadow = shadowOf(text);
    const from = shadow.text.indexOf('555');
    expect(original(text, shadow, from, from + '555 0122'.length)).toBe(
      'five five five, um, oh one double two',
    );
  });

  it('a shadow maps an address to exactly its words', () => {
    const text = 'my email is mary dot smith at example dot com thanks';
    const shadow = shadowOf(text);
    const from = shadow.text.indexOf('mary');
    expect(original(text, shadow, from, shadow.text.indexOf(' thanks'))).toBe(
      'mary dot smith at example dot com',
    );
  });
});

describe('the text of a shadow', () => {
  it('the shadow of a text without spoken forms is the text itself', () => {
    const plain = fc
      .array(fc.constantFrom('pain', 'knee', 'the', '415-555-0132', '3/4/2021', 'x@example.com'))
      .map((words) => words.join(' '));
    fc.assert(fc.property(plain, (text) => shadowOf(text).text === text));
  });

  it('a shadow does not depend on the case of the words', () => {
    fc.assert(
      fc.property(
        speech,
        (text) =>
          shadowOf(text.toUpperCase()).text.toLowerCase() === shadowOf(text).text.toLowerCase(),
      ),
    );
  });

  it('a shadow of English is never longer than the text by more than its pauses', () => {
    fc.assert(fc.property(speechIn(english), (text) => shadowOf(text).text.length <= text.length));
  });

  it('the shadow of digit words is their digits, whatever the hesitations between them', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 16 });
    const names = 'zero one two three four five six seven eight nine'.split(' ');
    fc.assert(
      fc.property(digits, fc.constantFrom(' ', ' um ', ' uh '), (values, joint) => {
        const spoken = values.map((value) => names[value]).join(joint);
        expect(shadowOf(spoken).text).toBe(values.join(''));
      }),
    );
  });

  it('the shadow of a megabyte takes time that grows with its length', async () => {
    const turn = 'call five five five oh one two three or mary dot smith at example dot com ';
    const shadow = (times: number) => shadowOf(turn.repeat(times));
    expect(await powerOfGrowth(shadow, 1_500, 12_000)).toBeLessThan(1.5);
  });
});
