import type { z } from 'zod';

type CamelCase<Key> = Key extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Key;

type Frozen<T> = unknown extends T ? T : { readonly [Key in keyof T]: Frozen<T[Key]> };

/** The fields of a wire object under the names that they have elsewhere in the service. */
export type ViewOf<Wire> = { readonly [Key in keyof Wire as CamelCase<Key>]: Frozen<Wire[Key]> };

/** The wire form of `view`: the fields of `schema`, without those that are undefined. */
export function toWire<Schema extends z.ZodObject>(
  schema: Schema,
  view: ViewOf<z.output<Schema>>,
): z.output<Schema> {
  const values = view as Readonly<Record<string, unknown>>;
  const fields = Object.keys(schema.shape).map((name) => [name, values[camelCase(name)]] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as z.output<Schema>;
}

function camelCase(name: string): string {
  return name.replace(/_(.)/g, (_, first: string) => first.toUpperCase());
}
