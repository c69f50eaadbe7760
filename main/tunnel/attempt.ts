import { type Child, startChild } from './child.ts';
import { forgetChild, rememberChild } from './left-child.ts';
import type { Naps } from './naps.ts';
import { lookFromOutside } from './outside.ts';
import type { Ready, Source } from './prepare.ts';
import type { Sign } from './provider.ts';
import type { Times } from './times.ts';
import { createView, type Seen, type View } from './view.ts';

/** How a run of a tool came to its end. */
export interface Ended {
  readonly words: string;
  /** Starting again would change nothing. */
  readonly final: boolean;
  /** It was up in between. */
  readonly wasUp: boolean;
  /** It was up for long enough to count as well. */
  readonly wasSteady: boolean;
}

export interface Surroundings {
  readonly source: Source;
  readonly fetch: typeof fetch;
  readonly times: Times;
  readonly naps: Naps;
  /** Ends the run. */
  readonly signal: AbortSignal;
  readonly onStart: () => void;
  /** Called whenever something was learnt. */
  readonly onSeen: (seen: Seen) => void;
}

type End = Pick<Ended, 'words' | 'final'>;

/** Runs a tool until it ends, must be ended, or is not wanted any more; nothing of it is left then. */
export async function attempt(ready: Ready, around: Surroundings): Promise<Ended> {
  const view = createView(ready.plan.publicUrl ?? null, Date.now);
  const over = Promise.withResolvers<End>();
  let wasUp = false;
  const learn = (): void => {
    const seen = view.seen();
    wasUp ||= seen.up;
    around.onSeen(seen);
  };
  const take = (sign: Sign): void => {
    view.take(sign);
    // One that the tool holds open for now is taken away at the end.
    if (sign.up === true && ready.plan.filesStay !== true) ready.clear().catch(() => undefined);
    if (sign.ask === true) around.naps.wake();
    if (sign.trouble?.final === true) over.resolve(sign.trouble);
    learn();
  };
  const child = await begin(ready, take);
  if ('words' in child) return { ...child, final: true, wasUp, wasSteady: false };
  around.onStart();
  // Without the note, the leash still ends what outlives us; a tool that runs is never left alone.
  await rememberChild(around.source.folder, child.pid).catch(() => undefined);
  const polls = new AbortController();
  const stopped = AbortSignal.any([around.signal, polls.signal]);
  whenAborted(stopped, () => over.resolve({ words: '', final: false }));
  void child.ended.then((how) => over.resolve(lastWords(how, view, ready)));
  const run: Run = { ready, around, view, take, stopped, end: over.resolve, learn };
  const polling = Promise.all([askTool(run), lookAround(run)]);
  const end = await over.promise;
  const { up, since } = view.tool();
  polls.abort();
  await Promise.all([polling, child.stop(around.times.stopMs)]);
  await Promise.all([
    ready.clear(),
    // One that stays names a process that is gone, as the next start finds.
    forgetChild(around.source.folder).catch(() => undefined),
  ]);
  return { ...end, wasUp, wasSteady: up && Date.now() - since >= around.times.steadyMs };
}

function whenAborted(signal: AbortSignal, then: () => void): void {
  if (signal.aborted) then();
  else signal.addEventListener('abort', then);
}

interface Run {
  readonly ready: Ready;
  readonly around: Surroundings;
  readonly view: View;
  readonly take: (sign: Sign) => void;
  readonly learn: () => void;
  readonly stopped: AbortSignal;
  readonly end: (end: End) => void;
}

async function begin(
  { command, plan, output, clear }: Ready,
  take: (sign: Sign) => void,
): Promise<Child | { readonly words: string }> {
  try {
    return await startChild(command, (line) => {
      output.add(line);
      const sign = plan.reads(line);
      if (sign !== null) take(sign);
    });
  } catch (error) {
    await clear();
    const why = error instanceof Error ? error.message : String(error);
    return { words: `${command.path} could not be started (${why}).` };
  }
}

function lastWords(how: string, view: View, { command, output }: Ready): End {
  const last = output.lines().at(-1);
  const words =
    view.trouble()?.words ??
    `${command.path} ended (${how}).${last === undefined ? '' : ` It last wrote: ${last}`}`;
  return { words, final: false };
}

async function askTool({ ready, around, view, take, stopped, end }: Run): Promise<void> {
  const { times, naps, source } = around;
  while (!stopped.aborted) {
    if (ready.plan.probe !== undefined) take(await answerOf(ready.plan.probe));
    const { up, since } = view.tool();
    if (!up && Date.now() - since >= times.hungMs)
      end({ words: view.trouble()?.words ?? 'The tunnel did not come up in time.', final: false });
    const ingress = source.ingressUrl();
    if (ingress !== null && ingress !== ready.ingress)
      end({ words: 'The server takes calls at another port now.', final: false });
    await naps.nap(up ? times.probeMs : times.startProbeMs, stopped);
  }
}

/** A tool that does not answer is not up. */
async function answerOf(probe: () => Promise<Sign>): Promise<Sign> {
  try {
    return await probe();
  } catch {
    return { up: false };
  }
}

async function lookAround({ ready, around, view, learn, stopped }: Run): Promise<void> {
  const { times, naps, fetch } = around;
  while (!stopped.aborted) {
    const { publicUrl } = view.seen();
    const { up } = view.tool();
    if (up && publicUrl !== null) {
      const look = await lookFromOutside(publicUrl, ready.ingress, fetch);
      if (stopped.aborted) return;
      view.note(look);
      learn();
    }
    await naps.nap(up ? times.outsideMs : times.startProbeMs, stopped);
  }
}
