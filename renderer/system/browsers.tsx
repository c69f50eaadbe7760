import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebSessionItem } from '../../server/contract/access.ts';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { system } from '../lib/strings/system.ts';
import { Answer } from '../ui/answer.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TableFrame } from '../ui/table-frame.tsx';
import { EndBrowser } from './end-browser.tsx';

const words = system.people.browsers;

interface BrowserPage {
  readonly data: readonly WebSessionItem[];
  readonly next_cursor: string | null;
}

/** The browsers that are signed in, each of which can be signed out. */
export function Browsers() {
  const [ending, end] = useState<WebSessionItem>();
  const query = useInfiniteQuery({
    queryKey: ['web-sessions'],
    queryFn: ({ pageParam }) =>
      api<BrowserPage>('/admin/web-sessions', { query: { cursor: pageParam } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  return (
    <>
      <Answer query={query}>
        {({ pages }) => <BrowserTable rows={pages.flatMap(({ data }) => data)} onEnd={end} />}
      </Answer>
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {system.people.more}
        </Button>
      ) : null}
      {ending === undefined ? null : <EndBrowser browser={ending} onClose={() => end(undefined)} />}
    </>
  );
}

interface TableProps {
  readonly rows: readonly WebSessionItem[];
  readonly onEnd: (browser: WebSessionItem) => void;
}

function BrowserTable({ rows, onEnd }: TableProps) {
  const { columns } = words;
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
                {browser.current ? <Badge tone="good">{words.current}</Badge> : null}
              </td>
              <td>{formatMoment(browser.created_at)}</td>
              <td>{formatMoment(browser.last_seen_at)}</td>
              <td>
                <Button aria-label={words.endLabel(browser.login)} onClick={() => onEnd(browser)}>
                  {words.end}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
