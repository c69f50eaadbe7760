import type { SpanView } from '../../server/contract/live.ts';
import { kindName } from '../ui/kind-names.ts';
import { exposureStrings } from './strings.ts';

/** A range of a text for one detection. */
export interface Mark {
  /** The same on both sides. */
  readonly link: string;
  readonly kind: string;
  /** What a chip says that stands for the hidden value, such as `Name 1`. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly label: string;
  /** False where the value was sent in the clear. */
  readonly masked: boolean;
}

interface TextSegment {
  readonly from: number;
  readonly text: string;
  readonly mark?: Mark;
}

/** The text in segments, split at its marks. Marks that overlap an earlier one or lie outside are dropped. */
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

interface NamedSpan {
  readonly kind: string;
  readonly placeholder?: string;
}

/** `Name 1` of the placeholder `[NAME_01]`. */
export function nameOf({ kind, placeholder = '' }: NamedSpan): string {
  const number = /_(\d+)\]$/.exec(placeholder)?.[1];
  return number === undefined ? kindName(kind) : `${kindName(kind)} ${Number(number)}`;
}

type MarkedSpan = Pick<SpanView, 'kind' | 'action' | 'placeholder' | 'detector'> &
  Partial<Record<'public' | 'regulated', readonly [number, number] | undefined>>;

/** The marks of spans on one side of a text; `key` names the text, and links the marks of both sides. */
export function marksOf(
  key: string,
  spans: readonly MarkedSpan[],
  side: 'public' | 'regulated',
): readonly Mark[] {
  return spans.flatMap((span, index) => {
    const range = span[side];
    if (range === undefined) return [];
    const { kind, action, detector, placeholder } = span;
    return [
      {
        link: `${key} ${index}`,
        kind,
        name: nameOf(span),
        label: exposureStrings.mark(`${kindName(kind)} ${placeholder}`, action, detector),
        masked: action !== 'passthrough' && action !== 'off',
        start: range[0],
        end: range[1],
      },
    ];
  });
}
