import { familyOf } from '../lib/kinds.ts';

/** A stretch of a text that stands for something found in it. */
export interface Mark {
  /** The same on both sides. */
  readonly link: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

export interface Linking {
  readonly active: string | undefined;
  readonly point: (link: string | undefined) => void;
}

interface Props extends Linking {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** A text with its marks; pointing at one, or focusing it, lights up its counterpart. */
export function MarkedText({ text, marks, active, point }: Props) {
  return (
    <>
      {stretches(text, marks).map(({ from, words, mark }) =>
        mark === undefined ? (
          <span key={from}>{words}</span>
        ) : (
          <button
            key={from}
            type="button"
            className="mark"
            data-family={familyOf(mark.kind)}
            data-active={active === mark.link}
            aria-label={`${words} (${mark.label})`}
            title={mark.label}
            onMouseEnter={() => point(mark.link)}
            onMouseLeave={() => point(undefined)}
            onFocus={() => point(mark.link)}
            onBlur={() => point(undefined)}
          >
            {words}
          </button>
        ),
      )}
    </>
  );
}

interface Stretch {
  readonly from: number;
  readonly words: string;
  readonly mark?: Mark;
}

/** The text in order, cut where marks begin and end; marks that overlap an earlier one are left out. */
export function stretches(text: string, marks: readonly Mark[]): readonly Stretch[] {
  const parts: Stretch[] = [];
  let at = 0;
  for (const mark of [...marks].sort((a, b) => a.start - b.start)) {
    if (mark.start < at || mark.end > text.length) continue;
    if (mark.start > at) parts.push({ from: at, words: text.slice(at, mark.start) });
    parts.push({ from: mark.start, words: text.slice(mark.start, mark.end), mark });
    at = mark.end;
  }
  if (at < text.length) parts.push({ from: at, words: text.slice(at) });
  return parts;
}
