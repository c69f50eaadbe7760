import { z } from 'zod';

export type JsonSchema = { readonly [key: string]: unknown };

const prefix = '#/components/schemas/';

/** The named schemas of the wire as JSON Schema, read in one direction. */
export type Components = Readonly<Record<string, JsonSchema>>;

/**
 * Every zod schema with an id, for requests (`input`) or for responses (`output`). A response may gain
 * fields (spec, Versioning 4).
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

/** An unnamed schema, such as a parameter's, in its parsed form. */
export function inlineSchema(schema: z.ZodType): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: dropRedundantKeywords('output'),
  });
  return json;
}

/** The schema's name in the document; undefined for an unnamed one. */
export function schemaNameOf(schema: unknown): string | undefined {
  return schema instanceof z.ZodType ? z.globalRegistry.get(schema)?.id : undefined;
}

export function refTo(name: string): JsonSchema {
  return { $ref: prefix + name };
}

/** The names of all references in a part of the document, in order. */
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

/** Removes keywords that mean nothing to a reader. */
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

/** Bounds of every safe integer, keys that are strings, and a format of zod's own. */
const redundantKeywords: Readonly<Record<string, readonly unknown[]>> = {
  minimum: [Number.MIN_SAFE_INTEGER],
  maximum: [Number.MAX_SAFE_INTEGER],
  propertyNames: [{ type: 'string' }],
  format: ['starts_with'],
};

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
