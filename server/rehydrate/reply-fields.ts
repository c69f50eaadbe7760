import { jsonWriter, textWriter, type ValueWriter } from './writers.ts';

/** A reply message or delta; what it holds is the provider's, so every field is looked at before use. */
export interface ReplyMessage {
  content?: unknown;
  refusal?: unknown;
  reasoning_content?: unknown;
  tool_calls?: unknown;
  function_call?: unknown;
}

/** One text of a reply message in which tokens are restored (design D17). */
export interface ReplyField {
  /** Texts of one channel are one text in several deltas. */
  readonly channel: string;
  readonly text: string;
  /** A writer for all of the text, from its beginning. */
  readonly writer: () => ValueWriter;
  put(text: string): void;
  /** A delta that carries text of this channel and nothing else. */
  deltaOf(text: string): ReplyMessage;
}

/** Content, refusal, reasoning and what tools are called with; whatever else a message holds is left alone. */
export function replyFields(message: ReplyMessage): readonly ReplyField[] {
  return [
    ...contentFields(message),
    ...stringField(message, 'refusal', 'refusal', textWriter, (refusal) => ({ refusal })),
    ...stringField(message, 'reasoning_content', 'reasoning', textWriter, (reasoning_content) => ({
      reasoning_content,
    })),
    ...toolCallsOf(message).flatMap(toolCallFields),
    ...(isRecord(message.function_call)
      ? stringField(message.function_call, 'arguments', 'function_call', jsonWriter, (text) => ({
          function_call: { arguments: text },
        }))
      : []),
  ];
}

export function toolCallsOf(message: ReplyMessage): readonly unknown[] {
  return Array.isArray(message.tool_calls) ? message.tool_calls : [];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function contentFields(message: ReplyMessage): readonly ReplyField[] {
  const deltaOf = (content: string): ReplyMessage => ({ content });
  if (!Array.isArray(message.content)) {
    return stringField(message, 'content', 'content', textWriter, deltaOf);
  }
  return message.content
    .filter(isRecord)
    .flatMap((part, index) => stringField(part, 'text', `content.${index}`, textWriter, deltaOf));
}

/** Arguments of a function are JSON, the input of a custom tool is any text. */
function toolCallFields(call: unknown, position: number): readonly ReplyField[] {
  if (!isRecord(call)) return [];
  const index = typeof call['index'] === 'number' ? call['index'] : position;
  const deltaOf = (part: object): ReplyMessage => ({ tool_calls: [{ index, ...part }] });
  return [
    ...(isRecord(call['function'])
      ? stringField(call['function'], 'arguments', `tool.${index}`, jsonWriter, (text) =>
          deltaOf({ function: { arguments: text } }),
        )
      : []),
    ...(isRecord(call['custom'])
      ? stringField(call['custom'], 'input', `custom.${index}`, textWriter, (input) =>
          deltaOf({ custom: { input } }),
        )
      : []),
  ];
}

function stringField<K extends string>(
  holder: { [key in K]?: unknown },
  key: K,
  channel: string,
  writer: () => ValueWriter,
  deltaOf: (text: string) => ReplyMessage,
): readonly ReplyField[] {
  const text = holder[key];
  if (typeof text !== 'string' || text === '') return [];
  const put = (restored: string): void => {
    holder[key] = restored;
  };
  return [{ channel, text, writer, put, deltaOf }];
}
