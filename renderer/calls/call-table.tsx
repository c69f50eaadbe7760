import { getRouteApi, Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { SessionSummary } from '../../server/contract/sessions.ts';
import { ExposureBadges } from '../exposure/exposure-badges.tsx';
import { formatDuration, timeZone } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { KindLine } from '../ui/kinds.tsx';
import { commonStrings } from '../ui/strings.ts';
import { Time } from '../ui/time.tsx';
import {
  callFiltersFromSearch,
  defaultSort,
  type SortColumn,
  sortColumns,
} from './call-filters.ts';
import { CallState } from './call-state.tsx';
import { CallTags } from './review/call-review.tsx';
import { callStrings } from './strings.ts';

const callListStrings = callStrings.list;
const route = getRouteApi('/calls');
/** Height of a row before it is measured, in pixels. */
const rowHeight = 46;

type ColumnName = keyof typeof callListStrings.columns;

const cells: Readonly<Record<ColumnName, (row: SessionSummary) => ReactNode>> = {
  started_at: ({ id, started_at }) => (
    <Link to="/calls/$callId" params={{ callId: id }} className="call-link">
      <Time iso={started_at} />
    </Link>
  ),
  agent: ({ agent_name }) => <span className="name">{agent_name}</span>,
  state: (row) => (
    <>
      <CallState short call={row} />
      <CallRemarks call={row} />
    </>
  ),
  exposure: ({ exposure }) => (
    <span className="badges">
      <ExposureBadges short exposure={exposure} />
    </span>
  ),
  turn_count: ({ turn_count }) => turn_count,
  duration_ms: ({ duration_ms }) => formatDuration(duration_ms),
  redaction_count: ({ values_by_kind, redactions_by_kind }) => (
    <KindLine counts={values_by_kind ?? redactions_by_kind} />
  ),
  model: ({ upstream_model }) => upstream_model,
};
/** That a call was reviewed, and its tags. */
function CallRemarks({ call: { reviewed, tags = [] } }: { readonly call: SessionSummary }) {
  return (
    <>
      {reviewed === undefined ? null : (
        <span className="call-failure">{callListStrings.reviewed}</span>
      )}
      <CallTags tags={tags} />
    </>
  );
}

const columns = Object.keys(cells) as ColumnName[];
const looks: Readonly<Partial<Record<ColumnName, string>>> = {
  turn_count: 'number',
  duration_ms: 'number',
};

interface Props {
  readonly rows: readonly SessionSummary[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly loadMore: () => void;
}

/** The list, of which only the visible rows are in the page. Each row is a link; on a phone it is a card. It scrolls with the page. */
export function CallTable({ rows, more, loading, loadMore }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  // What stands above the list changes its height: filters fold, notices come.
  useEffect(() => {
    const measure = () => setTop((body.current?.getBoundingClientRect().top ?? 0) + scrollY);
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    scrollMargin: top,
    estimateSize: () => rowHeight,
    // A row keeps its focus when a new call comes before it.
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1);
  const above = (items[0]?.start ?? top) - top;
  const below = virtual.getTotalSize() + top - (last?.end ?? top);
  const atEnd = last !== undefined && last.index >= rows.length - 1;
  useEffect(() => {
    if (more && atEnd && !loading) loadMore();
  }, [more, atEnd, loading, loadMore]);
  return (
    <>
      <div className="table-frame call-table">
        <table className="table" aria-rowcount={rows.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((name) => (
                <Head key={name} name={name} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
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
                  {columns.map((name) => (
                    <td
                      key={name}
                      className={looks[name]}
                      data-column={name}
                      data-title={callListStrings.columns[name]}
                    >
                      {cells[name](row)}
                    </td>
                  ))}
                </tr>
              );
            })}
            {below === 0 ? null : <tr style={{ height: below }} />}
          </tbody>
        </table>
      </div>
      {more ? <Button onClick={loadMore}>{commonStrings.more}</Button> : null}
    </>
  );
}

/** A title; that of a column by which the list can be ordered is a button. */
function Head({ name }: { readonly name: ColumnName }) {
  const { sort = defaultSort } = route.useSearch();
  const title = callListStrings.columns[name];
  const shown = name === 'started_at' ? `${title} (${timeZone()})` : title;
  if (!isSortColumn(name))
    return (
      <th scope="col" data-column={name}>
        {shown}
      </th>
    );
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  const next = order === 'descending' ? name : `-${name}`;
  return (
    <th scope="col" className={looks[name]} data-column={name} aria-sort={order}>
      <Link
        to="/calls"
        search={(search) => callFiltersFromSearch({ ...search, sort: next })}
        replace
        className="call-sort"
      >
        {shown}
      </Link>
    </th>
  );
}

function isSortColumn(name: ColumnName): name is SortColumn {
  return sortColumns.some((column) => column === name);
}
