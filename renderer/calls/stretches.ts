/** A stretch of a text that stands for something found in it. */
export interface Mark {
  /** The same on both sides. */
  readonly link: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

interface TextSegment {
  readonly from: number;
  readonly text: string;
  readonly mark?: Mark;
}

/** The text in order, cut where marks begin and end; marks that overlap an earlier one or lie outside are left out. */
export function splitAtMarks(text: string, marks: readonly Mark[]): readonly TextSegment[] {
  const parts: TextSegment[] = [];
  let at = 0;
  for (const mark of [...marks].sort((a, b) => a.start - b.start)) {
    if (mark.start < at || mark.end <= mark.start || mark.end > text.length) continue;
    if (mark.start > at) parts.push({ from: at, text: text.slice(at, mark.start) });
    parts.push({ from: mark.start, text: text.slice(mark.start, mark.end), mark });
    at = mark.end;
  }
  if (at < text.length) parts.push({ from: at, text: text.slice(at) });
  return parts;
}
