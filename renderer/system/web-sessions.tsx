import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebSessionItem } from '../../server/contract/access.ts';
import { api, pagesOf } from '../lib/api.ts';
import { timeZone } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmRequest } from '../ui/dialog.tsx';
import { Badge } from '../ui/feedback.tsx';
import { PagedTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { systemStrings } from './strings.ts';

const webSessionStrings = systemStrings.people.browsers;
const { columns } = webSessionStrings;

/** The signed-in browsers; an admin can sign out each. */
export function WebSessions() {
  const [ending, end] = useState<WebSessionItem>();
  const query = useInfiniteQuery(pagesOf<WebSessionItem>(['web-sessions'], '/admin/web-sessions'));
  return (
    <>
      <PagedTable
        query={query}
        rowKey={({ id }) => id}
        columns={[
          { title: columns.login, cell: (browser) => <BrowserLogin {...browser} /> },
          {
            title: `${columns.since} (${timeZone()})`,
            cell: (browser) => <Time iso={browser.created_at} />,
          },
          {
            title: `${columns.seen} (${timeZone()})`,
            cell: (browser) => <Time iso={browser.last_seen_at} />,
          },
          {
            title: columns.act,
            cell: (browser) => (
              <Button
                aria-label={webSessionStrings.endLabel(browser.login)}
                onClick={() => end(browser)}
              >
                {webSessionStrings.end}
              </Button>
            ),
          },
        ]}
      />
      {ending === undefined ? null : (
        <ConfirmRequest
          title={webSessionStrings.endTitle(ending.login)}
          button={webSessionStrings.end}
          danger
          text={webSessionStrings.endText}
          run={() => api<void>(`/admin/web-sessions/${ending.id}`, { method: 'DELETE' })}
          stale={[['web-sessions']]}
          onClose={() => end(undefined)}
        />
      )}
    </>
  );
}

function BrowserLogin({ login, current }: WebSessionItem) {
  return (
    <>
      {login} {current ? <Badge tone="good">{webSessionStrings.current}</Badge> : null}
    </>
  );
}
