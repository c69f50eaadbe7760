import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PageOf } from '../lib/api.ts';
import { Button } from './button.tsx';
import { QueryResult } from './feedback.tsx';
import { commonStrings } from './strings.ts';

/** A table that scrolls sideways where it does not fit, by keyboard as well. */
function TableFrame({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
    <div className="table-frame" tabIndex={0}>
      {children}
    </div>
  );
}

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  /** `number` aligns right, `nowrap` keeps one line. */
  readonly look?: 'number' | 'nowrap';
  /** The title is for screen readers only. */
  readonly hidden?: boolean;
}

interface ColumnsProps<T> {
  readonly columns: readonly Column<T>[];
}

/** The titles of the columns, as cells of a row. */
export function HeadCells<T>({ columns }: ColumnsProps<T>) {
  return columns.map(({ title, look, hidden }) => (
    <th key={title} scope="col" className={look}>
      {hidden ? <span className="visually-hidden">{title}</span> : title}
    </th>
  ));
}

/** One row's cells. */
export function Cells<T>({ columns, row }: ColumnsProps<T> & { readonly row: T }) {
  return columns.map(({ title, cell, look, hidden }) => (
    <td key={title} className={look} data-title={hidden ? '' : title}>
      {cell(row)}
    </td>
  ));
}

interface TableProps<T> extends ColumnsProps<T> {
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
}

/** Rows under a head; on a phone, cards. */
export function Table<T>({ columns, rows, rowKey }: TableProps<T>) {
  return (
    <TableFrame>
      <table className="table" data-cards>
        <thead>
          <tr>
            <HeadCells columns={columns} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              <Cells columns={columns} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

interface PagedTableProps<T> extends Omit<TableProps<T>, 'rows'> {
  readonly query: UseInfiniteQueryResult<InfiniteData<PageOf<T>>>;
  /** Stands for a list without rows. */
  readonly empty?: ReactNode;
}

/** A list of the service as a table, with a button for the next page. */
export function PagedTable<T>({ query, empty, ...table }: PagedTableProps<T>) {
  return (
    <>
      <QueryResult query={query}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          return rows.length === 0 && empty !== undefined ? (
            empty
          ) : (
            <Table {...table} rows={rows} />
          );
        }}
      </QueryResult>
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {commonStrings.more}
        </Button>
      ) : null}
    </>
  );
}
