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
  /**
   * Repeats the last user text; where tools are on offer, as the argument of `save_note`, and then the result
   * of that.
   */
  readonly answer: Script;
}

/** What a provider of the test says. */
export interface Said {
  readonly text: string;
  /** The argument of `save_note`; undefined: it is not called. */
  readonly note: string | undefined;
}

export function saidTo(text: string, result: string | undefined, tools: unknown): Said {
  if (result !== undefined) return { text: `Done: ${result}`, note: undefined };
  return Array.isArray(tools)
    ? { text: 'I write that down. ', note: `caller said: ${text}` }
    : { text: `I heard: ${text}`, note: undefined };
}

export function noteArguments(note: string): string {
  return JSON.stringify({ note, urgent: true });
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
