import { createHmac, type KeyObject } from 'node:crypto';

type FieldWriter = (value: unknown, seedKey?: KeyObject) => unknown;

const unchanged: FieldWriter = (value) => value;

/** Three digits say all that a setting needs; the fourth and later ones could be a telephone number. */
const rounded: FieldWriter = (value) =>
  typeof value === 'number' ? Number(value.toPrecision(3)) : value;

const roundedBiases: FieldWriter = (value) =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([id, bias]) => [id, rounded(bias)]))
    : value;

/** Equal seeds stay equal, and the provider cannot tell the caller's, which may be any number. */
const derivedSeed: FieldWriter = (value, key) =>
  typeof value === 'number' && key !== undefined
    ? createHmac('sha256', key).update(`seed ${value}`).digest().readUInt32BE() >>> 1
    : undefined;

/**
 * Chat-completion fields that go upstream unsearched, and what is written of each: numbers, switches and
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
};

export const unsearchedFields: readonly string[] = Object.keys(fieldWriters);

/** What leaves of the request's unsearched fields. Without `seedKey`, which is secret, no seed does. */
export function copyUnsearched(
  request: Readonly<Record<string, unknown>>,
  seedKey?: KeyObject,
): Record<string, unknown> {
  const copies = Object.entries(fieldWriters).map(
    ([field, write]) => [field, write(request[field], seedKey)] as const,
  );
  return Object.fromEntries(copies.filter(([, value]) => value !== undefined));
}
