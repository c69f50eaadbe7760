import type { ReadEvent } from '../../../server/dialects/dialect.ts';

interface Chunk {
  readonly choices?: readonly {
    readonly delta: {
      readonly content?: string;
      readonly refusal?: string;
      readonly tool_calls?: readonly {
        readonly index: number;
        readonly id?: string;
        readonly function: { readonly name?: string; readonly arguments: string };
      }[];
    };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: unknown;
  readonly error?: unknown;
}

/** What a client makes of the chat-completion events that a provider's events become. */
export function chunksOf(readEvent: ReadEvent, events: readonly object[]) {
  const data = events
    .flatMap((event) => readEvent({ ...event }))
    .join('')
    .split('\n\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/^data: /, ''));
  const chunks = data.filter((line) => line !== '[DONE]').map((line) => JSON.parse(line) as Chunk);
  const choices = chunks.flatMap((chunk) => chunk.choices ?? []);
  const calls: { id: string; name: string; arguments: string }[] = [];
  for (const part of choices.flatMap(({ delta }) => delta.tool_calls ?? [])) {
    const call = calls[part.index] ?? { id: '', name: '', arguments: '' };
    calls[part.index] = {
      id: part.id ?? call.id,
      name: part.function.name ?? call.name,
      arguments: call.arguments + part.function.arguments,
    };
  }
  return {
    chunks,
    text: choices.map(({ delta }) => delta.content ?? '').join(''),
    refusal: choices.map(({ delta }) => delta.refusal ?? '').join(''),
    calls,
    finish: choices.find(({ finish_reason }) => finish_reason !== null)?.finish_reason,
    usage: chunks.find(({ usage }) => usage !== undefined)?.usage,
    error: chunks.find(({ error }) => error !== undefined)?.error,
    done: data.includes('[DONE]'),
  };
}
