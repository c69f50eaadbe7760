import type { FillingWords, FunctionStep } from '../functions/answer-with-functions.ts';
import type { CallAction } from '../functions/call-functions.ts';

/**
 * A piece of an answer: words as they are said, words that fill the time while functions run, what becomes of a
 * function, or what happens to the call after the answer.
 */
export type AnswerPart = string | FillingWords | FunctionStep | CallAction;

/** How an answer reaches a platform. */
export interface Listener {
  say(words: string): Promise<void>;
  /** Says words that are no answer yet. */
  fill(words: FillingWords): Promise<void>;
  /** A function runs or has run. */
  tell(step: FunctionStep): Promise<void>;
  fail(error: unknown): void;
  /** Comes last, also after a failure, but not for an answer that was stopped. */
  finish(action: CallAction | undefined): Promise<void>;
}

interface Asked {
  readonly ask: (signal: AbortSignal) => AsyncIterable<AnswerPart>;
  readonly listener: Listener;
}

/**
 * The answers that a call is given, one at a time: a newer one takes the place of the one before, and begins when
 * that one has stopped. Of several that wait, only the newest is given.
 */
export class Answers {
  #current = new AbortController();
  #next: Asked | undefined;
  #running: Promise<void> | undefined;

  /** Stops the answer before, then gives this one. */
  give(ask: Asked['ask'], listener: Listener): void {
    this.stop();
    this.#next = { ask, listener };
    this.#running ??= this.#giveAll();
  }

  /** The caller hears no more of the answer; masking for it stops, and so do the model and functions. */
  stop(): void {
    this.#next = undefined;
    this.#current.abort();
    this.#current = new AbortController();
  }

  /** Resolves when no answer is being given. */
  async quiet(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #giveAll(): Promise<void> {
    for (let asked = this.#take(); asked !== undefined; asked = this.#take()) {
      const { signal } = this.#current;
      await tell(asked.ask(signal), asked.listener, signal);
    }
    this.#running = undefined;
  }

  #take(): Asked | undefined {
    const asked = this.#next;
    this.#next = undefined;
    return asked;
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
      if (typeof part === 'object' && 'action' in part) action = part;
      else await pass(part, listener);
    }
  } catch (error) {
    if (!signal.aborted) listener.fail(error);
  }
  if (!signal.aborted) await listener.finish(action);
}

function pass(part: Exclude<AnswerPart, CallAction>, listener: Listener): Promise<void> {
  if (typeof part === 'string') return listener.say(part);
  return 'filling' in part ? listener.fill(part) : listener.tell(part);
}
