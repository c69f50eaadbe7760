import { z } from 'zod';

const maxPageSize = 100;
const defaultPageSize = 25;

/** A whole number in a query string, within bounds. */
export function queryInteger(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum));
}

const limit = queryInteger(1, maxPageSize);
const cursor = z
  .string()
  .min(1)
  .max(512)
  .optional()
  .meta({ description: '`next_cursor` of the previous page; omit it for the first page.' });

/** Paging parameters of every long list (spec, Pagination); default page 25 (spec, Limits; design D35). */
export const PageQuery = z.object({
  limit: limit.default(defaultPageSize).meta({ description: 'Maximum number of entries.' }),
  cursor,
});

/** Paging parameters of a list that is short enough to be answered whole (spec, Pagination; design D35). */
export const ShortListQuery = z.object({
  limit: limit.optional().meta({
    description: 'Maximum number of entries; without it the answer has all of them.',
  }),
  cursor,
});

/** `{ data, next_cursor }`; `next_cursor` null on the last page. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  });
}
