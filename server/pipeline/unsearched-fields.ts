import { createHmac, type KeyObject } from 'node:crypto';

type Write = (value: unknown, seedKey?: KeyObject) => unknown;

const asItIs: Write = (value) => value;

/** Three digits say all that a setting needs; the fourth and later ones could be a telephone number. */
const rounded: Write = (value) =>
  typeof value === 'number' ? Number(value.toPrecision(3)) : value;

const biases: Write = (value) =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([id, bias]) => [id, rounded(bias)]))
    : value;

/** Equal seeds stay equal, and the provider cannot tell the caller's, which may be any number. */
const derivedSeed: Write = (value, key) =>
  typeof value === 'number' && key !== undefined
    ? createHmac('sha256', key).update(`seed ${value}`).digest().readUInt32BE() >>> 1
    : undefined;

/**
 * Chat-completion fields that go upstream unsearched, and what is written of each: numbers, switches and
 * words of fixed sets (design D4). The HTTP contract has checked their types and ranges.
 */
const writes: Readonly<Record<string, Write>> = {
  stream: asItIs,
  stream_options: asItIs,
  temperature: rounded,
  top_p: rounded,
  n: asItIs,
  max_tokens: asItIs,
  max_completion_tokens: asItIs,
  presence_penalty: rounded,
  frequency_penalty: rounded,
  logit_bias: biases,
  logprobs: asItIs,
  top_logprobs: asItIs,
  seed: derivedSeed,
  parallel_tool_calls: asItIs,
  reasoning_effort: asItIs,
  verbosity: asItIs,
};

export const unsearchedFields: readonly string[] = Object.keys(writes);

/** What leaves of the request's unsearched fields. Without `seedKey`, which is secret, no seed does. */
export function copyUnsearched(
  request: Readonly<Record<string, unknown>>,
  seedKey?: KeyObject,
): Record<string, unknown> {
  const copies = Object.entries(writes).map(
    ([field, write]) => [field, write(request[field], seedKey)] as const,
  );
  return Object.fromEntries(copies.filter(([, value]) => value !== undefined));
}
