import './kinds.css';

/** What a kind of identifier says of a person; each family has a colour and a line of its own. */
export type KindFamily = 'person' | 'contact' | 'number' | 'place' | 'time';

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

/** A kind that is not known yet is shown as a number, which most kinds are. */
export const kindFamily = (kind: string): KindFamily => families[kind] ?? 'number';

/** A kind of identifier, in the colour of its family. */
export function KindTag({ kind, family }: { readonly kind: string; readonly family: string }) {
  return (
    <span className="kind" data-family={family}>
      {kind}
    </span>
  );
}

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
