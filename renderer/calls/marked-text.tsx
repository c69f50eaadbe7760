import { kindFamily } from '../ui/kinds.tsx';
import { type Mark, splitAtMarks } from './turn-rows.ts';

export interface MarkHighlight {
  readonly active: string | undefined;
  readonly point: (link: string | undefined) => void;
}

interface Props extends MarkHighlight {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** A text with marks; hovering or focusing one highlights its counterpart. */
export function MarkedText({ text, marks, active, point }: Props) {
  return (
    <>
      {splitAtMarks(text, marks).map(({ from, text: segment, mark }) =>
        mark === undefined ? (
          <span key={from}>{segment}</span>
        ) : (
          <button
            key={from}
            type="button"
            className="mark"
            data-family={kindFamily(mark.kind)}
            data-active={active === mark.link}
            aria-label={`${segment} (${mark.label})`}
            title={mark.label}
            onMouseEnter={() => point(mark.link)}
            onMouseLeave={() => point(undefined)}
            onFocus={() => point(mark.link)}
            onBlur={() => point(undefined)}
          >
            {segment}
          </button>
        ),
      )}
    </>
  );
}
