import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminList } from '../../server/contract/access.ts';
import { api } from '../lib/api.ts';
import { inDemo } from '../lib/demo.ts';
import { Notice } from './feedback.tsx';
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

/** In place of what a role may not see: why, and who can change that. */
export function Refused({ reason }: { readonly reason: string }) {
  const { data } = useQuery({
    queryKey: ['admins'],
    queryFn: () => api<AdminList>('/admins'),
    staleTime: 60_000,
  });
  const logins = data?.data.map(({ login }) => login) ?? [];
  const addresses = logins.filter((login) => login.includes('@'));
  const subject = encodeURIComponent(commonStrings.refused.subject(reason));
  return (
    <Notice>
      <p>{reason}</p>
      {logins.length === 0 ? null : <p>{commonStrings.refused.ask(logins.join(', '))}</p>}
      {addresses.length === 0 ? null : (
        <a href={`mailto:${addresses.map(encodeURIComponent).join(',')}?subject=${subject}`}>
          {commonStrings.refused.request}
        </a>
      )}
    </Notice>
  );
}
