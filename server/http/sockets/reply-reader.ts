import { z } from 'zod';
import { eventData, eventSplitter } from '../../domain/replies/server-sent-events.ts';
import { parseJson } from '../../shared/json.ts';

/** What a reply says, in its order: words as they arrive, and each called function once it is whole. */
export type ReplyPart =
  | { readonly type: 'words'; readonly words: string }
  | ({ readonly type: 'function' } & CalledFunction);

/** A function that the model calls. */
export interface CalledFunction {
  /** Its place among the called functions. */
  readonly index: number;
  /** The model's id of the call, '' where it gave none. */
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** Some providers write parts in place of text, and no index where one function is called. */
const Chunk = z.object({
  choices: z.array(
    z.object({
      index: z.int().nullish(),
      delta: z
        .object({
          content: z
            .union([z.string(), z.array(z.object({ text: z.string().nullish() }))])
            .nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(
              z.object({
                index: z.int().nullish(),
                id: z.string().nullish(),
                function: z
                  .object({ name: z.string().nullish(), arguments: z.string().nullish() })
                  .nullish(),
              }),
            )
            .nullish(),
        })
        .nullish(),
    }),
  ),
});

interface OpenFunction {
  id: string;
  name: string;
  arguments: string;
}

/**
 * Reads the restored event stream of a turn. Rejects with Fault `upstream_error` when the stream breaks;
 * functions of a broken reply are not called.
 */
export async function* readReply(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReplyPart> {
  const splitter = eventSplitter();
  const called = new Map<number, OpenFunction>();
  for await (const chunk of chunks) {
    for (const event of splitter.push(chunk)) {
      const words = wordsOf(eventData(event.toString()) ?? '', called);
      if (words !== '') yield { type: 'words', words };
    }
  }
  for (const [index, one] of called) yield { type: 'function', index, ...one };
}

/**
 * The words of an event's data; adds to the functions that the reply calls. Other events, such as usage, say nothing, and
 * nothing is said of further choices, which no request asks for.
 */
function wordsOf(data: string, called: Map<number, OpenFunction>): string {
  const choices = Chunk.safeParse(parseJson(data)).data?.choices ?? [];
  const choice = choices.find(({ index }) => (index ?? 0) === 0);
  const { content = '', refusal, tool_calls: calls } = choice?.delta ?? {};
  for (const [position, { index, id, function: part }] of (calls ?? []).entries()) {
    const place = index ?? position;
    const whole = called.get(place) ?? { id: '', name: '', arguments: '' };
    called.set(place, whole);
    whole.id ||= id ?? '';
    whole.name ||= part?.name ?? '';
    whole.arguments += part?.arguments ?? '';
  }
  const words = Array.isArray(content) ? content.map(({ text }) => text ?? '').join('') : content;
  return (words ?? '') + (refusal ?? '');
}
