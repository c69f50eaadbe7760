import fc from 'fast-check';
import type { OpenApi } from '../../../server/http/openapi/document.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Values that fit a JSON schema, mostly: limits and formats are kept where that is cheap. */
export function arbitraryOf(schema: Schema, document: OpenApi, depth = 0): fc.Arbitrary<unknown> {
  const ref = schema['$ref'];
  if (typeof ref === 'string') {
    const name = ref.slice(ref.lastIndexOf('/') + 1);
    const target = document.components.schemas[name] ?? {};
    const fitting = arbitraryOf(target, document, depth + 1);
    const examples = (target['examples'] ?? []) as unknown[];
    return examples.length === 0 ? fitting : fc.oneof(fc.constantFrom(...examples), fitting);
  }
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  if (choices !== undefined) {
    return fc.oneof(...choices.map((choice) => arbitraryOf(choice, document, depth + 1)));
  }
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
  if ('const' in schema) return fc.constant(schema['const']);
  return ofType(schema, document, depth);
}

function ofType(schema: Schema, document: OpenApi, depth: number): fc.Arbitrary<unknown> {
  const types = [schema['type'] ?? 'null'].flat();
  switch (types[0]) {
    case 'string':
      return strings(schema);
    case 'integer':
      return fc.integer({ min: -2, max: 200 });
    case 'number':
      return fc.double({ noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array': {
      const items = arbitraryOf((schema['items'] || {}) as Schema, document, depth + 1);
      return fc.array(items, { maxLength: depth > 4 ? 1 : 3 });
    }
    case 'object':
      return objects(schema, document, depth);
    default:
      return fc.constant(null);
  }
}

function objects(schema: Schema, document: OpenApi, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries(
    (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>,
  );
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const kept = properties.filter(([name]) => required.has(name) || depth < 4);
  return fc.record(
    Object.fromEntries(
      kept.map(([name, field]) => [name, arbitraryOf(field, document, depth + 1)]),
    ),
    { requiredKeys: [...required] },
  );
}

function strings({ pattern, maxLength, examples }: Schema): fc.Arbitrary<string> {
  const length = typeof maxLength === 'number' ? Math.min(maxLength, 200) : 40;
  const words = fc.oneof(
    fc.constantFrom(
      'stub',
      'provider:model-small',
      'healthcare-default',
      'my number is 202 555 0143',
    ),
    fc.string({ unit: 'binary', maxLength: length }),
  );
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  return Array.isArray(examples) ? fc.oneof(fc.constantFrom(...examples), words) : words;
}

/** Texts that break naive code. */
export function hostileString(): fc.Arbitrary<string> {
  return fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '__proto__',
    'constructor',
    'toString',
    '../../../etc/passwd',
    "'; DROP TABLE agents; --",
    '%s%n',
    '\u202egnihton',
    'é'.repeat(64),
    '𝒳'.repeat(64),
    'x'.repeat(20_000),
    '9'.repeat(400),
    '-1',
    '1e999',
    'NaN',
    '2026-13-45T99:99:99Z',
    '-271821-04-20T00:00:00.000Z',
    'eyJub3QiOiJhIGN1cnNvciJ9',
    'WzEsMl0',
    '!'.repeat(513),
    'TOK1.PHONE.K_HEALTHCARE.0000000000000000',
    '[REDACTED:PHONE]',
    'name: &a [*a]\n',
    `a: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\nd: [*c,*c,*c,*c]\n`,
  );
}

/** Values of the wrong kind. */
export function hostileValue(): fc.Arbitrary<unknown> {
  return fc.oneof(
    hostileString(),
    fc.constantFrom<unknown>(
      null,
      true,
      -1,
      0,
      1e308,
      Number.MAX_SAFE_INTEGER + 2,
      [],
      {},
      [[[[]]]],
      { length: 1e9 },
      { toJSON: 'no' },
    ),
    fc.jsonValue({ maxDepth: 3 }),
  );
}
