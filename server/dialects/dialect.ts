import { eventData, eventSplitter } from '../domain/replies/server-sent-events.ts';
import { wholeText } from '../domain/replies/whole-text.ts';

/**
 * How a provider's protocol says what chat completions say: all stages read and write chat completions,
 * and only masked bytes come here (decision 0104). Pure.
 */
export interface Dialect {
  /** The body for the provider. Throws Fault `validation_failed` for what its protocol cannot say. */
  readonly write: (chat: string) => string;
  /** The provider's whole reply as a chat completion; any other text stays as it is. */
  readonly read: (reply: string) => string;
  /** For the events of one streamed reply, in order: each becomes any number of chat-completion events. */
  readonly reader: () => ReadEvent;
  /** How its streams are cut; absent where they are server-sent events. */
  readonly framing?: Framing;
  /** Seconds to wait that an error says in its body, where its headers do not. */
  readonly retryAfter?: (reply: string) => string | undefined;
}

/** A form of streams other than server-sent events. */
export interface Framing {
  /** Its media type. */
  readonly contentType: string;
  readonly splitter: () => FrameSplitter;
}

/** Cuts bytes into the data of events. Throws Fault `upstream_error` for bytes that are not of its form. */
export interface FrameSplitter {
  push(bytes: Uint8Array): readonly JsonObject[];
  /** The last event, where its end may be missing. */
  end(): readonly JsonObject[];
}

/** The data of one event of the provider to the events of chat completions. */
export type ReadEvent = (data: JsonObject) => readonly string[];

export type JsonObject = Readonly<Record<string, unknown>>;

/** A provider's reply, in any cuts, as bytes of chat completions. */
export async function* readReply(
  { read, reader, framing }: Dialect,
  body: AsyncIterable<Uint8Array>,
  stream: boolean,
): AsyncGenerator<Uint8Array> {
  if (!stream) {
    yield Buffer.from(read(await wholeText(body)));
    return;
  }
  const splitter = (framing?.splitter ?? serverSentData)();
  const readEvent = reader();
  for await (const bytes of body) {
    const events = splitter.push(bytes).flatMap(readEvent);
    if (events.length > 0) yield Buffer.from(events.join(''));
  }
  yield Buffer.from(splitter.end().flatMap(readEvent).join(''));
}

function serverSentData(): FrameSplitter {
  const splitter = eventSplitter();
  const dataOf = (event: Buffer): readonly JsonObject[] => {
    const data = jsonObject(eventData(event.toString()) ?? '');
    return data === undefined ? [] : [data];
  };
  return {
    push: (bytes) => splitter.push(bytes).flatMap(dataOf),
    // The last event may lack the blank line behind it; one that breaks off is no JSON.
    end: () => dataOf(splitter.end()),
  };
}

/** The object that a text is as JSON; undefined for any other text. */
export function jsonObject(text: string): JsonObject | undefined {
  try {
    return objectIn(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function objectIn(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectIn).filter((item) => item !== undefined) : [];
}

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
export const countIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
