import type { Recognizer } from '../../../../server/detect/view/recognizer.ts';
import type { Span } from '../../../../server/domain/detection.ts';
import { shadowOf } from '../../../../server/normalize/index.ts';

/** A row of a case table: why it is there, what was said, and the texts to find, left to right. */
export type Case = [why: string, text: string, finds: readonly string[], question?: string];

function spansOf(recognizer: Recognizer, text: string, question: string): Span[] {
  const shadow = shadowOf(text);
  const speaker = 'user';
  const own = recognizer.find({ text, form: 'written', speaker, question, further: [] });
  const original = (start: number, end: number): Span => [
    shadow.starts[start] ?? 0,
    shadow.ends[end - 1] ?? 0,
  ];
  const wordsOf = (start: number, end: number): string => text.slice(...original(start, end));
  const spoken = recognizer.find({
    text: shadow.text,
    form: 'shadow',
    speaker,
    question,
    further: [],
    wordsOf,
  });
  return [
    ...own.map(({ start, end }): Span => [start, end]),
    ...spoken.map(({ start, end }): Span => original(start, end)),
  ];
}

/** What a recognizer finds in a text, as written and as spoken, overlapping spans as one. */
export function found(recognizer: Recognizer, text: string, question = ''): string[] {
  const merged: [number, number][] = [];
  for (const [start, end] of spansOf(recognizer, text, question).sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged.map(([start, end]) => text.slice(start, end));
}
