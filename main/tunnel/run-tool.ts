import { checkFromOutside } from './check-outside.ts';
import type { InterruptibleSleep } from './interruptible-sleep.ts';
import { recordProcess, removeProcessRecord } from './orphan-process.ts';
import type { PreparedTool, TunnelSource } from './prepare-tool.ts';
import type { ToolStatus } from './providers/provider.ts';
import { startTool, type ToolProcess } from './tool-process.ts';
import { createStatusTracker, type StatusTracker, type TunnelStatus } from './tunnel-status.ts';
import type { TunnelTimes } from './tunnel-times.ts';

/** How a run of a tool ended. */
export interface RunOutcome {
  readonly message: string;
  /** Another start would fail too. */
  readonly final: boolean;
  /** It was up during the run. */
  readonly wasUp: boolean;
  /** It was up long enough to reset the pauses. */
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
  /** Called on each change of the status. */
  readonly onStatus: (seen: TunnelStatus) => void;
}

type RunEnd = Pick<RunOutcome, 'message' | 'final'>;

/**
 * Runs a tool until it ends, must be ended, or is no longer wanted; leaves nothing of it behind.
 */
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
    // A file that the tool still holds open is removed at the end.
    if (sign.up === true && ready.plan.filesStay !== true) ready.clear().catch(() => undefined);
    if (sign.probeNow === true) around.sleeper.wake();
    if (sign.diagnosis?.final === true) over.resolve(sign.diagnosis);
    learn();
  };
  const child = await startOrExplain(ready, take);
  if ('message' in child) return { ...child, final: true, wasUp, wasSteady: false };
  around.onStart();
  // Without the record, the watcher still kills the tool; a running tool is never left alone.
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
    // A record that stays names a dead process, which the next start notices.
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
    // A tool that does not answer counts as down.
    const answer = await ready.plan.probe?.().catch((): ToolStatus => ({ up: false }));
    if (answer !== undefined) take(answer);
    const { up, since } = view.tool();
    if (!up && Date.now() - since >= times.hungMs)
      end({
        message: view.diagnosis()?.message ?? 'The tunnel did not come up in time.',
        final: false,
      });
    const ingress = source.ingressUrl();
    if (ingress !== null && ingress !== ready.ingress)
      end({ message: 'The server now serves calls on another port.', final: false });
    await sleeper.sleep(up ? times.probeMs : times.startProbeMs, stopped);
  }
}

async function watchReachability({ ready, around, view, learn, stopped }: Run): Promise<void> {
  const { times, sleeper, fetch } = around;
  while (!stopped.aborted) {
    const { publicUrl } = view.status();
    const { up } = view.tool();
    if (up && publicUrl !== null) {
      const result = await checkFromOutside(publicUrl, ready.ingress, fetch);
      if (stopped.aborted) return;
      view.note(result);
      learn();
    }
    await sleeper.sleep(up ? times.outsideMs : times.startProbeMs, stopped);
  }
}
