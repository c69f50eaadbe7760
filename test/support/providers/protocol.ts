import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Script, type SeenRequest, writeByteByByte } from '../scripted-upstream.ts';

/** A protocol of model providers, as a provider of the test speaks it. */
export interface Protocol {
  /** `SVC_UPSTREAM_KIND`. */
  readonly kind: 'openai' | 'azure' | 'responses' | 'anthropic' | 'bedrock' | 'gemini';
  /** Path of a request behind the base URL, and the header with the key. */
  readonly path: (stream: boolean) => string;
  readonly keyHeader: string;
  /** What the service is given as the key; `upstream-key` is a part of it. */
  readonly key: string;
  /** Media type of its streams, where they are no server-sent events. */
  readonly streamType?: string;
  /** Repeats the last user text; where a tool is on offer, as its argument, and then the result of that. */
  readonly answer: Script;
  /** Sends a body by the SDK of the provider's maker, and reads the reply. */
  readonly bySdk: (baseUrl: string, body: object, stream: boolean) => Promise<ReadReply>;
}

/** The variable with the key of a provider that speaks a protocol. */
export const keyVariable = (kind: string): string => `SVC_${kind.toUpperCase()}_API_KEY`;

/** A reply as a maker's SDK reads it. */
export interface ReadReply {
  readonly text: string;
  readonly calls: readonly Call[];
}

/** A called tool; `written` is the JSON of its arguments. */
export interface Call {
  readonly name: string;
  readonly written: string;
}

/** What a provider of the test says. */
export interface Said {
  readonly text: string;
  readonly call?: Call;
}

export function saidTo(text: string, result: string | undefined, tools: unknown): Said {
  if (result !== undefined) return { text: `Done: ${result}` };
  if (!Array.isArray(tools)) return { text: `I heard: ${text}` };
  const said = `caller said: ${text}`;
  const [{ name, function: definition }] = tools;
  const call = (definition?.name ?? name) as string;
  const given = call === 'save_note' ? { note: said, urgent: true } : { message: said };
  return { text: 'I write that down. ', call: { name: call, written: JSON.stringify(given) } };
}

/** Text in deltas, none of them longer than a few characters. */
export function pieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,5}/gu) ?? [];
}

/** Whether a streamed reply is wanted: the body says so, or the address. */
export function isStreamed({ body, url }: SeenRequest): boolean {
  return body.stream === true || /stream/i.test(url);
}

/** Writes server-sent events byte by byte. */
export async function writeEvents(
  response: ServerResponse,
  events: readonly { readonly type?: string }[],
): Promise<void> {
  response.setHeader('content-type', 'text/event-stream; charset=utf-8');
  const written = events.map((event) => {
    const name = event.type === undefined ? '' : `event: ${event.type}\n`;
    return Buffer.from(`${name}data: ${JSON.stringify(event)}\n\n`);
  });
  await writeParts(response, written);
}

/** Writes parts of a stream byte by byte, with a pause in their middle, as a provider that thinks. */
export async function writeParts(
  response: ServerResponse,
  parts: readonly Buffer[],
): Promise<void> {
  const half = Math.ceil(parts.length / 2);
  await writeByteByByte(response, Buffer.concat(parts.slice(0, half)));
  await pause(20);
  await writeByteByByte(response, Buffer.concat(parts.slice(half)));
  response.end();
}

export function writeJson(response: ServerResponse, reply: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(reply));
}
