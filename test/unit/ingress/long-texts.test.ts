import { describe, expect, it } from 'vitest';
import { openRequest } from '../../../server/ingress/open-request.ts';
import { seriesIn } from '../../../server/ingress/series.ts';
import { joinTexts } from '../../../server/pipeline/joined-texts.ts';
import { memoryProxy } from '../../support/memory-proxy.ts';
import { rendered } from './rendered.ts';

const filled = (unit: string, size: number) =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const open = (content: string) => openRequest({ messages: [{ role: 'user', content }] }, false);

describe('a long text is searched in pieces (design D43)', () => {
  it.each([
    ['words', 'we said that we would come back. '],
    ['lines', 'a line of no great length\n'],
    ['one word', 'abc'],
    ['pairs of surrogates', '\u{1F600}'],
    ['blanks', ' '],
  ])('the pieces of a long text join to the text: %s', async (_, unit) => {
    for (const content of [filled(unit, 30_000), `x${filled(unit, 30_000)}`]) {
      const request = await open(content);
      const { slots } = request;
      expect(slots.map(({ text }) => text).join('')).toBe(content);
      expect(slots.length).toBeGreaterThan(10);
      expect(slots.every(({ text }) => text.length <= 2_048 && text.isWellFormed())).toBe(true);
      const sent = (mask: (text: string) => string) =>
        JSON.parse(rendered(request, mask)).messages[0].content;
      expect(sent((text) => text)).toBe(content);
      expect(sent((text) => text.toUpperCase())).toBe(content.toUpperCase());
    }
  });

  it('a joined text at a cut reads as it was written', async () => {
    const { slots } = await open(filled('we said that we would come back. ', 30_000));
    const jointOf = joinTexts(slots, {
      isAcknowledgement: () => false,
      saysDigits: () => false,
      asksForValue: () => false,
    });
    const joints = slots.flatMap((slot, index) => jointOf(slot, index));
    expect(joints.length).toBe(slots.length - 1);
    const content = slots.map(({ text }) => text).join('');
    for (const { text } of joints) expect(content).toContain(text);
  });

  it('a list is read as one number in slices', () => {
    const pauses = [...seriesIn(Array.from({ length: 10_000 }, (_, at) => at) as never, '')];
    expect(pauses.length).toBeGreaterThan(10);
  });

  it('a short text is one piece', async () => {
    expect((await open(filled('so on ', 2_000))).slots).toHaveLength(1);
  });

  it.each([
    ['a text', (text: string) => text],
    ['a field', (text: string) => JSON.stringify({ note: text, more: 'so' })],
  ])('no value in %s gets through at a cut', async (_, written) => {
    const proxy = await memoryProxy();
    const rest = filled('and_so on_', 2_200);
    for (let at = 1_990; at < 2_060; at += 3) {
      const text = `${rest.slice(0, at)} 202-555-0143 ${rest.slice(at)}`;
      const { statusCode } = await proxy.say(written(text));
      expect(statusCode).toBe(200);
      expect(proxy.forwarded.at(-1)).not.toMatch(/202-555|555-0143|0143/);
    }
  });
});
