import type { ReactNode } from 'react';
import { inDemo } from '../lib/demo.ts';
import { commonStrings } from './strings.ts';

interface Props {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  /** Uses the whole width. */
  readonly full?: boolean;
  readonly children: ReactNode;
}

/** A page with heading, introduction and actions. */
export function Page({ title, intro, actions, full = false, children }: Props) {
  return (
    <div className="page" data-full={full}>
      <title>{`${inDemo ? commonStrings.demo.mark : ''}${title} · ${commonStrings.productName}`}</title>
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
