import type { ChatMessage, ChatRequest } from '../domain/chat.ts';
import type { Speaker } from '../domain/detection.ts';
import { identifierSlot } from './identifiers.ts';
import { type MemberNames, writeJson } from './member-names.ts';
import { copyStructured, structuredSlots } from './structured-fields.ts';
import { type TextSlot, textSlots, turnSlot } from './text-slots.ts';
import { tokenGuidance } from './token-guidance.ts';

/** Chat-completion fields that may go upstream as they are: numbers, switches, enums (design D4). */
const plainFields = [
  'stream',
  'stream_options',
  'temperature',
  'top_p',
  'n',
  'max_tokens',
  'max_completion_tokens',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'seed',
  'parallel_tool_calls',
  'reasoning_effort',
  'verbosity',
] as const;

type Draft = Record<string, unknown>;

/** A request opened for masking: the outbound copy, and every text in it. */
export interface OpenRequest {
  readonly slots: readonly TextSlot[];
  /** Names and ids that leave as they are. */
  readonly fixed: readonly TextSlot[];
  readonly stream: boolean;
  /** JSON of the outbound copy as it stands now, with the given upstream model. */
  render(model: string): string;
}

const guidanceMessage: Draft = { role: 'system', content: tokenGuidance };

/**
 * Copies what may leave (design D4) and lists every text that must be masked first (design D3).
 * `guided` puts the token guidance before the caller's messages, unless these have it already.
 */
export function openRequest(request: ChatRequest, guided: boolean): OpenRequest {
  const draft: Draft = copyFields(request, { model: '' }, plainFields);
  const messages = request.messages.map(copyMessage);
  draft['messages'] =
    guided && !messages.some(isGuidance) ? [guidanceMessage, ...messages] : messages;
  const names: MemberNames = new Map();
  const slots = messages.flatMap((message, index) => messageSlots(message, `messages[${index}]`));
  const structured = copyStructured(request);
  slots.push(...structuredSlots(structured, names));
  return {
    slots: slots.filter(({ fixed }) => fixed !== true),
    fixed: slots.filter(({ fixed }) => fixed === true),
    stream: request.stream === true,
    render: (model) => writeJson({ ...draft, ...structured, model }, names),
  };
}

/** Whether instructions to the model hold the guidance, as those of the webhook do. */
function isGuidance({ role, content }: Draft): boolean {
  if (role !== 'system' && role !== 'developer') return false;
  const parts: unknown[] = Array.isArray(content)
    ? content.map((part: Draft) => part['text'])
    : [content];
  return parts.some((text) => typeof text === 'string' && text.includes(tokenGuidance));
}

function copyMessage(message: ChatMessage): Draft {
  const copy: Draft = { role: message.role };
  copyFields(message, copy, ['content', 'name', 'tool_call_id', 'refusal']);
  if (Array.isArray(copy['content'])) {
    copy['content'] = copy['content'].map((part: Draft) => ({
      type: part['type'],
      text: part['text'],
    }));
  }
  if (Array.isArray(message['tool_calls'])) {
    copy['tool_calls'] = message['tool_calls'].map((call: Draft) => ({
      ...copyFields(call, {}, ['id', 'type']),
      ...(isObject(call['function']) ? { function: copyFunction(call['function']) } : {}),
    }));
  }
  if (isObject(message['function_call']))
    copy['function_call'] = copyFunction(message['function_call']);
  return copy;
}

function copyFunction(call: Draft): Draft {
  return copyFields(call, {}, ['name', 'arguments']);
}

function copyFields(from: Draft, to: Draft, fields: readonly string[]): Draft {
  for (const field of fields) {
    if (from[field] !== undefined) to[field] = from[field];
  }
  return to;
}

function isObject(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function messageSlots(message: Draft, path: string): TextSlot[] {
  const speaker = speakerOf(message['role']);
  return [
    ...contentSlots(message, path, speaker),
    ...nameSlots(message, path, speaker),
    ...refusalSlots(message, path, speaker),
    ...toolCallSlots(message, path),
  ];
}

function speakerOf(role: unknown): Speaker {
  if (role === 'user' || role === 'assistant') return role;
  return role === 'tool' || role === 'function' ? 'tool' : 'system';
}

function contentSlots(message: Draft, path: string, speaker: Speaker): TextSlot[] {
  const content = message['content'];
  if (typeof content === 'string') {
    return textSlots(message, 'content', `${path}.content`, speaker);
  }
  if (!Array.isArray(content)) return [];
  const slots = content.flatMap((part: Draft, index) =>
    typeof part['text'] === 'string'
      ? textSlots(part, 'text', `${path}.content[${index}].text`, speaker)
      : [],
  );
  return slots.map((slot, index) => (index > 0 ? { ...slot, sameMessage: true } : slot));
}

/** The name of a speaking participant is a person's; the name on a tool's message is the tool's. */
function nameSlots(message: Draft, path: string, speaker: Speaker): TextSlot[] {
  if (typeof message['name'] !== 'string' || message['name'] === '') return [];
  if (speaker === 'tool') return identifierSlots(message, 'name', `${path}.name`);
  return [
    {
      ...turnSlot(message, 'name', `${path}.name`, speaker),
      place: 'field',
      cue: 'name',
      alwaysName: true,
    },
  ];
}

function refusalSlots(message: Draft, path: string, speaker: Speaker): TextSlot[] {
  return typeof message['refusal'] === 'string'
    ? textSlots(message, 'refusal', `${path}.refusal`, speaker)
    : [];
}

function toolCallSlots(message: Draft, path: string): TextSlot[] {
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  const slots = calls.flatMap((call: Draft, index) => [
    ...identifierSlots(call, 'id', `${path}.tool_calls[${index}].id`),
    ...functionSlots(call['function'], `${path}.tool_calls[${index}].function`),
  ]);
  return [
    ...slots,
    ...functionSlots(message['function_call'], `${path}.function_call`),
    ...identifierSlots(message, 'tool_call_id', `${path}.tool_call_id`),
  ];
}

function functionSlots(called: unknown, path: string): TextSlot[] {
  if (!isObject(called)) return [];
  return [
    ...identifierSlots(called, 'name', `${path}.name`),
    ...textSlots(called, 'arguments', `${path}.arguments`, 'assistant'),
  ];
}

/** A name or id; in its place there may be words. */
function identifierSlots(holder: Draft, key: string, path: string): TextSlot[] {
  if (typeof holder[key] !== 'string') return [];
  return [identifierSlot(holder, key, path) ?? turnSlot(holder, key, path, 'assistant')];
}
