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

/** A reply of the Converse API as a chat completion. Reasoning stays out: nobody is to hear it. */
export function readConverse(text: string): string {
  const reply = jsonObject(text) ?? {};
  const message = objectIn(objectIn(reply['output'])?.['message']);
  if (message === undefined) return text;
  const blocks = objectsIn(message['content']);
  const uses = blocks.map((block) => objectIn(block['toolUse'])).filter((use) => use !== undefined);
  return chatCompletion({
    id: '',
    model: '',
    text: blocks.map((block) => textIn(block['text'])).join(''),
    calls: uses.map(({ toolUseId, name, input }) => ({
      id: textIn(toolUseId),
      name: textIn(name),
      arguments: JSON.stringify(input ?? {}),
    })),
    finish: finishOf(reply['stopReason']),
    usage: chatUsage(objectIn(reply['usage']) ?? {}),
  });
}

/** Reads the events of one streamed reply of the Converse API, as `event-stream.ts` gives them. */
export function converseReader(): ReadEvent {
  const chat = chatEvents();
  const calls = blockCalls(chat);
  let reason: unknown;
  const started = (index: unknown, use: JsonObject | undefined): readonly string[] =>
    use === undefined ? [] : calls.begin(index, textIn(use['toolUseId']), textIn(use['name']));
  const grown = (index: unknown, delta: JsonObject): readonly string[] => {
    const text = textIn(delta['text']);
    if (text !== '') return [chat.text(text)];
    return calls.add(index, textIn(objectIn(delta['toolUse'])?.['input']));
  };
  return ({ event, error, data }) => {
    if (error !== undefined) return [chat.error(textIn(error))];
    const fields = objectIn(data) ?? {};
    const index = fields['contentBlockIndex'];
    switch (event) {
      case 'contentBlockStart':
        return started(index, objectIn(objectIn(fields['start'])?.['toolUse']));
      case 'contentBlockDelta':
        return grown(index, objectIn(fields['delta']) ?? {});
      case 'contentBlockStop':
        return calls.end(index);
      case 'messageStop':
        reason = fields['stopReason'];
        return [];
      case 'metadata':
        return [chat.finish(finishOf(reason), chatUsage(objectIn(fields['usage']) ?? {}))];
      default:
        return [];
    }
  };
}

function finishOf(reason: unknown): FinishReason {
  switch (reason) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'tool_use':
      return 'tool_calls';
    case 'guardrail_intervened':
    case 'content_filtered':
      return 'content_filter';
    default:
      return 'stop';
  }
}

/** Converse counts cached input apart; chat completions count it in. */
function chatUsage(usage: JsonObject): ChatUsage {
  const cached = countIn(usage['cacheReadInputTokens']);
  const written = countIn(usage['cacheWriteInputTokens']);
  const input = countIn(usage['inputTokens']) + cached + written;
  return usageOf(input, countIn(usage['outputTokens']), cached);
}
