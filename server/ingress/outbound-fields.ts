import { createHmac, type KeyObject } from 'node:crypto';
import { excessIn, maxDepth, maxValues } from '../domain/json-limits.ts';
import { tooManyValues } from './open-text.ts';
import type { Container } from './outbound-json.ts';
import type { RequestText } from './slots.ts';

type FieldWriter = (value: unknown, seedKey?: KeyObject) => unknown;

const unchanged: FieldWriter = (value) => value;

/** Three digits are enough for a setting; more digits could be a telephone number. */
const rounded: FieldWriter = (value) =>
  typeof value === 'number' ? Number(value.toPrecision(3)) : value;

/** One digit is enough to favour a word or to forbid it. */
const oneDigit: FieldWriter = (value) =>
  typeof value === 'number' ? Number(value.toPrecision(1)) : value;

const roundedBiases: FieldWriter = (value) =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([id, bias]) => [id, oneDigit(bias)]))
    : value;

/** Equal seeds stay equal; the provider does not learn the caller's seed, which may be any number. */
const derivedSeed: FieldWriter = (value, key) =>
  typeof value === 'number' && key !== undefined
    ? createHmac('sha256', key).update(`seed ${value}`).digest().readUInt32BE() >>> 1
    : undefined;

/** Equal keys stay equal; a platform may write anything into its own, such as the caller's number. */
const derivedCacheKey: FieldWriter = (value, key) =>
  typeof value === 'string' && key !== undefined
    ? createHmac('sha256', key).update(`prompt_cache_key ${value}`).digest('hex').slice(0, 32)
    : undefined;

/**
 * Chat-completion fields that go upstream unsearched, and how each is written: numbers, switches and
 * words of fixed sets (design D4). The HTTP contract has checked their types and ranges.
 */
const fieldWriters: Readonly<Record<string, FieldWriter>> = {
  stream: unchanged,
  stream_options: unchanged,
  temperature: rounded,
  top_p: rounded,
  n: unchanged,
  max_tokens: unchanged,
  max_completion_tokens: unchanged,
  presence_penalty: rounded,
  frequency_penalty: rounded,
  logit_bias: roundedBiases,
  logprobs: unchanged,
  top_logprobs: unchanged,
  seed: derivedSeed,
  parallel_tool_calls: unchanged,
  reasoning_effort: unchanged,
  verbosity: unchanged,
  service_tier: unchanged,
  prompt_cache_key: derivedCacheKey,
};

export const unsearchedFields: readonly string[] = Object.keys(fieldWriters);

/**
 * The shape of a field: a single `leaf`; the `name` of a function or format; a `schema` or other data of
 * the caller; a list; or an object, from which only these fields leave (design D4). Everything is
 * searched except names that the model must repeat.
 */
type Shape = 'leaf' | 'name' | 'schema' | readonly [Shape] | { readonly [field: string]: Shape };

const nameField = { name: 'name' } as const;
const toolChoice = { type: 'leaf', function: nameField, custom: nameField } as const;
const functionDefinition = {
  name: 'name',
  description: 'leaf',
  parameters: 'schema',
  strict: 'leaf',
} as const;
const customFormat = { type: 'leaf', grammar: { syntax: 'leaf', definition: 'leaf' } } as const;

/**
 * Fields whose strings may hold PHI (design D3), as the protocol defines them. Platforms add secrets to
 * a tool, such as `server.secret`; those stay here.
 */
const fieldShapes: { readonly [field: string]: Shape } = {
  stop: ['leaf'],
  tools: [
    {
      type: 'leaf',
      function: functionDefinition,
      custom: { name: 'name', description: 'leaf', format: customFormat },
    },
  ],
  functions: [functionDefinition],
  tool_choice: { ...toolChoice, allowed_tools: { mode: 'leaf', tools: [toolChoice] } },
  function_call: nameField,
  response_format: {
    type: 'leaf',
    json_schema: { name: 'name', description: 'leaf', schema: 'schema', strict: 'leaf' },
  },
};

/** Two limits could carry two halves of a number: the older one stays here. */
const isSecond = (field: string, request: Readonly<Record<string, unknown>>): boolean =>
  field === 'max_tokens' && typeof request['max_completion_tokens'] === 'number';

/** A field that leaves unchanged. */
export interface FixedField {
  readonly path: string;
  readonly value: string | number;
}

/** The fields of a request besides its messages, as they leave. */
export interface OutboundFields {
  /** Numbers, switches and words of fixed sets, which are not searched. */
  readonly unsearched: Readonly<Record<string, unknown>>;
  /** The numbers among them. */
  readonly numbers: readonly FixedField[];
  /** What must be searched (design D3). */
  readonly structured: Container;
}

/**
 * The outbound copy of a request's fields; without a seed if `seedKey` is missing. Fault `validation_failed` when one is
 * too large.
 */
export function copyFields(
  request: Readonly<Record<string, unknown>>,
  seedKey?: KeyObject,
): OutboundFields {
  for (const field of Object.keys(fieldShapes))
    if (excessIn(request[field], maxDepth, maxValues) !== undefined) throw tooManyValues(field);
  const copied = Object.entries(copyMembers(request, fieldShapes));
  const structured = Object.fromEntries(copied.filter(([, value]) => value !== null));
  const written = Object.entries(fieldWriters).map(([path, write]) => ({
    path,
    value: isSecond(path, request) ? undefined : write(request[path], seedKey),
  }));
  const numbers = written.filter((field): field is FixedField => typeof field.value === 'number');
  const given = written.filter(({ value }) => value !== undefined);
  const unsearched = Object.fromEntries(given.map(({ path, value }) => [path, value]));
  return { unsearched, numbers, structured };
}

function copyMembers(
  from: Readonly<Record<string, unknown>>,
  fields: Exclude<Shape, string | readonly unknown[]>,
): Container {
  const copies = Object.entries(fields).map(
    ([field, shape]) => [field, copyOf(from[field], shape)] as const,
  );
  return Object.fromEntries(copies.filter(([, value]) => value !== undefined));
}

/** Copies a value of the shape, or a leaf such as `auto`; undefined for any other value. */
function copyOf(value: unknown, shape: Shape): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (shape === 'schema') return structuredClone(value);
  if (typeof shape === 'string') return undefined;
  if (!isList(shape)) return Array.isArray(value) ? undefined : copyMembers({ ...value }, shape);
  if (!Array.isArray(value)) return undefined;
  return value.map((item) => copyOf(item, shape[0])).filter((item) => item !== undefined);
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

/** The texts and values of structured fields. */
export function* structuredTexts(copy: Container): Generator<RequestText> {
  for (const field of Object.keys(copy))
    yield* shapedTexts(copy, field, fieldShapes[field] ?? 'leaf', field);
}

function* shapedTexts(
  holder: Container,
  key: string | number,
  shape: Shape,
  path: string,
): Generator<RequestText> {
  const value = holder[key];
  if (typeof shape === 'string' || typeof value !== 'object' || value === null)
    yield { holder, key, path, speaker: 'system', as: shape === 'name' ? 'identifier' : 'value' };
  else yield* memberTexts(value as Container, shape, path);
}

function* memberTexts(
  members: Container,
  shape: Exclude<Shape, string>,
  path: string,
): Generator<RequestText> {
  for (const [index, name] of Object.keys(members).entries())
    yield* isList(shape)
      ? shapedTexts(members, index, shape[0], `${path}[${index}]`)
      : shapedTexts(members, name, shape[name] ?? 'leaf', `${path}.${name}`);
}
