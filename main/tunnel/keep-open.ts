import { mkdir, rm } from 'node:fs/promises';
import { runTool, type RunOutcome, type RunContext } from './attempt.ts';
import { killOrphan } from './left-child.ts';
import { prepareTool } from './prepare.ts';
import type { Provider } from './provider.ts';
import { pauseAfter } from './times.ts';

export interface KeepOpenOptions extends RunContext {
  /** Called when a run has ended and another will follow. */
  readonly onEnded: (ended: RunOutcome) => void;
}

/**
 * Runs a provider's tool again and again, with pauses that grow while it does not last, until it is not
 * wanted any more: null then. Resolves with what somebody must do first when another run would change
 * nothing. What an earlier run of the app left behind is ended and removed before.
 */
export async function keepOpen(provider: Provider, options: KeepOpenOptions): Promise<string | null> {
  const { source, times, sleeper, signal } = options;
  await killOrphan(source.folder);
  await rm(source.folder, { recursive: true, force: true });
  await mkdir(source.folder, { recursive: true, mode: 0o700 });
  let failures = 0;
  while (!signal.aborted) {
    const ended = await runOnce(provider, options);
    if (signal.aborted) break;
    if (ended.final) return ended.words;
    failures = ended.wasSteady ? 1 : failures + 1;
    options.onEnded(ended);
    await sleeper.sleep(pauseAfter(failures, times), signal);
  }
  return null;
}

async function runOnce(provider: Provider, options: KeepOpenOptions): Promise<RunOutcome> {
  const prepared = await prepareTool(provider, options.source);
  return prepared.ok
    ? await runTool(prepared.value, options)
    : { ...prepared.diagnosis, wasUp: false, wasSteady: false };
}
