import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../support/property-runs.ts';
import {
  choicesOf,
  chunk,
  content,
  contentOf,
  doneEvent,
  event,
  finish,
  foreign,
  name,
  passed,
  phone,
} from '../../support/sse-kit.ts';

describe('design D18: a streamed reply is restored the same', () => {
  const reply = fc.array(
    fc.oneof(
      fc.constantFrom(phone, name, foreign, phone.toLowerCase(), 'TOK', 'T', 'é🙂', ' '),
      fc.constantFrom(
        phone.replaceAll('.', '\\.'),
        name.replaceAll('.', '. '),
        `${phone.slice(0, -5)}\r\n${phone.slice(-5)}`,
        'TOK1.PHONE.K1.',
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 8 },
  );
  const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 });

  /** Cuts anything with `slice` into pieces of the given sizes, in turn. */
  function pieces<T extends { slice(start: number, end: number): T; readonly length: number }>(
    whole: T,
    lengths: readonly number[],
  ): T[] {
    const cut: T[] = [];
    for (let at = 0, turn = 0; at < whole.length; turn += 1) {
      const end = at + (lengths[turn % lengths.length] ?? 1);
      cut.push(whole.slice(at, end));
      at = end;
    }
    return cut;
  }

  it('with any boundaries of deltas, events, lines and bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        reply,
        sizes,
        sizes,
        fc.constantFrom('\n', '\r\n', '\r'),
        async (parts, deltas, bytes, eol) => {
          const whole = parts.join('');
          const stream = [
            chunk({ role: 'assistant', content: '' }),
            ...pieces(whole, deltas).map((text) => chunk({ content: text })),
            chunk({}, 'stop'),
            '[DONE]',
          ];
          const text = stream.map((data) => event(data, eol)).join('');
          const expected = await passed(content(whole), finish, doneEvent);
          const actual = await passed(...pieces(Buffer.from(text), bytes));
          expect(contentOf(actual.text)).toBe(contentOf(expected.text));
          expect(actual.tally).toEqual(expected.tally);
          expect(actual.progress).toEqual({ finished: true, done: true, failed: false });
          expect(choicesOf(actual.text).at(-1)).toEqual({
            index: 0,
            delta: {},
            finish_reason: 'stop',
          });
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  it('byte by byte', async () => {
    const stream = `: hi\r\n\r\n${event(chunk({ content: `é ${phone}` }), '\r\n')}${finish}${doneEvent}`;
    const { text, outputs } = await passed(...pieces(Buffer.from(stream), [1]));
    expect(contentOf(text)).toBe('é 555-0123');
    expect(text.startsWith(': hi\r\n\r\n')).toBe(true);
    expect(outputs.filter((output) => output !== '')).toHaveLength(4);
  });
});
