import { mkdir, rm } from 'node:fs/promises';
import { attempt, type Ended, type Surroundings } from './attempt.ts';
import { endLeftChild } from './left-child.ts';
import { prepare } from './prepare.ts';
import type { Provider } from './provider.ts';
import { pauseAfter } from './times.ts';

export interface Keeping extends Surroundings {
  /** Called when a run has ended and another will follow. */
  readonly onEnded: (ended: Ended) => void;
}

/**
 * Runs a provider's tool again and again, with pauses that grow while it does not last, until it is not
 * wanted any more: null then. Resolves with what somebody must do first when another run would change
 * nothing. What an earlier run of the app left behind is ended and removed before.
 */
export async function keepOpen(provider: Provider, keeping: Keeping): Promise<string | null> {
  const { source, times, naps, signal } = keeping;
  await endLeftChild(source.folder);
  await rm(source.folder, { recursive: true, force: true });
  await mkdir(source.folder, { recursive: true, mode: 0o700 });
  let failures = 0;
  while (!signal.aborted) {
    const ended = await oneRun(provider, keeping);
    if (signal.aborted) break;
    if (ended.final) return ended.words;
    failures = ended.wasSteady ? 1 : failures + 1;
    keeping.onEnded(ended);
    await naps.nap(pauseAfter(failures, times), signal);
  }
  return null;
}

async function oneRun(provider: Provider, keeping: Keeping): Promise<Ended> {
  const prepared = await prepare(provider, keeping.source);
  return prepared.ok
    ? await attempt(prepared.value, keeping)
    : { ...prepared.trouble, wasUp: false, wasSteady: false };
}
