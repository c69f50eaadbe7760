import type { ResponsesRequest } from '../../contract/protocols/responses.ts';
import { eventData, eventSplitter } from '../../domain/replies/server-sent-events.ts';
import { countIn, type JsonObject, jsonObject, objectIn, objectsIn, textIn } from '../dialect.ts';

/** Writes one restored reply of the masking path as a response. */
export interface ResponsesWriter {
  /** The JSON of a whole reply. */
  whole(completion: string): string;
  /** The bytes that the bytes of the stream become, in any cuts. */
  push(bytes: Uint8Array): string;
  /** The last events of a stream that has ended well. */
  end(): string;
  /** The last event of a stream that breaks off. */
  failed(error: { readonly code: string; readonly message: string }): string;
}

/** The reply to `request`, whose settings a response repeats. */
export function responsesWriter(request: ResponsesRequest): ResponsesWriter {
  const splitter = eventSplitter();
  const reply = new StreamedReply(request);
  return {
    whole: (completion) => JSON.stringify(wholeResponse(request, jsonObject(completion) ?? {})),
    push: (bytes) =>
      splitter
        .push(bytes)
        .map((event) => reply.read(jsonObject(eventData(event.toString()) ?? '') ?? {}))
        .join(''),
    end: () => reply.end(),
    failed: (error) => reply.event('error', { ...error, param: null }),
  };
}

/** A response repeats the settings of its request. */
function settingsOf(request: ResponsesRequest): JsonObject {
  const { instructions, temperature, top_p, tool_choice, tools, text, max_output_tokens } = request;
  return {
    instructions: instructions ?? null,
    temperature: temperature ?? 1,
    top_p: top_p ?? 1,
    tool_choice: tool_choice ?? 'auto',
    tools: tools ?? [],
    text: text ?? { format: { type: 'text' } },
    truncation: 'disabled',
    background: false,
    max_output_tokens: max_output_tokens ?? null,
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    metadata: request['metadata'] ?? {},
    previous_response_id: null,
    store: false,
  };
}

type Item = MessageItem | CallItem;

type PartType = 'output_text' | 'refusal';

class MessageItem {
  readonly id: string;
  /** In the order in which they began. */
  readonly #written = new Map<PartType, string>();

  constructor(id: string) {
    this.id = `msg_${id}`;
  }

  /** The position of the part, and whether it is new. */
  grow(type: PartType, text: string): { readonly content_index: number; readonly isNew: boolean } {
    const before = this.#written.get(type);
    this.#written.set(type, (before ?? '') + text);
    const content_index = [...this.#written.keys()].indexOf(type);
    return { content_index, isNew: before === undefined };
  }

  parts(): readonly JsonObject[] {
    return [...this.#written].map(([type, text]) => partOf(type, text));
  }

  toJSON(status = 'completed', content = this.parts()): JsonObject {
    return { id: this.id, type: 'message', role: 'assistant', status, content };
  }
}

function partOf(type: PartType, text: string): JsonObject {
  return type === 'refusal'
    ? { type, refusal: text }
    : { type, text, annotations: [], logprobs: [] };
}

class CallItem {
  readonly id: string;
  readonly callId: string;
  readonly name: string;
  written = '';

  constructor(id: string, { id: callId, name }: { readonly id: string; readonly name: string }) {
    this.id = `fc_${id}`;
    this.callId = callId;
    this.name = name;
  }

  toJSON(status = 'completed'): JsonObject {
    const { id, callId: call_id, name, written } = this;
    return { id, type: 'function_call', call_id, name, arguments: written, status };
  }
}

interface Outcome {
  readonly status: 'completed' | 'incomplete';
  readonly incomplete_details: { readonly reason: string } | null;
}

function outcomeOf(finish: unknown): Outcome {
  if (finish !== 'length' && finish !== 'content_filter')
    return { status: 'completed', incomplete_details: null };
  const reason = finish === 'length' ? 'max_output_tokens' : finish;
  return { status: 'incomplete', incomplete_details: { reason } };
}

function usageOf(usage: JsonObject | undefined) {
  if (usage === undefined) return null;
  const cached = countIn(objectIn(usage['prompt_tokens_details'])?.['cached_tokens']);
  const reasoned = countIn(objectIn(usage['completion_tokens_details'])?.['reasoning_tokens']);
  return {
    input_tokens: countIn(usage['prompt_tokens']),
    input_tokens_details: { cached_tokens: cached },
    output_tokens: countIn(usage['completion_tokens']),
    output_tokens_details: { reasoning_tokens: reasoned },
    total_tokens: countIn(usage['total_tokens']),
  };
}

/** Letters and digits of the provider's own id. */
const plainId = (id: unknown): string => textIn(id).replace(/[^A-Za-z0-9]/g, '') || '0';

function envelopeOf(request: ResponsesRequest, reply: JsonObject): JsonObject {
  const created_at = countIn(reply['created']);
  const { model } = reply;
  const id = `resp_${plainId(reply['id'])}`;
  return { id, object: 'response', created_at, model, error: null, ...settingsOf(request) };
}

function wholeResponse(request: ResponsesRequest, completion: JsonObject): JsonObject {
  const [choice] = objectsIn(completion['choices']);
  const message = objectIn(choice?.['message']) ?? {};
  const id = plainId(completion['id']);
  const spoken = new MessageItem(`${id}_0`);
  if (message['content']) spoken.grow('output_text', textIn(message['content']));
  if (message['refusal']) spoken.grow('refusal', textIn(message['refusal']));
  const calls = objectsIn(message['tool_calls']).map((call, index) => {
    const called = objectIn(call['function']) ?? {};
    const item = new CallItem(`${id}_${index + 1}`, {
      id: textIn(call['id']),
      name: textIn(called['name']),
    });
    item.written = textIn(called['arguments']);
    return item;
  });
  const output: readonly Item[] = [...(spoken.parts().length > 0 ? [spoken] : []), ...calls];
  return {
    ...envelopeOf(request, completion),
    ...outcomeOf(choice?.['finish_reason']),
    output: output.map((item) => item.toJSON()),
    usage: usageOf(objectIn(completion['usage'])),
  };
}

/** One streamed reply. Items stay open until its end, because held text may still come (design D19). */
class StreamedReply {
  readonly #request: ResponsesRequest;
  readonly #items: Item[] = [];
  readonly #calls = new Map<number, CallItem>();
  #spoken: MessageItem | undefined;
  #envelope: JsonObject | undefined;
  #id = '0';
  #finish: unknown;
  #usage: JsonObject | undefined;
  #sequence = 0;

  constructor(request: ResponsesRequest) {
    this.#request = request;
  }

  event(type: string, fields: JsonObject): string {
    const data = { type, sequence_number: this.#sequence, ...fields };
    this.#sequence += 1;
    return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
  }

  /** The events for one chunk. */
  read(chunk: JsonObject): string {
    this.#usage = objectIn(chunk['usage']) ?? this.#usage;
    const [choice] = objectsIn(chunk['choices']);
    if (choice === undefined) return '';
    const delta = objectIn(choice['delta']) ?? {};
    this.#finish = choice['finish_reason'] ?? this.#finish;
    return [
      this.#begin(chunk),
      this.#said('output_text', textIn(delta['content'])),
      this.#said('refusal', textIn(delta['refusal'])),
      ...objectsIn(delta['tool_calls']).map((call) => this.#called(call)),
    ].join('');
  }

  end(): string {
    if (this.#envelope === undefined) return '';
    const outcome = outcomeOf(this.#finish);
    const output = this.#items.map((item) => item.toJSON());
    const usage = usageOf(this.#usage);
    const closing = this.#items.map((item, index) => this.#close(item, index)).join('');
    const response = { ...this.#envelope, ...outcome, output, usage };
    return closing + this.event(`response.${outcome.status}`, { response });
  }

  #begin(chunk: JsonObject): string {
    if (this.#envelope !== undefined) return '';
    this.#id = plainId(chunk['id']);
    this.#envelope = envelopeOf(this.#request, chunk);
    const open = { status: 'in_progress', incomplete_details: null, output: [], usage: null };
    const response = { ...this.#envelope, ...open };
    return (
      this.event('response.created', { response }) +
      this.event('response.in_progress', { response })
    );
  }

  #open(item: Item, shown: JsonObject): string {
    this.#items.push(item);
    const output_index = this.#items.length - 1;
    return this.event('response.output_item.added', { output_index, item: shown });
  }

  #spokenItem(): { readonly item: MessageItem; readonly opening: string } {
    if (this.#spoken !== undefined) return { item: this.#spoken, opening: '' };
    const item = new MessageItem(`${this.#id}_${this.#items.length}`);
    this.#spoken = item;
    return { item, opening: this.#open(item, item.toJSON('in_progress', [])) };
  }

  #placeOf(item: Item): JsonObject {
    return { item_id: item.id, output_index: this.#items.indexOf(item) };
  }

  #said(type: PartType, delta: string): string {
    if (delta === '') return '';
    const { item, opening } = this.#spokenItem();
    const { content_index, isNew } = item.grow(type, delta);
    const place = { ...this.#placeOf(item), content_index };
    const added = { ...place, part: partOf(type, '') };
    const begun = isNew ? this.event('response.content_part.added', added) : '';
    const grown =
      type === 'refusal'
        ? this.event('response.refusal.delta', { ...place, delta })
        : this.event('response.output_text.delta', { ...place, delta, logprobs: [] });
    return opening + begun + grown;
  }

  #called(call: JsonObject): string {
    const index = countIn(call['index']);
    const called = objectIn(call['function']) ?? {};
    const known = this.#calls.get(index);
    const own = `${this.#id}_${this.#items.length}`;
    const naming = { id: textIn(call['id']), name: textIn(called['name']) };
    const item = known ?? new CallItem(own, naming);
    this.#calls.set(index, item);
    const opening = known === undefined ? this.#open(item, item.toJSON('in_progress')) : '';
    const delta = textIn(called['arguments']);
    item.written += delta;
    if (delta === '') return opening;
    const fields = { ...this.#placeOf(item), delta };
    return opening + this.event('response.function_call_arguments.delta', fields);
  }

  #close(item: Item, output_index: number): string {
    const place = { item_id: item.id, output_index };
    const done = this.#done(item, place);
    return done + this.event('response.output_item.done', { output_index, item: item.toJSON() });
  }

  #done(item: Item, place: JsonObject): string {
    if (item instanceof CallItem) {
      const { name, written } = item;
      const fields = { ...place, name, arguments: written };
      return this.event('response.function_call_arguments.done', fields);
    }
    return item
      .parts()
      .map((part, content_index) => {
        const at = { ...place, content_index };
        const { type, text, refusal } = part;
        const said =
          type === 'refusal'
            ? this.event('response.refusal.done', { ...at, refusal })
            : this.event('response.output_text.done', { ...at, text, logprobs: [] });
        return said + this.event('response.content_part.done', { ...at, part });
      })
      .join('');
  }
}
