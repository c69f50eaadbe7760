import type { KeyObject } from 'node:crypto';
import type { ChatRequest } from '../domain/chat.ts';
import { tooMuchAt } from '../domain/fault.ts';
import type { OpenedChat } from '../domain/masked.ts';
import { runInSlices } from '../domain/time-slices.ts';
import { tokenGuidance } from '../domain/token.ts';
import { copyRequest, type FixedField } from './outbound-fields.ts';
import { type Container, type MemberNames, writeJson } from './outbound-json.ts';
import { slotsOf, type TextSlot } from './slots.ts';

/** A request opened for masking: the outbound copy, and every text in it. */
export interface OpenRequest extends OpenedChat {
  readonly slots: readonly Omit<TextSlot, 'put'>[];
  /** Names and numbers that leave unchanged. */
  readonly fixed: readonly FixedField[];
}

const guidanceMessage: Container = { role: 'system', content: tokenGuidance };

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
  const { unsearched, messages, structured, texts, numbers } = copyRequest(request, seedKey);
  const mayGuide = guided && !messages.some(isGuidance);
  const names: MemberNames = new Map();
  const slots = await runInSlices(counted(slotsOf(texts, names)));
  const maskable = slots.filter(({ fixed }) => fixed !== true);
  const render: OpenRequest['render'] = (masked, model) => {
    if (masked.length !== maskable.length)
      throw new Error('a request needs one text for each slot');
    for (const [index, text] of masked.entries()) maskable[index]?.put(text);
    const isGuided = mayGuide && masked.some((text) => text.includes('TOK1.'));
    const all = isGuided ? [guidanceMessage, ...messages] : messages;
    return writeJson({ model, ...unsearched, messages: all, ...structured }, names);
  };
  const named = slots.flatMap(({ fixed, path, text }) => (fixed ? [{ path, value: text }] : []));
  const fixed: OpenRequest['fixed'] = [...named, ...numbers];
  const opened = { slots: maskable as OpenRequest['slots'], fixed, render };
  return { ...opened, stream: request.stream === true } as OpenRequest;
}

/** Most texts of a request, and most spoken texts (design D43); 1 MiB of records in JSON has fewer. */
const mostTexts = 32_768;
const mostSpoken = 8_192;

const oneTooMany = `is one text too many: a request may hold ${mostTexts}, ${mostSpoken} of them outside of JSON`;

/** Most characters of all texts. A body holds a quarter; what gzip packed in base64 may be longer than the body. */
const mostCharacters = 4 * 1_048_576;
const tooLong = `is too much text: what a request packs may hold at most ${mostCharacters} characters`;

/** Makes the slots of a request in order, one per step. Throws Fault `validation_failed` for too many. */
function* counted(
  slots: Iterable<TextSlot | undefined>,
): Generator<undefined, readonly TextSlot[]> {
  const made: TextSlot[] = [];
  let [spoken, characters] = [0, 0];
  for (const slot of slots) {
    yield undefined;
    if (slot === undefined) continue;
    if (slot.place === 'turn') spoken += 1;
    characters += slot.text.length;
    if (made.length >= mostTexts || spoken > mostSpoken)
      throw tooMuchAt(slot.path, oneTooMany, 'the request holds too many texts');
    if (characters > mostCharacters)
      throw tooMuchAt(slot.path, tooLong, 'the request holds too much packed text');
    made.push(slot);
  }
  return made;
}

/** Whether instructions to the model contain the guidance, as the webhook's prompt does. */
function isGuidance({ role, content }: Container): boolean {
  if (role !== 'system' && role !== 'developer') return false;
  const parts: unknown[] = Array.isArray(content)
    ? content.map((part: Container) => part['text'])
    : [content];
  return parts.some((text) => typeof text === 'string' && text.includes(tokenGuidance));
}
