import { createHmac, type KeyObject } from 'node:crypto';
import { excessIn, maxDepth, maxValues } from '../domain/json-limits.ts';
import { keyWords } from './field-cues.ts';
import type { Container, MemberNames } from './outbound-json.ts';
import { identifierSlot, type Slots } from './text-slot.ts';
import { leafSlots, tooManyValues } from './text-slots.ts';

type FieldWriter = (value: unknown, seedKey?: KeyObject) => unknown;

const unchanged: FieldWriter = (value) => value;

/** Three digits are enough for a setting; more digits could be a telephone number. */
const rounded: FieldWriter = (value) =>
  typeof value === 'number' ? Number(value.toPrecision(3)) : value;

const roundedBiases: FieldWriter = (value) =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([id, bias]) => [id, rounded(bias)]))
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

/** The outbound copy of the request's unsearched fields; without a seed if `seedKey` is missing. */
export function copyUnsearched(
  request: Readonly<Record<string, unknown>>,
  seedKey?: KeyObject,
): Record<string, unknown> {
  const copies = Object.entries(fieldWriters).map(
    ([field, write]) => [field, write(request[field], seedKey)] as const,
  );
  return Object.fromEntries(copies.filter(([, value]) => value !== undefined));
}

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

/** The outbound copy of the request's structured fields. Fault `validation_failed` when one is too large. */
export function copyStructured(request: Readonly<Record<string, unknown>>): Container {
  for (const field of Object.keys(fieldShapes))
    if (excessIn(request[field], maxDepth, maxValues) !== undefined) throw tooManyValues(field);
  const copy = copyMembers(request, fieldShapes);
  const given = Object.entries(copy).filter(([, value]) => value !== null);
  return Object.fromEntries(given);
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

/** Slots of the copy; replaced names of its fields go into `names`. */
export function* structuredSlots(copy: Container, names: MemberNames): Slots {
  for (const field of Object.keys(copy))
    yield* shapedSlots(copy, field, fieldShapes[field] ?? 'leaf', { path: field }, names);
}

function* shapedSlots(
  holder: Container,
  key: string | number,
  shape: Shape,
  at: { readonly path: string; readonly cue?: string },
  names: MemberNames,
): Slots {
  const value = holder[key];
  const kept = shape === 'name' ? identifierSlot(holder, key, at.path) : undefined;
  if (kept !== undefined) yield kept;
  else if (typeof shape === 'string' || typeof value !== 'object' || value === null)
    yield* leafSlots(holder, key, { ...at, speaker: 'system' }, names);
  else yield* memberSlots(value as Container, shape, at.path, names);
}

function* memberSlots(
  members: Container,
  shape: Exclude<Shape, string>,
  path: string,
  names: MemberNames,
): Slots {
  for (const [index, name] of Object.keys(members).entries()) {
    if (isList(shape))
      yield* shapedSlots(members, index, shape[0], { path: `${path}[${index}]` }, names);
    else {
      const at = { path: `${path}.${name}`, cue: keyWords(name) };
      yield* shapedSlots(members, name, shape[name] ?? 'leaf', at, names);
    }
  }
}
