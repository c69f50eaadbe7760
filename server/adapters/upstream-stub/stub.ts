import type { Upstream, UpstreamReply } from '../../ports/upstream.ts';

/** Characters in a streamed chunk: few enough that every token spans several chunks. */
const chunkLength = 7;

/**
 * The `stub` upstream (spec, create agent; design D46): answers `You said: <last user text as
 * forwarded>`, in small chunks when the request streams. Uses no network.
 */
export function stubUpstream(): Upstream {
  return {
    complete: async (request, signal) => {
      signal.throwIfAborted();
      const text = `You said: ${lastUserText(request.body)}`;
      return request.stream ? streamed(text, signal) : whole(text);
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

function streamed(text: string, signal: AbortSignal): UpstreamReply {
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
  function* events(): Generator<string> {
    yield chunk({ role: 'assistant', content: '' }, null);
    for (let from = 0; from < text.length; from += chunkLength)
      yield chunk({ content: text.slice(from, from + chunkLength) }, null);
    yield chunk({}, 'stop');
    yield 'data: [DONE]\n\n';
  }
  return reply('text/event-stream', events(), signal);
}

function reply(contentType: string, parts: Iterable<string>, signal?: AbortSignal): UpstreamReply {
  const encoder = new TextEncoder();
  return {
    status: 200,
    contentType,
    body: (async function* () {
      for (const part of parts) {
        signal?.throwIfAborted();
        yield encoder.encode(part);
      }
    })(),
  };
}
