import { z } from 'zod';
import { eventData, eventSplitter } from '../../domain/replies/server-sent-events.ts';
import { parseJson } from '../../shared/json.ts';

/** What a reply says, in its order: words as they arrive, and each called function once it is whole. */
export type ReplyPart =
  | { readonly type: 'words'; readonly words: string }
  | { readonly type: 'function'; readonly name: string; readonly arguments: string };

const Chunk = z.object({
  choices: z.array(
    z.object({
      delta: z.object({
        content: z.string().nullish(),
        refusal: z.string().nullish(),
        tool_calls: z
          .array(
            z.object({
              index: z.int(),
              function: z
                .object({ name: z.string().nullish(), arguments: z.string().nullish() })
                .nullish(),
            }),
          )
          .nullish(),
      }),
    }),
  ),
});

interface CalledFunction {
  name: string;
  arguments: string;
}

/**
 * Reads the restored event stream of a turn. Rejects with Fault `upstream_error` when the stream breaks;
 * functions of a broken reply are not called.
 */
export async function* readReply(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReplyPart> {
  const splitter = eventSplitter();
  const called = new Map<number, CalledFunction>();
  for await (const chunk of chunks) {
    for (const event of splitter.push(chunk)) {
      const words = wordsOf(eventData(event.toString()) ?? '', called);
      if (words !== '') yield { type: 'words', words };
    }
  }
  for (const one of called.values()) yield { type: 'function', ...one };
}

/** The words of an event's data; adds to the functions that the reply calls. Other events, such as usage, say nothing. */
function wordsOf(data: string, called: Map<number, CalledFunction>): string {
  const [choice] = Chunk.safeParse(parseJson(data)).data?.choices ?? [];
  if (choice === undefined) return '';
  for (const { index, function: part } of choice.delta.tool_calls ?? []) {
    const whole = called.get(index) ?? { name: '', arguments: '' };
    called.set(index, whole);
    whole.name ||= part?.name ?? '';
    whole.arguments += part?.arguments ?? '';
  }
  return (choice.delta.content ?? '') + (choice.delta.refusal ?? '');
}
