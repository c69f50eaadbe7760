import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebSessionItem } from '../../server/contract/access.ts';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Badge, QueryResult } from '../ui/feedback.tsx';
import { TableFrame } from '../ui/table.tsx';
import { systemStrings } from './strings.ts';

const webSessionStrings = systemStrings.people.browsers;

interface EndWebSessionProps {
  readonly webSession: WebSessionItem;
  readonly onClose: () => void;
}

/** Signs a browser out, after asking. */
export function EndWebSession({ webSession: { id, login }, onClose }: EndWebSessionProps) {
  const client = useQueryClient();
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => api<void>(`/admin/web-sessions/${id}`, { method: 'DELETE' }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['web-sessions'] });
    },
  });
  return (
    <ConfirmDialog
      title={webSessionStrings.endTitle(login)}
      button={webSessionStrings.end}
      danger
      busy={isPending}
      error={error}
      onConfirm={mutate}
      onClose={onClose}
    >
      <p>{webSessionStrings.endText}</p>
    </ConfirmDialog>
  );
}

interface WebSessionPage {
  readonly data: readonly WebSessionItem[];
  readonly next_cursor: string | null;
}

/** The browsers that are signed in, each of which can be signed out. */
export function WebSessions() {
  const [ending, end] = useState<WebSessionItem>();
  const query = useInfiniteQuery({
    queryKey: ['web-sessions'],
    queryFn: ({ pageParam }) =>
      api<WebSessionPage>('/admin/web-sessions', { query: { cursor: pageParam } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  return (
    <>
      <QueryResult query={query}>
        {({ pages }) => <WebSessionTable rows={pages.flatMap(({ data }) => data)} onEnd={end} />}
      </QueryResult>
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {systemStrings.people.more}
        </Button>
      ) : null}
      {ending === undefined ? null : (
        <EndWebSession webSession={ending} onClose={() => end(undefined)} />
      )}
    </>
  );
}

interface TableProps {
  readonly rows: readonly WebSessionItem[];
  readonly onEnd: (browser: WebSessionItem) => void;
}

function WebSessionTable({ rows, onEnd }: TableProps) {
  const { columns } = webSessionStrings;
  return (
    <TableFrame>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{columns.login}</th>
            <th scope="col">{columns.since}</th>
            <th scope="col">{columns.seen}</th>
            <th scope="col">{columns.act}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((browser) => (
            <tr key={browser.id}>
              <td>
                {browser.login}{' '}
                {browser.current ? <Badge tone="good">{webSessionStrings.current}</Badge> : null}
              </td>
              <td>{formatMoment(browser.created_at)}</td>
              <td>{formatMoment(browser.last_seen_at)}</td>
              <td>
                <Button
                  aria-label={webSessionStrings.endLabel(browser.login)}
                  onClick={() => onEnd(browser)}
                >
                  {webSessionStrings.end}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
