import {
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

/** A reply of the Responses API as a chat completion. Reasoning stays out: nobody is to hear it. */
export function readResponse(text: string): string {
  const reply = jsonObject(text);
  const isComplete = reply?.['status'] === 'completed' || reply?.['status'] === 'incomplete';
  if (reply === undefined || !isComplete) return text;
  const output = objectsIn(reply['output']);
  const parts = output
    .filter(({ type }) => type === 'message')
    .flatMap(({ content }) => objectsIn(content));
  const calls = output.filter(({ type }) => type === 'function_call');
  const refusal = parts.map((part) => textIn(part['refusal'])).join('');
  return chatCompletion({
    id: textIn(reply['id']),
    model: textIn(reply['model']),
    text: parts.map((part) => textIn(part['text'])).join(''),
    ...(refusal !== '' && { refusal }),
    calls: calls.map((call) => ({
      id: textIn(call['call_id']),
      name: textIn(call['name']),
      arguments: textIn(call['arguments']),
    })),
    finish: finishOf(reply, calls.length > 0),
    usage: chatUsage(reply),
  });
}

/** Reads the events of one streamed reply of the Responses API. */
export function responseReader(): ReadEvent {
  const chat = chatEvents();
  /** Which call of the reply an item of the output is. */
  const calls = new Map<unknown, number>();
  const callOf = (event: JsonObject): number => calls.get(event['output_index']) ?? 0;
  return (event) => {
    const response = objectIn(event['response']) ?? {};
    const delta = textIn(event['delta']);
    switch (event['type']) {
      case 'response.created':
        chat.name(textIn(response['id']), textIn(response['model']));
        return [];
      case 'response.output_item.added': {
        const { type, call_id, name } = objectIn(event['item']) ?? {};
        if (type !== 'function_call') return [];
        calls.set(event['output_index'], calls.size);
        return [chat.call(callOf(event), textIn(call_id), textIn(name))];
      }
      case 'response.output_text.delta':
        return [chat.text(delta)];
      case 'response.refusal.delta':
        return [chat.refusal(delta)];
      case 'response.function_call_arguments.delta':
        return [chat.arguments(callOf(event), delta)];
      case 'response.completed':
      case 'response.incomplete':
        return [chat.finish(finishOf(response, calls.size > 0), chatUsage(response))];
      case 'response.failed':
        return [chat.error(textIn(objectIn(response['error'])?.['code']))];
      case 'error':
        return [chat.error(textIn(event['code']))];
      default:
        return [];
    }
  };
}

function finishOf({ status, incomplete_details }: JsonObject, hasCalls: boolean): FinishReason {
  if (status === 'completed') return hasCalls ? 'tool_calls' : 'stop';
  const reason = objectIn(incomplete_details)?.['reason'];
  return reason === 'content_filter' ? 'content_filter' : 'length';
}

function chatUsage({ usage }: JsonObject): ChatUsage {
  const { input_tokens, output_tokens, input_tokens_details } = objectIn(usage) ?? {};
  const cached = countIn(objectIn(input_tokens_details)?.['cached_tokens']);
  return usageOf(countIn(input_tokens), countIn(output_tokens), cached);
}
