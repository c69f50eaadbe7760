import type { KeyObject } from 'node:crypto';
import type { ChatMessage, ChatRequest } from '../domain/chat.ts';
import type { Speaker } from '../domain/detection.ts';
import { dottedPath, Fault } from '../domain/fault.ts';
import { isContainer } from '../domain/json-limits.ts';
import type { OpenedChat } from '../domain/masked.ts';
import { runInSlices } from '../domain/time-slices.ts';
import { tokenGuidance } from '../domain/token.ts';
import { copyFields, type FixedField, structuredTexts } from './outbound-fields.ts';
import { type MemberNames, writeJson } from './outbound-json.ts';
import { type RequestText, type Slots, slotsOf, type TextSlot } from './slots.ts';

type OutboundFields = Record<string, unknown>;

/** A request opened for masking: the outbound copy, and every text in it. */
export interface OpenRequest extends OpenedChat {
  readonly slots: readonly Omit<TextSlot, 'put'>[];
  /** Names and numbers that leave unchanged. */
  readonly fixed: readonly FixedField[];
}

const guidanceMessage: OutboundFields = { role: 'system', content: tokenGuidance };

/**
 * Copies what may leave (design D4) and lists every text that must be masked first (design D3).
 * `guided` puts the token guidance before the caller's messages where a text holds a token, unless they
 * contain the guidance. `seedKey` derives the seeds that leave; without it no seed does.
 */
export async function openRequest(
  request: ChatRequest,
  guided: boolean,
  seedKey?: KeyObject,
): Promise<OpenRequest> {
  const fields = copyFields(request, seedKey);
  // The order of the fields in the body: messages come before the structured fields.
  const draft: OutboundFields = { model: '', ...fields.unsearched, messages: [] };
  const aliasOf = callAliases();
  const messages = request.messages.map((message) => copyMessage(message, aliasOf));
  const mayGuide = guided && !messages.some(isGuidance);
  const names: MemberNames = new Map();
  const slots = await runInSlices(counted(slotsOf(textsOf(messages, fields.structured), names)));
  const maskable = slots.filter(({ fixed }) => fixed !== true);
  const render: OpenRequest['render'] = (texts, model) => {
    if (texts.length !== maskable.length) throw new Error('a request needs one text for each slot');
    for (const [index, text] of texts.entries()) maskable[index]?.put(text);
    const isGuided = mayGuide && texts.some((text) => text.includes('TOK1.'));
    draft['messages'] = isGuided ? [guidanceMessage, ...messages] : messages;
    return writeJson({ ...draft, ...fields.structured, model }, names);
  };
  const fixed: OpenRequest['fixed'] = [...fixedNames(slots), ...fields.numbers];
  const texts: OpenRequest['slots'] = maskable;
  return { slots: texts, fixed, stream: request.stream === true, render } as OpenRequest;
}

function fixedNames(slots: readonly TextSlot[]): readonly FixedField[] {
  return slots.flatMap(({ fixed, path, text }) => (fixed ? [{ path, value: text }] : []));
}

function* textsOf(
  messages: readonly OutboundFields[],
  structured: OutboundFields,
): Generator<RequestText> {
  for (const [index, message] of messages.entries()) yield* messageTexts(message, index);
  yield* structuredTexts(structured);
}

/** Most texts of a request, and most spoken texts (design D43); 1 MiB of records in JSON has fewer. */
const mostTexts = 32_768;
const mostSpoken = 8_192;

/** Most characters of all texts. A body holds a quarter; what gzip packed in base64 may be longer than the body. */
const mostCharacters = 4 * 1_048_576;

/** Makes the slots of a request in order, one per step. Throws Fault `validation_failed` for too many. */
function* counted(slots: Slots): Generator<undefined, readonly TextSlot[]> {
  const made: TextSlot[] = [];
  let [spoken, characters] = [0, 0];
  for (const slot of slots) {
    yield undefined;
    if (slot === undefined) continue;
    if (slot.place === 'turn') spoken += 1;
    characters += slot.text.length;
    if (made.length >= mostTexts || spoken > mostSpoken) throw tooManyTexts(slot);
    if (characters > mostCharacters) throw tooMuchText(slot);
    made.push(slot);
  }
  return made;
}

function tooManyTexts({ path }: TextSlot): Fault {
  const message = `is one text too many: a request may hold ${mostTexts}, ${mostSpoken} of them outside of JSON`;
  const details = [{ path: dottedPath(path), message }];
  return new Fault('validation_failed', 'the request holds too many texts', { details });
}

function tooMuchText({ path }: TextSlot): Fault {
  const message = `is too much text: what a request packs may hold at most ${mostCharacters} characters`;
  const details = [{ path: dottedPath(path), message }];
  return new Fault('validation_failed', 'the request holds too much packed text', { details });
}

/** Whether instructions to the model contain the guidance, as the webhook's prompt does. */
function isGuidance({ role, content }: OutboundFields): boolean {
  if (role !== 'system' && role !== 'developer') return false;
  const parts: unknown[] = Array.isArray(content)
    ? content.map((part: OutboundFields) => part['text'])
    : [content];
  return parts.some((text) => typeof text === 'string' && text.includes(tokenGuidance));
}

/**
 * Replaces the ids of tool calls. An id must only be the same throughout a request, so the caller's own
 * ids stay here. The strictest providers accept nine letters and digits.
 */
function callAliases(): (id: unknown) => unknown {
  const aliases = new Map<string, string>();
  return (id) => {
    if (typeof id !== 'string') return id;
    const alias = aliases.get(id) ?? `call${`${aliases.size + 1}`.padStart(5, '0')}`;
    aliases.set(id, alias);
    return alias;
  };
}

function copyMessage(message: ChatMessage, aliasOf: (id: unknown) => unknown): OutboundFields {
  const copy: OutboundFields = { role: message.role };
  copyMembers(message, copy, ['content', 'name', 'tool_call_id', 'refusal']);
  alias(copy, 'tool_call_id', aliasOf);
  if (Array.isArray(copy['content'])) {
    copy['content'] = copy['content'].map((part: OutboundFields) => ({
      type: part['type'],
      text: part['text'],
    }));
  }
  if (Array.isArray(message['tool_calls'])) {
    copy['tool_calls'] = message['tool_calls'].map((call: OutboundFields) => ({
      ...alias(copyMembers(call, {}, ['id', 'type']), 'id', aliasOf),
      ...(isObject(call['function']) ? { function: copyFunction(call['function']) } : {}),
    }));
  }
  if (isObject(message['function_call']))
    copy['function_call'] = copyFunction(message['function_call']);
  return copy;
}

function alias(
  holder: OutboundFields,
  key: string,
  aliasOf: (id: unknown) => unknown,
): OutboundFields {
  if (holder[key] !== undefined) holder[key] = aliasOf(holder[key]);
  return holder;
}

function copyFunction(call: OutboundFields): OutboundFields {
  return copyMembers(call, {}, ['name', 'arguments']);
}

function copyMembers(
  from: OutboundFields,
  to: OutboundFields,
  fields: readonly string[],
): OutboundFields {
  for (const field of fields) {
    if (from[field] !== undefined) to[field] = from[field];
  }
  return to;
}

function isObject(value: unknown): value is OutboundFields {
  return isContainer(value) && !Array.isArray(value);
}

function* messageTexts(message: OutboundFields, index: number): Generator<RequestText> {
  const path = `messages[${index}]`;
  const speaker = speakerOf(message['role']);
  yield* contentTexts(message, index, { path, speaker });
  const { name, refusal } = message;
  const own = { holder: message, speaker };
  // The name of a speaking participant is a person's; the name on a tool's message is the tool's.
  const as = speaker === 'tool' ? 'identifier' : 'person';
  if (typeof name === 'string' && name !== '')
    yield { ...own, key: 'name', path: `${path}.name`, as };
  if (typeof refusal === 'string')
    yield { ...own, key: 'refusal', path: `${path}.refusal`, as: 'words' };
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  for (const [at, call] of calls.entries())
    yield* calledTexts(call['function'], `${path}.tool_calls[${at}].function`);
  yield* calledTexts(message['function_call'], `${path}.function_call`);
}

function speakerOf(role: unknown): Speaker {
  if (role === 'user' || role === 'assistant') return role;
  return role === 'tool' || role === 'function' ? 'tool' : 'system';
}

function* contentTexts(
  message: OutboundFields,
  index: number,
  { path, speaker }: Pick<RequestText, 'path' | 'speaker'>,
): Generator<RequestText> {
  const { content } = message;
  const own = { speaker, as: 'words' } as const;
  if (typeof content === 'string')
    yield { ...own, holder: message, key: 'content', path: `${path}.content` };
  for (const [at, part] of (Array.isArray(content) ? content : []).entries()) {
    const place = { holder: part, key: 'text', path: `${path}.content[${at}].text` };
    if (typeof part.text === 'string') yield { ...own, ...place, message: index };
  }
}

function* calledTexts(called: unknown, path: string): Generator<RequestText> {
  if (!isObject(called)) return;
  const own = { holder: called, speaker: 'assistant' } as const;
  if (typeof called['name'] === 'string')
    yield { ...own, key: 'name', path: `${path}.name`, as: 'identifier' };
  yield { ...own, key: 'arguments', path: `${path}.arguments`, as: 'words' };
}
