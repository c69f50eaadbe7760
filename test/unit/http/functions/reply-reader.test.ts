import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageOf } from '../../../../server/dialects/chat-reply.ts';
import { type ReplyPart, readReply } from '../../../../server/http/functions/reply-reader.ts';
import { chunk, content, doneEvent, event, finish } from '../../../support/sse-kit.ts';

async function partsOf(stream: string, cuts: readonly number[]): Promise<readonly ReplyPart[]> {
  const bytes = Buffer.from(stream);
  const at = [0, ...cuts.map((cut) => cut % bytes.length).toSorted((a, b) => a - b), bytes.length];
  const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
  const parts: ReplyPart[] = [];
  const chunks = (async function* () {
    yield* pieces;
  })();
  for await (const part of readReply({ stream: true, chunks })) parts.push(part);
  return parts;
}

const called = (index: number, part: object, id?: string) =>
  event(chunk({ tool_calls: [{ index, id, function: part }] }));
const reply = [
  event(chunk({ role: 'assistant', content: '' })),
  content('Señora Núñez, '),
  ': a comment\n\n',
  event(JSON.stringify({ choices: [], usage: usageOf(3, 5, 2) })),
  event('{"choices":[],"usage":{"total_tokens":1}}'),
  event('{"unknown":"shape"}'),
  event('no JSON'),
  event(chunk({ refusal: 'I cannot say that.' })),
  called(0, { name: 'press_digit', arguments: '' }, 'call_1'),
  called(1, { name: 'end_call', arguments: '{"mess' }),
  called(0, { arguments: '{"digit":"1"}' }),
  called(1, { arguments: 'age":"Adiós 👋"}' }),
  finish,
  doneEvent,
].join('');

describe('the restored reply of a model, as the caller hears it', () => {
  it('has its words at once, and each called function whole at the end, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 60 }), async (cuts) => {
        expect(await partsOf(reply, cuts)).toEqual([
          { type: 'words', words: 'Señora Núñez, ' },
          { type: 'words', words: 'I cannot say that.' },
          {
            type: 'end',
            called: [
              { index: 0, id: 'call_1', name: 'press_digit', arguments: '{"digit":"1"}' },
              { index: 1, id: '', name: 'end_call', arguments: '{"message":"Adiós 👋"}' },
            ],
            finish: 'stop',
            usage: usageOf(3, 5, 2),
          },
        ]);
      }),
      { numRuns: 50 },
    );
  });

  it('that breaks calls no function', async () => {
    const parts: ReplyPart[] = [];
    const broken = async () => {
      const stream = (async function* () {
        yield Buffer.from(
          content('One moment.') + called(0, { name: 'end_call', arguments: '{}' }),
        );
        throw new Error('broken, as the test wants');
      })();
      for await (const part of readReply({ stream: true, chunks: stream })) parts.push(part);
    };
    await expect(broken()).rejects.toThrow('broken');
    expect(parts).toEqual([{ type: 'words', words: 'One moment.' }]);
  });

  it('has the words and functions of the first choice alone', async () => {
    const other = { name: 'end_call', arguments: '{}' };
    const stream = [
      content('Good'),
      content('Never say this.', 1),
      event(chunk({ tool_calls: [{ index: 0, function: other }] }, null, 1)),
      content('bye.'),
    ];
    expect(await partsOf(stream.join(''), [])).toEqual([
      { type: 'words', words: 'Good' },
      { type: 'words', words: 'bye.' },
      { type: 'end', called: [], finish: 'stop' },
    ]);
  });

  it('has the words of parts, and a called function without an index, as some providers write them', async () => {
    const part = { name: 'end_call', arguments: '{}' };
    const stream = [
      event(chunk({ content: [{ type: 'text', text: 'Good' }] })),
      event(chunk({ content: 'bye.', tool_calls: [{ id: 'call_1', function: part }] })),
      event('{"choices":[{"index":0,"delta":null}]}'),
    ];
    expect(await partsOf(stream.join(''), [])).toEqual([
      { type: 'words', words: 'Good' },
      { type: 'words', words: 'bye.' },
      { type: 'end', called: [{ index: 0, id: 'call_1', ...part }], finish: 'stop' },
    ]);
  });

  it('is read in one piece where it is no stream', async () => {
    const part = { name: 'end_call', arguments: '{}' };
    const message = { content: 'Goodbye.', tool_calls: [{ id: 'call_1', function: part }] };
    const choices = [{ index: 0, message, finish_reason: 'tool_calls' }];
    const body = JSON.stringify({ choices, usage: usageOf(3, 5, 0) });
    const parts: ReplyPart[] = [];
    for await (const one of readReply({ stream: false, body })) parts.push(one);
    expect(parts).toEqual([
      { type: 'words', words: 'Goodbye.' },
      {
        type: 'end',
        called: [{ index: 0, id: 'call_1', ...part }],
        finish: 'tool_calls',
        usage: usageOf(3, 5, 0),
      },
    ]);
  });
});
