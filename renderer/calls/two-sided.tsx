import { useState } from 'react';
import type { TurnView } from '../../server/contract/live.ts';
import { formatClock, formatMicros } from '../lib/format.ts';
import { calls } from '../lib/strings/calls.ts';
import { Badge } from '../ui/badge.tsx';
import { type Linking, MarkedText } from './marked-text.tsx';
import { rowsOf, type TextRow } from './turn-rows.ts';
import './two-sided.css';

const words = calls.sides;

/** Turns side by side, aligned: the regulated side left, the public side right. */
export function TwoSided({ turns }: { readonly turns: readonly TurnView[] }) {
  const [active, point] = useState<string>();
  return (
    <div className="sides">
      <div className="sides-head">
        <div data-side="regulated">
          <h2>{words.regulated}</h2>
          <span>{words.regulatedNote}</span>
        </div>
        <div data-side="public">
          <h2>{words.public}</h2>
          <span>{words.publicNote}</span>
        </div>
      </div>
      <ol>
        {turns.map((turn) => (
          <li key={turn.turn} className="turn">
            <TurnHead turn={turn} />
            {rowsOf(turn).map((row) => (
              <Row key={row.key} row={row} active={active} point={point} />
            ))}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Row({ row, active, point }: Linking & { readonly row: TextRow }) {
  return (
    <div className="turn-row">
      <div className="turn-text" data-side="regulated">
        <span className="turn-role">{row.role}</span>
        {row.regulated === undefined ? (
          <p className="veiled">
            <span className="visually-hidden">{words.hidden}</span>
            <Veiled row={row} />
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
        <span className="turn-role">{row.role}</span>
        <p>
          <MarkedText text={row.public} marks={row.publicMarks} active={active} point={point} />
        </p>
      </div>
    </div>
  );
}

/** The shape of a text that is not shown: as long as its public side, and made of nothing else. */
function Veiled({ row }: { readonly row: TextRow }) {
  const lengths = row.public.split(/\s+/).map((word) => Math.min(word.length, 12));
  return (
    <span aria-hidden="true">
      {lengths.map((length, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words have no identity but their place
        <span key={index}>{`${'▒'.repeat(length)} `}</span>
      ))}
    </span>
  );
}

const scanTones: Readonly<Record<string, 'good' | 'bad'>> = { clean: 'good', blocked: 'bad' };
const statusTones: Readonly<Record<string, 'good' | 'bad'>> = { ok: 'good', error: 'bad' };

function TurnHead({ turn }: { readonly turn: TurnView }) {
  const { completed, scan } = turn;
  return (
    <div className="turn-head">
      <h3>{words.turn(turn.turn)}</h3>
      <time dateTime={turn.at}>{formatClock(turn.at)}</time>
      {scan === undefined ? null : (
        <Badge tone={scanTones[scan.verdict] ?? 'warn'}>
          {words.scan[scan.verdict] ?? scan.verdict}
        </Badge>
      )}
      {completed === undefined ? (
        <span className="turn-wait">{words.streaming}</span>
      ) : (
        <Completed completed={completed} />
      )}
    </div>
  );
}

function Completed({ completed }: { readonly completed: NonNullable<TurnView['completed']> }) {
  return (
    <>
      <Badge tone={statusTones[completed.status] ?? 'warn'}>
        {words.status[completed.status] ?? completed.status}
      </Badge>
      <span>{words.added(formatMicros(completed.added_us))}</span>
      <span>{words.firstByte(formatMicros(completed.first_byte_us))}</span>
      {completed.restored === 0 ? null : <span>{words.restored(completed.restored)}</span>}
      {completed.failed === 0 ? null : <Badge tone="warn">{words.failed(completed.failed)}</Badge>}
    </>
  );
}
