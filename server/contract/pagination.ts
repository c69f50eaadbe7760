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

/** Paging parameters of every list (spec, Pagination); default page 25 (spec, Limits; design D35). */
export const PageQuery = z.object({
  limit: queryInteger(1, maxPageSize)
    .default(defaultPageSize)
    .meta({ description: 'Maximum number of entries.' }),
  cursor: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .meta({ description: '`next_cursor` of the previous page; omit it for the first page.' }),
});

/** `{ data, next_cursor }`; `next_cursor` null on the last page. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  });
}
