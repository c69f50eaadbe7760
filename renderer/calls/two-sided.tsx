import { memo, useState } from 'react';
import type { TurnView } from '../../server/contract/live.ts';
import { MarkedText, type MarkHighlight } from './marked-text.tsx';
import { callStrings } from './strings.ts';
import { TurnHead } from './turn-head.tsx';
import { rowsOf, type TextRow } from './turn-rows.ts';
import './two-sided.css';

const sideStrings = callStrings.sides;

/** Turns side by side, aligned: the regulated side left, the public side right. */
export function TwoSided({ turns }: { readonly turns: readonly TurnView[] }) {
  const [active, point] = useState<string>();
  return (
    <div className="sides">
      <div className="sides-head">
        <div data-side="regulated">
          <h2>{sideStrings.regulated}</h2>
          <span>{sideStrings.regulatedNote}</span>
        </div>
        <div data-side="public">
          <h2>{sideStrings.public}</h2>
          <span>{sideStrings.publicNote}</span>
        </div>
      </div>
      <ol>
        {turns.map((turn) => (
          <Turn
            key={turn.turn}
            turn={turn}
            active={active?.startsWith(`${turn.turn} `) ? active : undefined}
            point={point}
          />
        ))}
      </ol>
    </div>
  );
}

/** Renders only when it changes: streaming a reply does not render the other turns. */
const Turn = memo(function Turn({
  turn,
  active,
  point,
}: MarkHighlight & { readonly turn: TurnView }) {
  return (
    <li className="turn">
      <TurnHead turn={turn} />
      {rowsOf(turn).map((row) => (
        <Row key={row.key} row={row} active={active} point={point} />
      ))}
      {turn.failures.length === 0 ? null : (
        <ul className="turn-failures" aria-label={sideStrings.notRestored}>
          {turn.failures.map(({ entity_kind, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: failures have no identity but their place
            <li key={index}>
              {sideStrings.failure(entity_kind, sideStrings.failureReasons[reason] ?? reason)}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
});

function Row({ row, active, point }: MarkHighlight & { readonly row: TextRow }) {
  return (
    <div className="turn-row">
      <div className="turn-text" data-side="regulated">
        <span className="turn-role">
          {row.role}
          <span className="turn-side"> · {sideStrings.regulated}</span>
        </span>
        {row.regulated === undefined ? (
          <p className="veiled">
            <span className="visually-hidden">{sideStrings.hidden}</span>
            <span aria-hidden="true">{blockedOut(row.public)}</span>
          </p>
        ) : (
          <p>
            <MarkedText
              text={row.regulated}
              marks={row.regulatedMarks}
              active={active}
              point={point}
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

/** The shape of a hidden text, made from its public side only. */
function blockedOut(text: string): string {
  return text.replace(/\S+/g, (word) => '▒'.repeat(Math.min(word.length, 12)));
}
