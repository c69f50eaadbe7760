import { createHmac, type KeyObject } from 'node:crypto';
import type { ChatMessage, ChatRequest } from '../domain/chat.ts';
import type { Speaker } from '../domain/detection.ts';
import {
  excessIn,
  isContainer,
  maxDepth,
  maxValues,
  tooManyValues,
} from '../domain/json-limits.ts';
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
 * What leaves of a field (design D4): a text, searched as `RequestText` says; a `schema` or other data of the caller; a
 * list; or of an object these fields, or what a writer makes of them, unsearched.
 */
type Shape = RequestText['as'] | 'schema' | readonly [Shape] | Fields;
type Fields = { readonly [field: string]: Shape | FieldWriter };

const nameField = { name: 'identifier' } as const;
const toolChoice = { type: 'value', function: nameField, custom: nameField } as const;
const functionDefinition = {
  name: 'identifier',
  description: 'value',
  parameters: 'schema',
  strict: 'value',
} as const;
const customFormat = { type: 'value', grammar: { syntax: 'value', definition: 'value' } } as const;

/**
 * Fields besides the messages whose strings may hold PHI (design D3), as the protocol defines them. Platforms add secrets
 * to a tool, such as `server.secret`; those stay here.
 */
const structuredFields: Readonly<Record<string, Shape>> = {
  stop: ['value'],
  tools: [
    {
      type: 'value',
      function: functionDefinition,
      custom: { name: 'identifier', description: 'value', format: customFormat },
    },
  ],
  functions: [functionDefinition],
  tool_choice: { ...toolChoice, allowed_tools: { mode: 'value', tools: [toolChoice] } },
  function_call: nameField,
  response_format: {
    type: 'value',
    json_schema: { name: 'identifier', description: 'value', schema: 'schema', strict: 'value' },
  },
};

/** Text alone in place of its parts is words too. */
const contentParts: Shape = [{ type: unchanged, text: 'part' }];
/** What the model called, in its own words. */
const calledFunction: Fields = { name: 'identifier', arguments: 'words' };

/** The fields of a message. `aliasOf` writes the ids of tool calls. */
const messageFields = (aliasOf: FieldWriter): Fields => ({
  role: unchanged,
  content: contentParts,
  name: 'name',
  tool_call_id: aliasOf,
  refusal: 'words',
  tool_calls: [{ id: aliasOf, type: unchanged, function: calledFunction }],
  function_call: calledFunction,
});

function speakerOf(role: ChatMessage['role']): Speaker {
  if (role === 'user' || role === 'assistant') return role;
  return role === 'tool' || role === 'function' ? 'tool' : 'system';
}

/**
 * Replaces the ids of tool calls. An id must only be the same throughout a request, so the caller's own
 * ids stay here. The strictest providers accept nine letters and digits.
 */
function callAliases(): FieldWriter {
  const aliases = new Map<string, string>();
  return (id) => {
    if (typeof id !== 'string') return id;
    const alias = aliases.get(id) ?? `call${`${aliases.size + 1}`.padStart(5, '0')}`;
    aliases.set(id, alias);
    return alias;
  };
}

/** Two limits could carry two halves of a number: the older one stays here. */
const isSecond = (field: string, request: ChatRequest): boolean =>
  field === 'max_tokens' && typeof request['max_completion_tokens'] === 'number';

/** A field that leaves unchanged. */
export interface FixedField {
  readonly path: string;
  readonly value: string | number;
}

/** The copy of a request that leaves. */
export interface OutboundCopy {
  /** Numbers, switches and words of fixed sets, which are not searched. */
  readonly unsearched: Container;
  /** The numbers among them. */
  readonly numbers: readonly FixedField[];
  readonly messages: readonly Container[];
  /** The other fields. */
  readonly structured: Container;
  /** What must be searched in the messages and the other fields, in order (design D3). */
  readonly texts: readonly RequestText[];
}

/**
 * Copies what may leave of a request, without a seed if `seedKey` is missing. Fault `validation_failed` when a field is
 * too large.
 */
export function copyRequest(request: ChatRequest, seedKey?: KeyObject): OutboundCopy {
  for (const field of Object.keys(structuredFields))
    if (excessIn(request[field], maxDepth, maxValues) !== undefined) throw tooManyValues(field);
  const [messages, structured, texts]: [Container[], Container, RequestText[]] = [[], {}, []];
  const holder = messages as unknown as Container;
  const fields = messageFields(callAliases());
  request.messages.forEach((message, key) => {
    const at = { path: `messages[${key}]`, speaker: speakerOf(message.role), message: key };
    copyFields({ ...at, holder, key, texts }, message, fields);
  });
  for (const [key, shape] of Object.entries(structuredFields)) {
    const to = { holder: structured, key, path: key, speaker: 'system', texts } as const;
    if (request[key] !== null) copyTo(to, request[key], shape);
  }
  return { ...unsearchedOf(request, seedKey), messages, structured, texts };
}

function unsearchedOf(
  request: ChatRequest,
  seedKey: KeyObject | undefined,
): Pick<OutboundCopy, 'unsearched' | 'numbers'> {
  const unsearched: Container = {};
  const numbers: FixedField[] = [];
  for (const path of unsearchedFields) {
    if (isSecond(path, request)) continue;
    const value = fieldWriters[path]?.(request[path], seedKey);
    if (value !== undefined) unsearched[path] = value;
    if (typeof value === 'number') numbers.push({ path, value });
  }
  return { unsearched, numbers };
}

/** Where a copy is written, what is known of it, and the texts before it. */
interface Target extends Omit<RequestText, 'as'> {
  readonly texts: RequestText[];
}

/** Copies what may leave of a value, or a leaf in place of one, to its place, and adds the texts of the copy. */
function copyTo(to: Target, value: unknown, shape: Shape): void {
  if (value === undefined) return;
  if (!isContainer(value)) copyLeaf(to, value, leafAs(shape));
  else if (shape === 'schema') copyLeaf(to, structuredClone(value), 'value');
  else if (Array.isArray(value) && isList(shape)) copyItems(to, value, shape[0]);
  else if (!Array.isArray(value) && isFields(shape)) copyFields(to, value as Container, shape);
}

function copyLeaf(to: Target, value: unknown, as: RequestText['as']): void {
  const { holder, key, path, speaker, message, texts } = to;
  // A message without calls may say null.
  if (value === null && as === 'value' && message !== undefined) return;
  holder[key] = value;
  if (value !== null) texts.push({ holder, key, path, speaker, as, message });
}

/** How the text in place of a value is searched. */
function leafAs(shape: Shape): RequestText['as'] {
  if (shape === contentParts) return 'words';
  return typeof shape === 'object' || shape === 'schema' ? 'value' : shape;
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);
const isFields = (shape: Shape): shape is Fields => typeof shape === 'object' && !isList(shape);

function copyItems(to: Target, from: readonly unknown[], shape: Shape): void {
  const copies: unknown[] = [];
  to.holder[to.key] = copies;
  const holder = copies as unknown as Container;
  for (const item of from) {
    const key = copies.length;
    copyTo({ ...to, holder, key, path: `${to.path}[${key}]` }, item, shape);
  }
}

function copyFields(to: Target, from: Readonly<Container>, fields: Fields): void {
  const holder: Container = {};
  to.holder[to.key] = holder;
  const speaker = fields === calledFunction ? 'assistant' : to.speaker;
  for (const key in fields) {
    const shape = fields[key];
    const value = from[key];
    if (value === undefined || shape === undefined) continue;
    if (typeof shape === 'function') holder[key] = shape(value);
    else copyTo({ ...to, holder, key, path: `${to.path}.${key}`, speaker }, value, shape);
  }
}
