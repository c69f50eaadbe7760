import type { ReactNode } from 'react';
import './kinds.css';
import { kindFamily, kindName } from './kind-names.ts';

/** A kind of identifier, in the color of its family. */
export function KindTag({
  kind,
  children,
}: {
  readonly kind: string;
  readonly children?: ReactNode;
}) {
  return (
    <span className="kind" data-family={kindFamily(kind)}>
      {kindName(kind)}
      {children}
    </span>
  );
}

interface CountsProps {
  readonly counts: Readonly<Record<string, number>>;
}

const mostFrequentFirst = ({ counts }: CountsProps) =>
  Object.entries(counts).sort(([, a], [, b]) => b - a);

/** What was masked, by kind, as small bars. */
export function KindBars(props: CountsProps) {
  const rows = mostFrequentFirst(props);
  const most = Math.max(1, ...rows.map(([, count]) => count));
  return (
    <ul className="kind-bars">
      {rows.map(([kind, count]) => (
        <li key={kind}>
          <KindTag kind={kind} />
          <span className="kind-bar" data-family={kindFamily(kind)}>
            <span style={{ width: `${(100 * count) / most}%` }} />
          </span>
          <span className="kind-count">{count}</span>
        </li>
      ))}
    </ul>
  );
}

/** Kinds that a line names; the others it counts. */
const namedKinds = 3;

/** How much was masked and of which kinds, in one line for a table row. */
export function KindLine(props: CountsProps) {
  const rows = mostFrequentFirst(props);
  const rest = rows.length - namedKinds;
  return (
    <span className="kind-line">
      <b>{Object.values(props.counts).reduce((sum, count) => sum + count, 0)}</b>
      {rows.slice(0, namedKinds).map(([kind, count]) => (
        <KindTag key={kind} kind={kind}>
          {`: ${count}`}
        </KindTag>
      ))}
      {rest > 0 ? (
        <span
          title={rows
            .slice(namedKinds)
            .map(([kind]) => kindName(kind))
            .join(', ')}
        >
          +{rest}
        </span>
      ) : null}
    </span>
  );
}
