import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dilations } from '../../../../server/detect/ner/batch.ts';
import {
  contextInput,
  modelReach,
  turnsInReach,
  windowSize,
  windowsOf,
} from '../../../../server/detect/ner/model-input.ts';
import type { Utterance } from '../../../../server/domain/detection.ts';
import { shadowOf } from '../../../../server/normalize/index.ts';

const said = (text: string, speaker: Utterance['speaker'] = 'user'): Utterance => ({
  speaker,
  text,
  shadow: shadowOf(text),
});

describe('windows over a long text', () => {
  it('windows count every position once, at least the reach of the model away from a cut', () => {
    fc.assert(
      fc.property(fc.nat(3000), (length) => {
        const windows = windowsOf(length);
        let at = 0;
        for (const { from, to, keepFrom, keepTo } of windows) {
          expect(keepFrom).toBe(at);
          expect(to - from).toBeLessThanOrEqual(windowSize);
          expect(from === 0 || keepFrom - from >= modelReach).toBe(true);
          expect(to === length || to - keepTo >= modelReach).toBe(true);
          at = keepTo;
        }
        expect(at).toBe(length);
      }),
    );
  });

  it('the reach of the model is the sum of its dilations', () => {
    expect(dilations.reduce((sum, dilation) => sum + dilation, 0)).toBe(modelReach);
  });
});

describe('the turns before a text', () => {
  it('the turns before a text come oldest first, each after its mark', () => {
    const tokens = contextInput([said('and your name', 'assistant'), said('hello there')]);
    expect(tokens.map(({ form }) => form)).toEqual([
      '',
      'hello',
      'there',
      '',
      'and',
      'your',
      'name',
    ]);
    expect(tokens[0]?.mark).not.toBe(tokens[3]?.mark);
  });

  it('the turns before a text reach no farther back than the model sees', () => {
    const turns = Array.from({ length: 9 }, () => said('one two three four five six seven'));
    expect(contextInput(turns)).toHaveLength(modelReach);
    expect(contextInput([said('word '.repeat(5000))])).toHaveLength(modelReach);
  });

  it('the turns in reach are all that the model sees of the turns before a text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.stringMatching(/^(?:[a-z]{1,9}[ ,.']){0,120}$/),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 10 }), (texts) => {
        const turns = texts.map((one, at) => said(one, at % 2 === 0 ? 'user' : 'assistant'));
        expect(contextInput(turnsInReach(turns))).toEqual(contextInput(turns));
      }),
    );
  });
});
