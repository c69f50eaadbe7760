import { type KeyboardEvent, memo, useState } from 'react';
import type { TurnView } from '../../server/contract/live.ts';
import { MarkedText, type MarkHighlight } from '../exposure/marked-text.tsx';
import { exposureStrings } from '../exposure/strings.ts';
import { kindName } from '../ui/kind-names.ts';
import { useMarking } from './marking.tsx';
import { callStrings } from './strings.ts';
import { isException, TurnHead } from './turn-head.tsx';
import { rowsOf, type TextRow } from './turn-rows.ts';
import './two-sided.css';

const sideStrings = callStrings.sides;

interface Props {
  readonly turns: readonly TurnView[];
  /** Shows the public side alone. */
  readonly oneSide?: boolean;
}

/** Turns side by side, aligned: the regulated side left, the public side right. */
export function TwoSided({ turns, oneSide = false }: Props) {
  const [active, point] = useState<string>();
  const firstClear = turns.find(hasClear)?.turn ?? Number.POSITIVE_INFINITY;
  return (
    <div className="sides" data-one-side={oneSide}>
      <div className="sides-head">
        <div data-side="regulated">
          <h2>{sideStrings.regulated}</h2>
          <span>{sideStrings.regulatedNote}</span>
        </div>
        <div data-side="public">
          <h2>{sideStrings.public}</h2>
          <span>{sideStrings.publicNote}</span>
          <Legend />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: one tab stop for all marks; arrow keys move between them */}
      <ol tabIndex={0} onKeyDown={moveBetweenMarks}>
        {turns.map((turn) => (
          <Turn
            key={turn.turn}
            turn={turn}
            repeatsClear={firstClear < turn.turn}
            active={active?.startsWith(`${turn.turn} `) ? active : undefined}
            point={point}
          />
        ))}
      </ol>
    </div>
  );
}

/** Whether a turn sent something in the clear. */
const hasClear = ({ exposure }: TurnView): boolean =>
  Object.keys(exposure.in_clear_by_kind).length > 0;

/** Left and right move the focus to the mark before or after. */
function moveBetweenMarks({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const marks = [...currentTarget.querySelectorAll<HTMLElement>('.mark')].filter(
    (mark) => mark.offsetParent !== null,
  );
  const at = marks.indexOf(document.activeElement as HTMLElement);
  marks.at(at === -1 ? 0 : (at + step) % marks.length)?.focus();
}

/** What the two looks of marks mean. */
function Legend() {
  return (
    <span className="sides-legend">
      <span className="mark">{exposureStrings.legend.masked}</span>
      <span className="mark" data-clear="true">
        {exposureStrings.legend.clear}
      </span>
    </span>
  );
}

/** Renders only when it changes: streaming a reply does not render the other turns. */
const Turn = memo(function Turn({
  turn,
  repeatsClear,
  active,
  point,
}: MarkHighlight & { readonly turn: TurnView; readonly repeatsClear: boolean }) {
  return (
    <li
      className="turn"
      data-turn
      data-exception={isException(turn, repeatsClear) || undefined}
      // The keys j, k and n move the focus here.
      tabIndex={-1}
    >
      <TurnHead turn={turn} repeatsClear={repeatsClear} />
      {rowsOf(turn).map((row) =>
        row.speaker === 'system' ? (
          <details key={row.key} className="turn-fold">
            <summary>{row.role}</summary>
            <Row row={row} active={active} point={point} />
          </details>
        ) : (
          <Row key={row.key} row={row} active={active} point={point} />
        ),
      )}
      {turn.failures.length === 0 ? null : (
        <ul className="turn-failures" aria-label={sideStrings.notRestored}>
          {turn.failures.map(({ entity_kind, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: failures have no identity but their place
            <li key={index}>
              {sideStrings.failure(
                kindName(entity_kind),
                sideStrings.failureReasons[reason] ?? reason,
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
});

function Row({ row, active, point }: MarkHighlight & { readonly row: TextRow }) {
  const choose = useMarking();
  return (
    <div className="turn-row" data-veiled={row.regulated === undefined}>
      <div className="turn-text" data-side="regulated">
        <span className="turn-role">
          {row.role}
          <span className="turn-side"> · {sideStrings.regulated}</span>
        </span>
        {row.regulated === undefined ? (
          <p>
            {row.veiled === undefined ? (
              <span className="quiet">{sideStrings.hidden}</span>
            ) : (
              <MarkedText
                text={row.veiled}
                marks={row.publicMarks}
                active={active}
                point={point}
                veiled
              />
            )}
          </p>
        ) : (
          <p data-text-of={row.key}>
            <MarkedText
              text={row.regulated}
              marks={row.regulatedMarks}
              active={active}
              point={point}
              choose={choose && ((mark) => choose(row, mark))}
            />
          </p>
        )}
      </div>
      <div className="turn-text" data-side="public">
        <span className="turn-role">
          {row.role}
          <span className="turn-side"> · {sideStrings.public}</span>
        </span>
        <p>
          <MarkedText text={row.public} marks={row.publicMarks} active={active} point={point} />
        </p>
      </div>
    </div>
  );
}
