import type { Detection, Shadow, Span } from '../domain/detection.ts';

const codeOfEscape = /u[0-9a-f]{4}|x[2-7][0-9a-f]/iy;

/**
 * Without those that take the letters of a JSON escape for their own, as in `\u2011mail` and `\nzed@`; where
 * nothing is quoted, as in the login `CORP\nadia@`, a letter stands for itself as well.
 */
export function withoutEscapes(found: readonly Detection[], text: string): readonly Detection[] {
  if (!text.includes('\\')) return found;
  const isQuoted = text.includes('"');
  const starts = new Set(found.map(({ start }) => start));
  return found.filter(({ start }) => {
    if (text[start - 1] !== '\\') return true;
    codeOfEscape.lastIndex = start;
    if (codeOfEscape.test(text)) return false;
    return !(isQuoted && /[bfnrt]/.test(text.charAt(start)) && starts.has(start + 1));
  });
}

/** A detection in a reading of a text, where the text has it. */
export function toOriginal(detection: Detection, { starts, ends }: Shadow): Detection {
  const original = (start: number, end: number): Span => [starts[start] ?? 0, ends[end - 1] ?? 0];
  const [start, end] = original(detection.start, detection.end);
  const parts = detection.parts?.map((part) => original(...part));
  return { ...detection, start, end, ...(parts !== undefined && { parts }) };
}
