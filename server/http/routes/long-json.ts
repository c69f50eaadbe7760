import { z } from 'zod';
import { mapInSlices } from '../../domain/time-slices.ts';

/** The content type that Fastify gives its own JSON. */
export const jsonType = 'application/json; charset=utf-8';

/**
 * The JSON of `value` as `schema` encodes it. The list under `key` may be of any length: its items are
 * encoded in slices of a few milliseconds (design D43). Throws ZodError when `value` does not fit.
 */
export async function encodeLongJson<T extends object, K extends keyof T & string>(
  schema: z.ZodType<object, T>,
  value: T,
  [key, item]: readonly [K, z.ZodType],
): Promise<string> {
  const list = value[key] as readonly unknown[];
  const items = await mapInSlices(list, (one) => JSON.stringify(z.encode(item, one)));
  const members = Object.entries(z.encode(schema, { ...value, [key]: [] }))
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => {
      const text = name === key ? `[${items.join(',')}]` : JSON.stringify(member);
      return `${JSON.stringify(name)}:${text}`;
    });
  return `{${members.join(',')}}`;
}
