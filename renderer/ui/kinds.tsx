import type { ReactNode } from 'react';
import './kinds.css';

/** Groups of kinds; each has its color and underline. */
type KindFamily = 'person' | 'contact' | 'number' | 'place' | 'time';

const families: Readonly<Record<string, KindFamily>> = {
  NAME: 'person',
  PHONE: 'contact',
  FAX: 'contact',
  EMAIL: 'contact',
  URL: 'contact',
  IP_ADDRESS: 'contact',
  ADDRESS: 'place',
  ZIP: 'place',
  LOCATION: 'place',
  DOB: 'time',
  DATE: 'time',
  AGE_OVER_89: 'time',
};

/** A kind that is not known yet is shown as a number, as most kinds are. */
export const kindFamily = (kind: string): KindFamily => families[kind] ?? 'number';

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
      {kind}
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

/** Count at which a bar stops growing, so that one long call does not dwarf the others. */
const longestBar = 12;

/** What was masked, by kind, in one line for a table row. */
export function KindLine(props: CountsProps) {
  return (
    <span className="kind-line">
      {mostFrequentFirst(props).map(([kind, count]) => (
        <KindTag key={kind} kind={kind}>
          {` ${count}`}
          <span className="kind-tick" style={{ width: Math.min(count, longestBar) * 4 }} />
        </KindTag>
      ))}
    </span>
  );
}
