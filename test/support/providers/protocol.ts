import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Script, writeByteByByte } from '../scripted-upstream.ts';

/** A protocol of model providers, as a provider of the test speaks it. */
export interface Protocol {
  /** `SVC_UPSTREAM_KIND`. */
  readonly kind: 'openai' | 'azure' | 'responses' | 'anthropic';
  /** Path of a request behind the base URL, and the header with the key. */
  readonly path: string;
  readonly keyHeader: string;
  /** Repeats the last user text; where a tool is on offer, as its argument, and then the result of that. */
  readonly answer: Script;
  /** Sends a body by the SDK of the provider's maker, and reads the reply. */
  readonly bySdk: (baseUrl: string, body: object) => Promise<ReadReply>;
}

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

/** Writes events byte by byte, with a pause in their middle, as a provider that thinks. */
export async function writeEvents(
  response: ServerResponse,
  events: readonly { readonly type?: string }[],
): Promise<void> {
  response.setHeader('content-type', 'text/event-stream; charset=utf-8');
  const written = events.map((event) => {
    const name = event.type === undefined ? '' : `event: ${event.type}\n`;
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  const half = Math.ceil(written.length / 2);
  await writeByteByByte(response, written.slice(0, half).join(''));
  await pause(20);
  await writeByteByByte(response, written.slice(half).join(''));
  response.end();
}

export function writeJson(response: ServerResponse, reply: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(reply));
}
