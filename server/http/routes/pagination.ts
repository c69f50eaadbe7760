import type { z } from 'zod';
import { Fault } from '../../domain/fault.ts';

/** An opaque `next_cursor` (spec, Pagination). */
function encodeCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** Reads a cursor of this list; Fault `validation_failed` for anything else. */
export function decodeCursor<T>(schema: z.ZodType<T>, cursor: string): T {
  const result = schema.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (result.success) return result.data;
  throw new Fault('validation_failed', 'the request is not valid', {
    details: [{ path: 'cursor', message: 'is not a cursor of this list' }],
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Cuts rows, of which one more than `limit` was asked for, into a page and the position to go on
 * from; null on the last page.
 */
export function cutPage<T>(
  rows: readonly T[],
  limit: number,
  positionOf: (row: T) => unknown,
): { rows: readonly T[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor =
    rows.length > limit && last !== undefined ? encodeCursor(positionOf(last)) : null;
  return { rows: page, nextCursor };
}
