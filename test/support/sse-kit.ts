import { createParser } from 'eventsource-parser';
import { emptyTally, sseRestorer, TokenScope } from '../../server/rehydrate/index.ts';

export const phone = 'TOK1.PHONE.K1.0123456789ABCDEFGHJK';
export const name = 'TOK1.NAME.K1.ZYXWVTSRQPNMKJHGFEDC';
export const foreign = 'TOK1.MRN.K1.00000000000000000000';
export const surface = 'Ann "Annie" \\ Éxample';

/** A restorer with two tokens in scope, and what it counts and shows. */
export function restorer() {
  const scope = new TokenScope();
  scope.add({ token: phone, kind: 'PHONE', surface: '555-0123' });
  scope.add({ token: name, kind: 'NAME', surface });
  const tally = emptyTally();
  const sides = { masked: '', restored: '' };
  const watch = (_choice: number, channel: string) => ({
    received: (masked: string) => {
      if (channel === 'content') sides.masked += masked;
    },
    forwarded: (text: string) => {
      if (channel === 'content') sides.restored += text;
    },
  });
  return { sse: sseRestorer({ restoration: { scope }, tally, watch }), tally, sides };
}

export interface Choice {
  readonly index: number;
  readonly delta: Record<string, unknown>;
  readonly finish_reason: string | null;
}

export function chunk(
  delta: Record<string, unknown>,
  finish: string | null = null,
  index = 0,
): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index, delta, finish_reason: finish }],
  });
}

export const event = (data: string, eol = '\n') => `data: ${data}${eol}${eol}`;
export const content = (text: string, index = 0) => event(chunk({ content: text }, null, index));
export const finish = event(chunk({}, 'stop'));
export const doneEvent = event('[DONE]');

/** All bytes as one text. */
export async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** Everything that leaves when the stream comes in these pieces of bytes. */
export async function passed(...inputs: readonly (string | Uint8Array)[]) {
  const { sse, tally, sides } = restorer();
  const outputs: string[] = [];
  for (const [now, input] of inputs.entries()) {
    outputs.push(await textOf(sse.push(Buffer.from(input as string), now)));
  }
  outputs.push(await textOf(sse.end()));
  return { outputs, text: outputs.join(''), tally, sides, progress: sse.progress() };
}

/** The data of a stream's events, as an independent parser reads them. */
export function dataOf(stream: string): readonly string[] {
  const found: string[] = [];
  createParser({ onEvent: ({ data }) => found.push(data) }).feed(stream);
  return found;
}

export function choicesOf(stream: string): readonly Choice[] {
  return dataOf(stream)
    .filter((data) => data !== '[DONE]')
    .flatMap((data) => JSON.parse(data).choices ?? []);
}

export function contentOf(stream: string, index = 0): string {
  return choicesOf(stream)
    .filter((choice) => choice.index === index)
    .map(({ delta }) => delta['content'] ?? '')
    .join('');
}
