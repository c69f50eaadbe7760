import { z } from 'zod';
import { mapInSlices } from '../../domain/time-slices.ts';

/** As Fastify names what it writes itself. */
export const jsonType = 'application/json; charset=utf-8';

/**
 * The JSON of `value` as `schema` writes it. The list under `key`, of any length, is written item by
 * item in slices of a few milliseconds (design D43). Throws ZodError when `value` does not fit.
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
