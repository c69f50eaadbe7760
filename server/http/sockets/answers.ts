import type { CallAction } from './call-functions.ts';

/** A piece of an answer: words as they are said, or what happens to the call after them. */
export type AnswerPart = string | CallAction;

/** How an answer reaches a platform. */
export interface Listener {
  say(words: string): Promise<void>;
  fail(error: unknown): void;
  /** Comes last, also after a failure, but not for an answer that was stopped. */
  finish(action: CallAction | undefined): Promise<void>;
}

/** The answers that a call is given: a newer one takes the place of the one before. */
export class Answers {
  #current = new AbortController();
  readonly #running = new Set<Promise<void>>();

  /** Stops the answer before and gives this one. */
  give(ask: (signal: AbortSignal) => AsyncIterable<AnswerPart>, listener: Listener): void {
    this.stop();
    const { signal } = this.#current;
    const running = tell(ask(signal), listener, signal).finally(() =>
      this.#running.delete(running),
    );
    this.#running.add(running);
  }

  /** The caller hears no more of the answer, and the model stops writing it. */
  stop(): void {
    this.#current.abort();
    this.#current = new AbortController();
  }

  /** Resolves when no answer is being given. */
  async quiet(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}

async function tell(
  parts: AsyncIterable<AnswerPart>,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  let action: CallAction | undefined;
  try {
    for await (const part of parts) {
      if (signal.aborted) return;
      if (typeof part === 'string') await listener.say(part);
      else action = part;
    }
  } catch (error) {
    if (!signal.aborted) listener.fail(error);
  }
  if (!signal.aborted) await listener.finish(action);
}
