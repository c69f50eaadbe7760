import { setTimeout } from 'node:timers/promises';
import type { UpstreamReply } from '../../ports/upstream.ts';

/** A streamed reply in pieces of at most seven characters: few enough that every token spans several. */
const pieces = /.{1,7}/gs;
const words = /\S+\s*/g;

/** What the test model says. */
export interface StubReply {
  readonly text: string;
  /** Speaks word by word, with this pause in milliseconds after each; otherwise in small pieces at once. */
  readonly wordMs?: number;
}

/** An upstream that takes any body, for it sends none on. */
interface StubUpstream {
  complete(
    request: { readonly body: string; readonly stream: boolean },
    signal: AbortSignal,
  ): Promise<UpstreamReply>;
}

/**
 * The `stub` upstream (spec, create agent; design D46): answers `You said: <last user text as
 * forwarded>`, in small pieces when the request streams. `answer` answers the masked body otherwise, or throws
 * as a provider fails. Uses no network.
 */
export function stubUpstream(
  answer: (body: string) => StubReply = (body) => ({ text: `You said: ${lastUserText(body)}` }),
): StubUpstream {
  return {
    complete: async (request, signal) => {
      signal.throwIfAborted();
      const reply = answer(request.body);
      return request.stream ? streamed(reply, signal) : whole(reply.text);
    },
  };
}

function lastUserText(body: string): string {
  const { messages } = JSON.parse(body) as {
    messages: readonly { role: string; content?: unknown }[];
  };
  const content = messages.findLast((message) => message.role === 'user')?.content;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: string }) => part.text ?? '').join(' ');
}

function whole(text: string): UpstreamReply {
  const completion = {
    id: 'chatcmpl-stub',
    object: 'chat.completion',
    created: 0,
    model: 'stub',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  };
  return reply('application/json', [JSON.stringify(completion)]);
}

function streamed({ text, wordMs }: StubReply, signal: AbortSignal): UpstreamReply {
  const chunk = (delta: object, finishReason: string | null): string => {
    const choices = [{ index: 0, delta, finish_reason: finishReason }];
    const event = {
      id: 'chatcmpl-stub',
      object: 'chat.completion.chunk',
      created: 0,
      model: 'stub',
      choices,
    };
    return `data: ${JSON.stringify(event)}\n\n`;
  };
  async function* events(): AsyncGenerator<string> {
    yield chunk({ role: 'assistant', content: '' }, null);
    for (const content of text.match(wordMs === undefined ? pieces : words) ?? []) {
      yield chunk({ content }, null);
      if (wordMs !== undefined) await setTimeout(wordMs, undefined, { signal });
    }
    yield chunk({}, 'stop');
    yield 'data: [DONE]\n\n';
  }
  return reply('text/event-stream', events(), signal);
}

function reply(
  contentType: string,
  parts: Iterable<string> | AsyncIterable<string>,
  signal?: AbortSignal,
): UpstreamReply {
  const encoder = new TextEncoder();
  return {
    status: 200,
    contentType,
    body: (async function* () {
      for await (const part of parts) {
        signal?.throwIfAborted();
        yield encoder.encode(part);
      }
    })(),
  };
}
