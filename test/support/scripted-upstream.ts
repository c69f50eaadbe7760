import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTick } from 'node:timers/promises';

/** What the scripted provider received. */
export interface SeenRequest {
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly raw: string;
  readonly body: {
    readonly messages: readonly { role: string; content?: unknown; [field: string]: unknown }[];
    readonly stream?: boolean;
    readonly tools?: readonly unknown[];
    readonly stream_options?: { include_usage?: boolean };
    readonly [field: string]: unknown;
  };
}

export type Script = (seen: SeenRequest, response: ServerResponse) => Promise<void> | void;

export interface ScriptedUpstream {
  readonly baseUrl: string;
  readonly seen: SeenRequest[];
  /** Replaces what the next requests are answered with. */
  script: Script;
  close(): Promise<void>;
}

/** A real OpenAI-compatible provider on loopback that answers by script. */
export async function startScriptedUpstream(script: Script = echo): Promise<ScriptedUpstream> {
  const seen: SeenRequest[] = [];
  const server: Server = createServer((request, response) => {
    void answer(request, response);
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString('utf8');
    const body = JSON.parse(raw || '{}') as SeenRequest['body'];
    const entry = { url: request.url ?? '', headers: request.headers, raw, body };
    seen.push(entry);
    await upstream.script(entry, response);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream: ScriptedUpstream = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    script,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return upstream;
}

/** Text of the last user message, as the provider received it. */
export function lastUserText(seen: SeenRequest): string {
  const content = seen.body.messages.findLast((message) => message.role === 'user')?.content;
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}

const base = { id: 'chatcmpl-test', created: 1_700_000_000, model: 'scripted' };
const usage = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 };

/** Repeats the last user text: whole, or streamed with every event split at every byte. */
export const echo: Script = async (seen, response) => {
  const text = `I heard: ${lastUserText(seen)}`;
  if (seen.body.stream !== true)
    return sendCompletion(response, { role: 'assistant', content: text }, 'stop');
  const deltas = [
    { role: 'assistant', content: '' },
    ...pieces(text).map((content) => ({ content })),
  ];
  await sendStream(seen, response, deltas, 'stop');
};

/** Calls a function with arguments made from what the provider received. */
export const callFunction =
  (name: string, argumentsOf: (seen: SeenRequest) => object): Script =>
  async (seen, response) => {
    const args = JSON.stringify(argumentsOf(seen));
    const call = { id: 'call_1', type: 'function', function: { name, arguments: args } };
    if (seen.body.stream !== true) {
      const message = { role: 'assistant', content: null, tool_calls: [call] };
      return sendCompletion(response, message, 'tool_calls');
    }
    const first = { index: 0, id: 'call_1', type: 'function', function: { name, arguments: '' } };
    const deltas = [
      { role: 'assistant', content: null, tool_calls: [first] },
      ...pieces(args).map((piece) => ({
        tool_calls: [{ index: 0, function: { arguments: piece } }],
      })),
    ];
    await sendStream(seen, response, deltas, 'tool_calls');
  };

/** Calls the tool `save_note` with the last user text as its argument. */
export const callTool: Script = callFunction('save_note', (seen) => ({
  note: `caller said: ${lastUserText(seen)}`,
  urgent: true,
}));

function sendCompletion(response: ServerResponse, message: object, finishReason: string): void {
  response.setHeader('content-type', 'application/json');
  const choices = [{ index: 0, message, finish_reason: finishReason, logprobs: null }];
  response.end(JSON.stringify({ ...base, object: 'chat.completion', choices, usage }));
}

async function sendStream(
  seen: SeenRequest,
  response: ServerResponse,
  deltas: readonly object[],
  finishReason: string,
): Promise<void> {
  const event = (fields: object): string =>
    `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', ...fields })}\n\n`;
  const choice = (delta: object, finish: string | null): object => ({
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const events = [
    ...deltas.map((delta) => event(choice(delta, null))),
    event(choice({}, finishReason)),
    ...(seen.body.stream_options?.include_usage === true ? [event({ choices: [], usage })] : []),
    'data: [DONE]\n\n',
  ];
  response.setHeader('content-type', 'text/event-stream');
  await writeByteByByte(response, events.join(''));
  response.end();
}

/** Every byte is a write of its own, in a turn of its own now and then, so that reads see odd cuts. */
export async function writeByteByByte(
  response: ServerResponse,
  text: string | Buffer,
): Promise<void> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length && !response.destroyed; at += 1) {
    response.write(bytes.subarray(at, at + 1));
    if (at % 16 === 0) await nextTick();
  }
}

function pieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,5}/gu) ?? [];
}

/** A whole reply with these words, whatever was asked. */
export const replying =
  (content: string): Script =>
  (_seen, response) => {
    const message = { role: 'assistant', content };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
  };
