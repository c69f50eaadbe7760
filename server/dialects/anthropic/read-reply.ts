import {
  blockCalls,
  type ChatUsage,
  chatCompletion,
  chatEvents,
  type FinishReason,
  usageOf,
} from '../chat-reply.ts';
import {
  countIn,
  type JsonObject,
  jsonObject,
  objectIn,
  objectsIn,
  type ReadEvent,
  textIn,
} from '../dialect.ts';

/** A reply of the Messages API as a chat completion. Thinking stays out: nobody is to hear it. */
export function readMessage(text: string): string {
  const reply = jsonObject(text);
  if (reply?.['type'] !== 'message') return text;
  const blocks = objectsIn(reply['content']);
  const texts = blocks.filter(({ type }) => type === 'text');
  const uses = blocks.filter(({ type }) => type === 'tool_use');
  return chatCompletion({
    id: textIn(reply['id']),
    model: textIn(reply['model']),
    text: texts.map((block) => textIn(block['text'])).join(''),
    calls: uses.map(({ id, name, input }) => ({
      id: textIn(id),
      name: textIn(name),
      arguments: JSON.stringify(input ?? {}),
    })),
    finish: finishOf(reply['stop_reason']),
    usage: chatUsage(objectIn(reply['usage']) ?? {}),
  });
}

/** Reads the events of one streamed reply of the Messages API. */
export function messageReader(): ReadEvent {
  const chat = chatEvents();
  const calls = blockCalls(chat);
  let usage: JsonObject = {};
  let reason: unknown;
  const started = (index: unknown, block: JsonObject): readonly string[] => {
    if (block['type'] === 'text' && block['text']) return [chat.text(textIn(block['text']))];
    if (block['type'] !== 'tool_use') return [];
    return calls.begin(index, textIn(block['id']), textIn(block['name']));
  };
  const grown = (index: unknown, delta: JsonObject): readonly string[] => {
    if (delta['type'] === 'text_delta') return [chat.text(textIn(delta['text']))];
    return calls.add(index, textIn(delta['partial_json']));
  };
  return (event) => {
    const { type, index } = event;
    switch (type) {
      case 'message_start': {
        const message = objectIn(event['message']) ?? {};
        chat.name(textIn(message['id']), textIn(message['model']));
        usage = objectIn(message['usage']) ?? {};
        return [];
      }
      case 'content_block_start':
        return started(index, objectIn(event['content_block']) ?? {});
      case 'content_block_delta':
        return grown(index, objectIn(event['delta']) ?? {});
      case 'content_block_stop':
        return calls.end(index);
      case 'message_delta':
        reason = objectIn(event['delta'])?.['stop_reason'] ?? reason;
        usage = { ...usage, ...known(objectIn(event['usage']) ?? {}) };
        return [];
      case 'message_stop':
        return [chat.finish(finishOf(reason), chatUsage(usage))];
      case 'error':
        return [chat.error(textIn(objectIn(event['error'])?.['type']))];
      default:
        return [];
    }
  };
}

/** Counts that an event leaves open are null in it, and stay as an earlier event said. */
function known(usage: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== null));
}

function finishOf(reason: unknown): FinishReason {
  switch (reason) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'tool_use':
      return 'tool_calls';
    case 'refusal':
      return 'content_filter';
    default:
      return 'stop';
  }
}

/** The Messages API counts cached input apart; chat completions count it in. */
function chatUsage(usage: JsonObject): ChatUsage {
  const cached = countIn(usage['cache_read_input_tokens']);
  const written = countIn(usage['cache_creation_input_tokens']);
  const input = countIn(usage['input_tokens']) + cached + written;
  return usageOf(input, countIn(usage['output_tokens']), cached);
}
