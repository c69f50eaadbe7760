import { describe, expect, it } from 'vitest';
import { anthropicDialect } from '../../../server/dialects/anthropic/index.ts';
import { type Dialect, readReply } from '../../../server/dialects/dialect.ts';
import { responsesDialect } from '../../../server/dialects/responses/index.ts';

const streams: readonly (readonly [string, Dialect, readonly object[]])[] = [
  [
    'Anthropic',
    anthropicDialect,
    [
      { type: 'message_start', message: { id: 'm', model: 'large' } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ],
  ],
  [
    'the Responses API',
    responsesDialect,
    [
      { type: 'response.created', response: { id: 'r', model: 'large' } },
      { type: 'response.output_text.delta', delta: 'Hello.' },
      { type: 'response.completed', response: { status: 'completed' } },
    ],
  ],
];

async function read(dialect: Dialect, body: string): Promise<string> {
  const bytes = (async function* () {
    yield Buffer.from(body);
  })();
  let text = '';
  for await (const chunk of readReply(dialect, bytes, true)) text += Buffer.from(chunk).toString();
  return text;
}

const written = (events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}`).join('\n\n');

describe.each(streams)('a stream of %s', (_, dialect, events) => {
  it.each(['', '\n', '\r\n', '\n\n'])('is whole when it ends with %j', async (end) => {
    const text = await read(dialect, written(events) + end);
    expect(text).toContain('"content":"Hello."');
    expect(text).toContain('"finish_reason":"stop"');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('that breaks off within its last event has no end', async () => {
    const text = await read(dialect, written(events).slice(0, -1));
    expect(text).toContain('"content":"Hello."');
    expect(text).not.toContain('[DONE]');
  });
});
