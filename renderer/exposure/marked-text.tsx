import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { kindFamily, kindName } from '../ui/kind-names.ts';
import { type Mark, marksOf, splitAtMarks } from './marks.ts';
import { exposureStrings } from './strings.ts';
import './marks.css';

export interface MarkHighlight {
  readonly active: string | undefined;
  readonly point: (link: string | undefined) => void;
}

interface Props extends MarkHighlight {
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Draws a chip in place of each masked value. */
  readonly veiled?: boolean;
  /** What a click on a masked value does; absent where it does nothing. */
  readonly choose?: ((mark: Mark) => void) | undefined;
}

/** What makes a mark a button that opens a dialog. */
function asButton(segment: string, mark: Mark, choose: (mark: Mark) => void) {
  return {
    role: 'button',
    'aria-haspopup': 'dialog' as const,
    'aria-label': `${segment} (${mark.label})`,
    onClick: () => choose(mark),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      choose(mark);
    },
  };
}

const isToken = /^TOK1\.([A-Z0-9_]+)\.[^.]+\.(.+)$/;

const isPlaceholder = /^\[[A-Z0-9_]+_\d+\]$/;

/** A token as its kind and its last four characters, `Name · 2PC3`; a placeholder by its name, `Name 1`. */
function shortToken(segment: string, { name }: Pick<Mark, 'name'>): string {
  if (isPlaceholder.test(segment)) return name;
  const [, kind = '', payload] = isToken.exec(segment) ?? [];
  return payload === undefined ? segment : `${kindName(kind)} · ${payload.slice(-4)}`;
}

/** A chip that stands for a hidden value. */
function Veil({ name }: Pick<Mark, 'name'>) {
  return (
    <>
      {name}
      <span className="visually-hidden"> {exposureStrings.hidden}</span>
      <span aria-hidden="true"> ••••</span>
    </>
  );
}

/** A text with marks; hovering or focusing one highlights its counterpart. */
export function MarkedText({ text, marks, ...rest }: Props) {
  return (
    <>
      {splitAtMarks(text, marks).map(({ from, text: segment, mark }) =>
        mark === undefined ? (
          <span key={from}>{segment}</span>
        ) : (
          <MarkedSegment key={from} segment={segment} mark={mark} {...rest} />
        ),
      )}
    </>
  );
}

interface MarkedSegmentProps extends Omit<Props, 'text' | 'marks'> {
  readonly segment: string;
  readonly mark: Mark;
}

function MarkedSegment({ segment, mark, active, point, veiled, choose }: MarkedSegmentProps) {
  const hidden = veiled === true && mark.masked;
  const token = !hidden && (isToken.test(segment) || isPlaceholder.test(segment));
  return (
    // A button would be one block that cannot break over lines, and text cannot be selected across it.
    <mark
      className="mark"
      tabIndex={-1}
      data-family={kindFamily(mark.kind)}
      data-clear={!mark.masked}
      data-active={active === mark.link}
      data-chip={hidden || token}
      title={token ? `${mark.label}: ${segment}` : mark.label}
      {...(choose !== undefined && mark.masked && asButton(segment, mark, choose))}
      onMouseEnter={() => point(mark.link)}
      onMouseLeave={() => point(undefined)}
      onFocus={() => point(mark.link)}
      onBlur={() => point(undefined)}
    >
      {hidden ? <Veil name={mark.name} /> : shortToken(segment, mark)}
    </mark>
  );
}

interface BothSidesProps {
  readonly said: string;
  /** What the model receives. */
  readonly sent: string;
  readonly spans: Parameters<typeof marksOf>[1];
  /** Draws one side around its marked text. */
  readonly children: (side: 'regulated' | 'public', text: ReactNode) => ReactNode;
}

/** A text of a caller on both sides, with the marks of the live view. */
export function BothSides({ said, sent, spans, children }: BothSidesProps) {
  const [active, point] = useState<string>();
  const side = (name: 'regulated' | 'public', text: string) =>
    children(
      name,
      <MarkedText text={text} marks={marksOf('text', spans, name)} active={active} point={point} />,
    );
  return (
    <>
      {side('regulated', said)}
      {side('public', sent)}
    </>
  );
}
