import type { z } from 'zod';
import { createTokenBucket } from '../../server/shared/token-bucket.ts';
import type { Invocation, IpcPart } from '../platform/electron-parts.ts';
import { channelOf, type InvocationName, invocationNames } from './channels.ts';
import { invocations } from './schema.ts';

type Invocations = typeof invocations;

/** Handlers of the window's calls. */
export type InvocationHandlers = {
  readonly [K in InvocationName]: (
    input: z.output<Invocations[K]['input']>,
  ) => Promise<z.input<Invocations[K]['output']>>;
};

export interface InvocationOptions {
  /** Whether a call comes from one of the app's pages. */
  readonly trusted: (invocation: Invocation) => boolean;
  /** Receives a bug; the page learns only that there was one. */
  readonly onBug: (name: InvocationName, error: unknown) => void;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** Only a broken page calls more often than this. */
const rate = { burst: 30, perSecond: 5 };
/** Concurrent calls of one name, because each may hold a dialog open. */
const maxOutstanding = 2;

/**
 * Answers the calls of `schema.ts` if they come from the app's own pages, match the schema and stay
 * below the rate limit. The schema filters the answers too.
 */
export function handleInvocations(
  ipcMain: IpcPart,
  answers: InvocationHandlers,
  options: InvocationOptions,
): void {
  for (const name of invocationNames) {
    const enter = rateLimiter(options.now ?? Date.now);
    ipcMain.handle(channelOf(name), async (invocation, sent) => {
      if (!options.trusted(invocation))
        throw new Error('this page may not ask the app for anything');
      const leave = enter();
      if (leave === undefined) throw new Error('asked too often');
      const answering = handle(name, answers, sent, options.onBug);
      return await answering.finally(leave);
    });
  }
}

async function handle(
  name: InvocationName,
  answers: InvocationHandlers,
  sent: unknown,
  onBug: InvocationOptions['onBug'],
): Promise<unknown> {
  const { input, output } = invocations[name];
  const asked = input.safeParse(sent);
  if (!asked.success) throw new Error('the app does not understand this');
  try {
    const answerOne = answers[name] as (input: unknown) => Promise<unknown>;
    return output.parse(await answerOne(asked.data));
  } catch (error) {
    onBug(name, error);
    throw new Error('the app failed at this; its log says why');
  }
}

/**
 * Admits calls up to the rate and the concurrency limit. Returns a function that ends the call;
 * undefined when a limit is reached.
 */
function rateLimiter(now: () => number): () => (() => void) | undefined {
  const take = createTokenBucket(rate, now);
  let outstanding = 0;
  return () => {
    if (outstanding === maxOutstanding || take() > 0) return undefined;
    outstanding += 1;
    return () => {
      outstanding -= 1;
    };
  };
}
