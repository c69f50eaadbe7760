import { z } from 'zod';

export type JsonSchema = { readonly [key: string]: unknown };

const prefix = '#/components/schemas/';

/** The named schemas of the wire as JSON Schema, read in one direction. */
export type Components = Readonly<Record<string, JsonSchema>>;

/**
 * Every zod schema that has an id, in the direction it is used: what a request may hold (`input`),
 * or what an answer holds (`output`). An answer stays open for new fields (spec, Versioning 4).
 */
export function componentsOf(io: 'input' | 'output'): Components {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    io,
    uri: (id) => prefix + id,
    unrepresentable: 'any',
    override: dropRedundantKeywords(io),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id, $schema, id: _id, ...schema }]) => [id, schema]),
  );
}

/** An unnamed schema, such as that of a parameter, as what it means after it was read. */
export function inlineSchema(schema: z.ZodType): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: dropRedundantKeywords('output'),
  });
  return json;
}

/** The name a schema is known by in the document; undefined for unnamed ones. */
export function schemaNameOf(schema: unknown): string | undefined {
  return schema instanceof z.ZodType ? z.globalRegistry.get(schema)?.id : undefined;
}

export function refTo(name: string): JsonSchema {
  return { $ref: prefix + name };
}

/** Names referred to anywhere in a document part, in the order they are met. */
export function referencedNames(part: unknown): readonly string[] {
  const names: string[] = [];
  JSON.stringify(part, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string' && value.startsWith(prefix)) {
      names.push(value.slice(prefix.length));
    }
    return value;
  });
  return names;
}

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>;

/** Leaves out what says nothing to a reader. */
function dropRedundantKeywords(io: 'input' | 'output'): Override {
  return ({ zodSchema, jsonSchema }) => {
    const { def } = zodSchema._zod;
    if (def.type === 'object' && io === 'output' && def.catchall === undefined) {
      delete jsonSchema.additionalProperties;
    }
    for (const [key, values] of Object.entries(redundantKeywords)) {
      if (values.some((value) => sameJson(jsonSchema[key], value))) delete jsonSchema[key];
    }
    if (jsonSchema.format?.startsWith('date') === true) delete jsonSchema.pattern;
  };
}

/** Bounds that every safe integer keeps, that keys are strings, and a format of zod's own. */
const redundantKeywords: Readonly<Record<string, readonly unknown[]>> = {
  minimum: [Number.MIN_SAFE_INTEGER],
  maximum: [Number.MAX_SAFE_INTEGER],
  propertyNames: [{ type: 'string' }],
  format: ['starts_with'],
};

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
