import { describe, expect, it } from 'vitest';
import { sentenceAround } from '../../../../renderer/calls/mark-dialogs.tsx';

/** The sentence around the first `value`, and what its span holds. */
function around(text: string, value: string) {
  const start = text.indexOf(value);
  const { text: sentence, span } = sentenceAround(text, start, start + value.length);
  expect(sentence.slice(...span)).toBe(value);
  return sentence;
}

describe('the sentence around a marked value', () => {
  it.each([
    ['Good morning. It is Orla Venn. Thank you.', 'Orla Venn', 'It is Orla Venn.'],
    ['it is Orla Venn', 'Orla Venn', 'it is Orla Venn'],
    ['Orla Venn', 'Orla Venn', 'Orla Venn'],
    ['Rules:\nask for Orla Venn\nbe kind', 'Orla Venn', 'ask for Orla Venn'],
    ['mail orla.venn@example.com now', 'venn', 'mail orla.venn@example.com now'],
  ])('of %j', (text, value, sentence) => {
    expect(around(text, value)).toBe(sentence);
  });

  it('is cut where a text has no sentences', () => {
    expect(around(`${'a '.repeat(5_000)}Venn${' b'.repeat(5_000)}`, 'Venn')).toHaveLength(804);
  });
});
