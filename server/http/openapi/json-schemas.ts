import { z } from 'zod';

export type JsonSchema = { readonly [key: string]: unknown };

/** Parts of the document by name. */
export type Components = Readonly<Record<string, JsonSchema>>;

const prefix = '#/components/schemas/';

export function refTo(name: string): JsonSchema {
  return { $ref: prefix + name };
}

/**
 * A part of the document with JSON Schema in place of each zod schema, which is a reference where the
 * schema has an id, and the referenced schemas by id. `io` says how they are read: as requests (`input`)
 * or as answers (`output`), which may gain fields (spec, Versioning 4).
 */
export function withJsonSchemas<Part>(
  part: Part,
  io: 'input' | 'output',
): { readonly part: Part; readonly schemas: Components } {
  const found: z.ZodType[] = [];
  replaceSchemas(part, (schema) => found.push(schema));
  const { properties = {}, $defs: schemas = {} } = z.toJSONSchema(
    z.object(Object.fromEntries(found.entries())),
    { io, unrepresentable: 'any', override: dropRedundantKeywords(io) },
  );
  let at = 0;
  const text = replaceSchemas({ part, schemas }, () => properties[at++]);
  return JSON.parse(text.replaceAll('"#/$defs/', `"${prefix}`));
}

function replaceSchemas(part: unknown, by: (schema: z.ZodType) => unknown): string {
  return JSON.stringify(part, (_, value) => (value instanceof z.ZodType ? by(value) : value));
}

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>;

/** Removes keywords that mean nothing to a reader. */
function dropRedundantKeywords(io: 'input' | 'output'): Override {
  return ({ zodSchema, jsonSchema }) => {
    const { def } = zodSchema._zod;
    if (def.type === 'object' && io === 'output' && def.catchall === undefined) {
      delete jsonSchema.additionalProperties;
    }
    for (const [key, value] of Object.entries(redundantKeywords)) {
      if (sameJson(jsonSchema[key], value)) delete jsonSchema[key];
    }
    if (jsonSchema.format?.startsWith('date') === true) delete jsonSchema.pattern;
    if (jsonSchema.items === false) Object.assign(jsonSchema, listOfFixedLength(jsonSchema));
  };
}

/**
 * A tuple without `items: false`, which generators of clients in Python cannot read: its length says the same. Entries of
 * one kind need no `prefixItems` either.
 */
function listOfFixedLength(jsonSchema: { prefixItems?: unknown[] }) {
  const entries = jsonSchema.prefixItems ?? [];
  const [first = {}, ...others] = entries;
  if (others.every((entry) => sameJson(entry, first))) delete jsonSchema.prefixItems;
  const items = jsonSchema.prefixItems === undefined ? first : {};
  return { items, minItems: entries.length, maxItems: entries.length };
}

/** Bounds of every safe integer, keys that are strings, and a format of zod's own. */
const redundantKeywords: JsonSchema = {
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  propertyNames: { type: 'string' },
  format: 'starts_with',
};

export function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
