import { kindFamily } from '../lib/kinds.ts';
import './kind-bars.css';

/** Redactions by kind as small bars, the most frequent first. */
export function KindBars({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  const rows = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const most = Math.max(1, ...rows.map(([, count]) => count));
  return (
    <ul className="kind-bars">
      {rows.map(([kind, count]) => (
        <li key={kind}>
          <span className="kind" data-family={kindFamily(kind)}>
            {kind}
          </span>
          <span className="kind-bar" data-family={kindFamily(kind)}>
            <span style={{ width: `${(100 * count) / most}%` }} />
          </span>
          <span className="kind-count">{count}</span>
        </li>
      ))}
    </ul>
  );
}

/** Bars no longer than this many redactions, so that one talkative call does not dwarf the others. */
const longestBar = 12;

/** The same in one line, for a row of a table; a bar is as long as there are redactions, up to twelve. */
export function KindLine({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  const rows = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return (
    <span className="kind-line">
      {rows.map(([kind, count]) => (
        <span key={kind} className="kind" data-family={kindFamily(kind)}>
          {kind} {count}
          <span className="kind-tick" style={{ width: Math.min(count, longestBar) * 4 }} />
        </span>
      ))}
    </span>
  );
}
