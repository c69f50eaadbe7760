import { z } from 'zod';
import { type ChatUsage, type FinishReason, usageOf } from '../../dialects/chat-reply.ts';
import { eventData, eventSplitter } from '../../domain/replies/server-sent-events.ts';
import type { TurnReply } from '../../pipeline/turn-types.ts';
import { parseJson } from '../../shared/json.ts';

/** What a reply says: words as they arrive, and its end once it is whole. */
export type ReplyPart =
  | { readonly type: 'words'; readonly words: string }
  | ({ readonly type: 'end' } & ReplyEnd);

export interface ReplyEnd {
  readonly called: readonly CalledFunction[];
  /** Why the model ended. */
  readonly finish: FinishReason;
  /** Absent where the provider counts nothing. */
  readonly usage?: ChatUsage;
}

/** A function that the model calls. */
export interface CalledFunction {
  /** Its place among the called functions. */
  readonly index: number;
  /** The model's id of the call, '' where it gave none. */
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** What a reply says. Some providers write parts in place of text, and no index where one function is called. */
const Said = z
  .object({
    content: z.union([z.string(), z.array(z.object({ text: z.string().nullish() }))]).nullish(),
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
  .nullish();

/** A chunk of a stream, or a whole reply. */
const Chunk = z.object({
  choices: z.array(
    z.object({
      index: z.int().nullish(),
      delta: Said,
      message: Said,
      finish_reason: z
        .enum(['stop', 'length', 'tool_calls', 'content_filter'])
        .nullish()
        .catch(null),
    }),
  ),
  usage: z
    .object({
      prompt_tokens: z.int(),
      completion_tokens: z.int(),
      prompt_tokens_details: z.object({ cached_tokens: z.int().catch(0) }).nullish(),
    })
    .transform(({ prompt_tokens: asked, completion_tokens: said, prompt_tokens_details: of }) =>
      usageOf(asked, said, of?.cached_tokens ?? 0),
    )
    .nullish()
    .catch(null),
});

interface OpenFunction {
  id: string;
  name: string;
  arguments: string;
}

/** What is known of a reply's end so far. */
interface OpenReply {
  readonly called: Map<number, OpenFunction>;
  finish: FinishReason;
  usage?: ChatUsage;
}

/**
 * Reads the restored reply of a turn. Rejects with Fault `upstream_error` when a stream breaks; functions of a broken
 * reply are not called.
 */
export async function* readReply(reply: TurnReply): AsyncGenerator<ReplyPart> {
  const open: OpenReply = { called: new Map(), finish: 'stop' };
  for await (const json of jsonsOf(reply)) {
    const words = wordsOf(json, open);
    if (words !== '') yield { type: 'words', words };
  }
  const called = [...open.called].map(([index, one]) => ({ index, ...one }));
  yield { ...open, type: 'end', called };
}

async function* jsonsOf(reply: TurnReply): AsyncGenerator<string> {
  if (!reply.stream) return yield reply.body;
  const splitter = eventSplitter();
  for await (const chunk of reply.chunks)
    for (const event of splitter.push(chunk)) yield eventData(event.toString()) ?? '';
}

/**
 * The words of a chunk or a whole reply; adds to what is known of its end. Nothing is said of further choices, which no
 * request asks for.
 */
function wordsOf(json: string, open: OpenReply): string {
  const { choices = [], usage } = Chunk.safeParse(parseJson(json)).data ?? {};
  if (usage) open.usage = usage;
  const choice = choices.find(({ index }) => (index ?? 0) === 0);
  open.finish = choice?.finish_reason ?? open.finish;
  const said = choice?.delta ?? choice?.message;
  addCalled(said?.tool_calls ?? [], open);
  const { content, refusal } = said ?? {};
  const words = Array.isArray(content) ? content.map(({ text }) => text ?? '').join('') : content;
  return (words ?? '') + (refusal ?? '');
}

type Calls = NonNullable<NonNullable<z.output<typeof Said>>['tool_calls']>;

function addCalled(calls: Calls, open: OpenReply): void {
  for (const [position, { index, id, function: part }] of calls.entries()) {
    const place = index ?? position;
    const whole = open.called.get(place) ?? { id: '', name: '', arguments: '' };
    open.called.set(place, whole);
    whole.id ||= id ?? '';
    whole.name ||= part?.name ?? '';
    whole.arguments += part?.arguments ?? '';
  }
}
