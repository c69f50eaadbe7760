import { checkFromOutside } from './check-outside.ts';
import type { InterruptibleSleep } from './interruptible-sleep.ts';
import { recordProcess, removeProcessRecord } from './orphan-process.ts';
import type { PreparedTool, TunnelSource } from './prepare-tool.ts';
import type { ToolStatus } from './providers/provider.ts';
import { startTool, type ToolProcess } from './tool-process.ts';
import { createStatusTracker, type StatusTracker, type TunnelStatus } from './tunnel-status.ts';
import type { TunnelTimes } from './tunnel-times.ts';

/** How a run of a tool came to its end. */
export interface RunOutcome {
  readonly message: string;
  /** Starting again would change nothing. */
  readonly final: boolean;
  /** It was up in between. */
  readonly wasUp: boolean;
  /** It was up for long enough to count as well. */
  readonly wasSteady: boolean;
}

export interface RunContext {
  readonly source: TunnelSource;
  readonly fetch: typeof fetch;
  readonly times: TunnelTimes;
  readonly sleeper: InterruptibleSleep;
  /** Ends the run. */
  readonly signal: AbortSignal;
  readonly onStart: () => void;
  /** Called whenever something was learnt. */
  readonly onStatus: (seen: TunnelStatus) => void;
}

type RunEnd = Pick<RunOutcome, 'message' | 'final'>;

/** Runs a tool until it ends, must be ended, or is not wanted any more; nothing of it is left then. */
export async function runTool(ready: PreparedTool, around: RunContext): Promise<RunOutcome> {
  const view = createStatusTracker(ready.plan.publicUrl ?? null, Date.now);
  const over = Promise.withResolvers<RunEnd>();
  let wasUp = false;
  const learn = (): void => {
    const seen = view.status();
    wasUp ||= seen.up;
    around.onStatus(seen);
  };
  const take = (sign: ToolStatus): void => {
    view.take(sign);
    // One that the tool holds open for now is taken away at the end.
    if (sign.up === true && ready.plan.filesStay !== true) ready.clear().catch(() => undefined);
    if (sign.probeNow === true) around.sleeper.wake();
    if (sign.diagnosis?.final === true) over.resolve(sign.diagnosis);
    learn();
  };
  const child = await startOrExplain(ready, take);
  if ('message' in child) return { ...child, final: true, wasUp, wasSteady: false };
  around.onStart();
  // Without the note, the leash still ends what outlives us; a tool that runs is never left alone.
  await recordProcess(around.source.folder, child.pid).catch(() => undefined);
  const polls = new AbortController();
  const stopped = AbortSignal.any([around.signal, polls.signal]);
  whenAborted(stopped, () => over.resolve({ message: '', final: false }));
  void child.ended.then((how) => over.resolve(lastWords(how, view, ready)));
  const run: Run = { ready, around, view, take, stopped, end: over.resolve, learn };
  const polling = Promise.all([probeTool(run), watchReachability(run)]);
  const end = await over.promise;
  const { up, since } = view.tool();
  polls.abort();
  await Promise.all([polling, child.stop(around.times.stopMs)]);
  await Promise.all([
    ready.clear(),
    // One that stays names a process that is gone, as the next start finds.
    removeProcessRecord(around.source.folder).catch(() => undefined),
  ]);
  return { ...end, wasUp, wasSteady: up && Date.now() - since >= around.times.steadyMs };
}

function whenAborted(signal: AbortSignal, then: () => void): void {
  if (signal.aborted) then();
  else signal.addEventListener('abort', then);
}

interface Run {
  readonly ready: PreparedTool;
  readonly around: RunContext;
  readonly view: StatusTracker;
  readonly take: (sign: ToolStatus) => void;
  readonly learn: () => void;
  readonly stopped: AbortSignal;
  readonly end: (end: RunEnd) => void;
}

async function startOrExplain(
  { command, plan, output, clear }: PreparedTool,
  take: (sign: ToolStatus) => void,
): Promise<ToolProcess | { readonly message: string }> {
  try {
    return await startTool(command, (line) => {
      output.add(line);
      const sign = plan.parseLine(line);
      if (sign !== null) take(sign);
    });
  } catch (error) {
    await clear();
    const why = error instanceof Error ? error.message : String(error);
    return { message: `${command.path} could not be started (${why}).` };
  }
}

function lastWords(how: string, view: StatusTracker, { command, output }: PreparedTool): RunEnd {
  const last = output.lines().at(-1);
  const message =
    view.diagnosis()?.message ??
    `${command.path} ended (${how}).${last === undefined ? '' : ` It last wrote: ${last}`}`;
  return { message, final: false };
}

async function probeTool({ ready, around, view, take, stopped, end }: Run): Promise<void> {
  const { times, sleeper, source } = around;
  while (!stopped.aborted) {
    if (ready.plan.probe !== undefined) take(await answerOf(ready.plan.probe));
    const { up, since } = view.tool();
    if (!up && Date.now() - since >= times.hungMs)
      end({
        message: view.diagnosis()?.message ?? 'The tunnel did not come up in time.',
        final: false,
      });
    const ingress = source.ingressUrl();
    if (ingress !== null && ingress !== ready.ingress)
      end({ message: 'The server takes calls at another port now.', final: false });
    await sleeper.sleep(up ? times.probeMs : times.startProbeMs, stopped);
  }
}

/** A tool that does not answer is not up. */
async function answerOf(probe: () => Promise<ToolStatus>): Promise<ToolStatus> {
  try {
    return await probe();
  } catch {
    return { up: false };
  }
}

async function watchReachability({ ready, around, view, learn, stopped }: Run): Promise<void> {
  const { times, sleeper, fetch } = around;
  while (!stopped.aborted) {
    const { publicUrl } = view.status();
    const { up } = view.tool();
    if (up && publicUrl !== null) {
      const look = await checkFromOutside(publicUrl, ready.ingress, fetch);
      if (stopped.aborted) return;
      view.note(look);
      learn();
    }
    await sleeper.sleep(up ? times.outsideMs : times.startProbeMs, stopped);
  }
}
