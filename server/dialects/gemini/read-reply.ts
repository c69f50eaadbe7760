import {
  type ChatUsage,
  chatCompletion,
  chatEvents,
  type FinishReason,
  type ReadCall,
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

/** What one answer of the API holds: all of a reply, or the next part of a streamed one. */
interface Content {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly calls: readonly Omit<ReadCall, 'id'>[];
  /** Why the reply ended; undefined while it goes on. */
  readonly reason: string | undefined;
  readonly usage: ChatUsage;
}

/** A reply of `generateContent` as a chat completion. Thoughts stay out: nobody is to hear them. */
export function readContent(text: string): string {
  const reply = jsonObject(text) ?? {};
  const { id, model, calls, reason, ...content } = contentOf(reply);
  if (reason === undefined) return text;
  return chatCompletion({
    id,
    model,
    text: content.text,
    calls: calls.map((call, index) => ({ id: callId(id, index), ...call })),
    finish: finishOf(reason, calls.length > 0),
    usage: content.usage,
  });
}

/** Reads the events of one streamed reply of `streamGenerateContent`. */
export function contentReader(): ReadEvent {
  const chat = chatEvents();
  let called = 0;
  return (event) => {
    const error = objectIn(event['error']);
    if (error !== undefined) return [chat.error(textIn(error['status']))];
    const { id, model, text, calls, reason, usage } = contentOf(event);
    chat.name(id, model);
    const written = calls.flatMap(({ name, arguments: args }) => {
      const index = called;
      called += 1;
      return [chat.call(index, callId(id, index), name), chat.arguments(index, args)];
    });
    return [
      ...(text === '' ? [] : [chat.text(text)]),
      ...written,
      ...(reason === undefined ? [] : [chat.finish(finishOf(reason, called > 0), usage)]),
    ];
  };
}

/** Calls have no id in this API; replies have one. */
function callId(reply: string, index: number): string {
  return `call_${reply}_${index}`;
}

function contentOf(reply: JsonObject): Content {
  const [candidate = {}] = objectsIn(reply['candidates']);
  const parts = objectsIn(objectIn(candidate['content'])?.['parts']);
  const said = parts.filter(({ thought }) => thought !== true);
  const calls = parts
    .map((part) => objectIn(part['functionCall']))
    .filter((one) => one !== undefined);
  // A refused prompt has no candidate.
  const reason = candidate['finishReason'] ?? objectIn(reply['promptFeedback'])?.['blockReason'];
  return {
    id: textIn(reply['responseId']),
    model: textIn(reply['modelVersion']),
    text: said.map((part) => textIn(part['text'])).join(''),
    calls: calls.map(({ name, args }) => ({
      name: textIn(name),
      arguments: JSON.stringify(args ?? {}),
    })),
    reason: typeof reason === 'string' ? reason : undefined,
    usage: chatUsage(objectIn(reply['usageMetadata']) ?? {}),
  };
}

/** Ends that no filter made. */
const unfiltered = [
  'STOP',
  'OTHER',
  'FINISH_REASON_UNSPECIFIED',
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MISSING_THOUGHT_SIGNATURE',
  'MALFORMED_RESPONSE',
];

function finishOf(reason: string, hasCalls: boolean): FinishReason {
  if (reason === 'MAX_TOKENS') return 'length';
  if (!unfiltered.includes(reason)) return 'content_filter';
  return hasCalls ? 'tool_calls' : 'stop';
}

/** The API counts thoughts apart; chat completions count them in. */
function chatUsage(usage: JsonObject): ChatUsage {
  const output = countIn(usage['candidatesTokenCount']) + countIn(usage['thoughtsTokenCount']);
  const cached = countIn(usage['cachedContentTokenCount']);
  return usageOf(countIn(usage['promptTokenCount']), output, cached);
}

/** Whole seconds that an error asks its caller to wait (google.rpc.RetryInfo). */
export function retryAfter(reply: string): string | undefined {
  const details = objectsIn(objectIn(jsonObject(reply)?.['error'])?.['details']);
  const delays = details.map((detail) => textIn(detail['retryDelay']));
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(delays.find((delay) => delay !== '') ?? '') ?? [];
  return seconds === undefined ? undefined : String(Math.ceil(Number(seconds)));
}
