import { getRouteApi, Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { SessionSummary } from '../../server/contract/sessions.ts';
import { formatDuration, formatMoment } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Empty, Failure } from '../ui/feedback.tsx';
import { KindLine } from '../ui/kinds.tsx';
import { Page } from '../ui/page.tsx';
import { commonStrings } from '../ui/strings.ts';
import { Cells, type Column, HeadCells } from '../ui/table.tsx';
import { CallFilterBar } from './call-filter-bar.tsx';
import { callStrings } from './strings.ts';
import './calls.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pagesOf } from '../lib/api.ts';
import type { CallFilters } from './call-filters.ts';

const pageSize = 100;
/** Milliseconds between reloads of the first page. */
const refreshMs = 10_000;

/** The matching calls, page by page, newest first. */
function useCalls(filters: CallFilters) {
  return useInfiniteQuery({
    ...pagesOf<SessionSummary>(['sessions', filters], '/sessions', { ...filters, limit: pageSize }),
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? refreshMs : false),
    // A refetch would load all pages again, one by one.
    refetchOnWindowFocus: ({ state }) => state.data?.pages.length === 1,
  });
}

const callListStrings = callStrings.list;
const route = getRouteApi('/calls');
/** Height of a row before it is measured, in pixels. */
const rowHeight = 46;

const { columns: titles } = callListStrings;
const columns: readonly Column<SessionSummary>[] = [
  {
    title: titles.started,
    look: 'nowrap',
    cell: (row) => (
      <Link to="/calls/$callId" params={{ callId: row.id }}>
        {formatMoment(row.started_at)}
      </Link>
    ),
  },
  { title: titles.agent, cell: (row) => row.agent_name },
  { title: titles.status, cell: (row) => <CallStatus row={row} /> },
  { title: titles.turns, look: 'number', cell: (row) => row.turn_count },
  { title: titles.duration, look: 'number', cell: (row) => formatDuration(row.duration_ms) },
  { title: titles.redactions, cell: (row) => <KindLine counts={row.redactions_by_kind} /> },
  { title: titles.model, cell: (row) => row.upstream_model },
];

const tones = { ok: 'good', partial: 'warn', error: 'bad' } as const;

/** All calls, with filters and endless scrolling. */
export function CallsPage() {
  return (
    <Page title={commonStrings.pages.calls} intro={callListStrings.intro}>
      <CallFilterBar />
      <FilteredCalls />
    </Page>
  );
}

function FilteredCalls() {
  const query = useCalls(route.useSearch());
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <p className="wait">{commonStrings.waiting}</p>;
  if (rows.length > 0) {
    return <CallTable rows={rows} more={hasNextPage} loading={isFetching} loadMore={loadMore} />;
  }
  return <Empty {...callListStrings.empty} />;
}

interface TableProps {
  readonly rows: readonly SessionSummary[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly loadMore: () => void;
}

function CallTable({ rows, more, loading, loadMore }: TableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1);
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (last?.end ?? 0);
  const atEnd = last !== undefined && last.index >= rows.length - 1;
  useEffect(() => {
    if (more && atEnd && !loading) loadMore();
  }, [more, atEnd, loading, loadMore]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
      <div className="table-frame call-table" ref={frame} tabIndex={0}>
        <table className="table" aria-rowcount={rows.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <HeadCells columns={columns} />
            </tr>
          </thead>
          <tbody>
            {above === 0 ? null : <tr style={{ height: above }} />}
            {items.map(({ index, key }) => {
              const row = rows[index];
              return row === undefined ? null : (
                <tr
                  key={key}
                  aria-rowindex={index + 2}
                  data-index={index}
                  ref={virtual.measureElement}
                >
                  <Cells columns={columns} row={row} />
                </tr>
              );
            })}
            {below === 0 ? null : <tr style={{ height: below }} />}
          </tbody>
        </table>
      </div>
      {more ? (
        <Button onClick={loadMore}>{commonStrings.more}</Button>
      ) : (
        <p className="wait">{callListStrings.end(rows.length)}</p>
      )}
    </>
  );
}

function CallStatus({ row }: { readonly row: SessionSummary }) {
  if (!row.ended) return <Badge>{callListStrings.inProgress}</Badge>;
  return (
    <Badge tone={tones[row.status]}>{callListStrings.statuses[row.status] ?? row.status}</Badge>
  );
}
