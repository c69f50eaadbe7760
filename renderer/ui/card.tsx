import { type ReactNode, useId } from 'react';

/** A list of names and values; a value that is null or undefined is left out with its name. */
export function Facts({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }) {
  const known = rows.filter(([, value]) => value !== null && value !== undefined);
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Props {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Card({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
