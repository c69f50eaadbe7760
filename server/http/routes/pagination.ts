import { z } from 'zod';
import type { PageQuery, ShortListQuery } from '../../contract/pagination.ts';
import { parseJson } from '../../shared/json.ts';
import { invalidRequest } from '../server/validator.ts';

/** How one list is read in pages. */
interface PagedList<Position, Row, Item> {
  /** At most `limit` rows; `before` is the position of the last row of the previous page. */
  list(page: {
    readonly limit: number;
    readonly before?: Position;
  }): readonly Row[] | Promise<readonly Row[]>;
  /** The schema of a position, to read a cursor with. */
  readonly position: z.ZodType<Position>;
  positionOf(row: Row): Position;
  toWire(row: Row): Item | Promise<Item>;
}

/**
 * Reads one page of a list (spec, Pagination). It asks for one row more than the page holds, to learn
 * whether another page follows. Fault `validation_failed` for a cursor of another list.
 */
export async function readPage<Position, Row, Item>(
  { limit, cursor }: z.output<typeof PageQuery>,
  { position, positionOf, list, toWire }: PagedList<Position, Row, Item>,
): Promise<{ data: Item[]; next_cursor: string | null }> {
  const from = cursor === undefined ? {} : { before: decodeCursor(position, cursor) };
  const found = await list({ limit: limit + 1, ...from });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return {
    data: await Promise.all(rows.map(toWire)),
    next_cursor: hasMore ? encodeCursor(positionOf(last)) : null,
  };
}

/** How a list is read in pages that is at hand as a whole. */
interface ShortList<Row, Item> {
  readonly all: readonly Row[];
  /** Tells rows apart. */
  keyOf(row: Row): string;
  toWire(row: Row): Item;
}

/**
 * Reads one page of a short list, or all of it where the request sets no `limit`. Fault `validation_failed` for a
 * cursor of another list, and for one whose entry has gone since.
 */
export function readShortList<Row, Item>(
  { limit, cursor }: z.output<typeof ShortListQuery>,
  { all, keyOf, toWire }: ShortList<Row, Item>,
): Promise<{ data: Item[]; next_cursor: string | null }> {
  const page = { limit: limit ?? all.length, cursor };
  return readPage(page, {
    list: ({ limit: count, before }) => {
      const from = before === undefined ? 0 : all.findIndex((row) => keyOf(row) === before) + 1;
      if (before !== undefined && from === 0) throw badCursor();
      return all.slice(from, from + count);
    },
    position: z.string(),
    positionOf: keyOf,
    toWire,
  });
}

/** An opaque `next_cursor` (spec, Pagination). */
function encodeCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function decodeCursor<T>(schema: z.ZodType<T>, cursor: string): T {
  const result = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (result.success) return result.data;
  throw badCursor();
}

function badCursor(): Error {
  return invalidRequest([{ path: 'cursor', message: 'is not a cursor of this list' }]);
}
