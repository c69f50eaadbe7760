import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  /** Uses the whole width. */
  readonly full?: boolean;
  readonly children: ReactNode;
}

/** A page with its heading, what it is for, and what can be done on it. */
export function Page({ title, intro, actions, full = false, children }: Props) {
  return (
    <div className="page" data-full={full}>
      <title>{`${title} · Voice PHI Proxy`}</title>
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {intro === undefined ? null : <p>{intro}</p>}
        </div>
        {actions === undefined ? null : <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
