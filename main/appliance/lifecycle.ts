import type { Problem } from '../ipc/schema.ts';
import {
  type Lifecycle,
  type LifecycleContext,
  type LifecycleEffect,
  type LifecycleEvent,
  type LifecyclePhase,
  shownPhase,
  type Transition,
} from './lifecycle-model.ts';

/** The next lifecycle after an event, and the effects to perform. */
export function transition(
  model: Lifecycle,
  event: LifecycleEvent,
  context: LifecycleContext,
): Transition {
  const step = reactionTo(model, event, context) ?? { model, effects: [] };
  const changed = shownPhase(step.model.phase) !== shownPhase(model.phase);
  return changed ? { ...step, model: { ...step.model, since: context.now } } : step;
}

function reactionTo(
  model: Lifecycle,
  event: LifecycleEvent,
  context: LifecycleContext,
): Transition | undefined {
  switch (event.type) {
    case 'start':
      return isLaunched(model.phase) ? undefined : begin(model, context);
    case 'restart':
      return begin(model, context);
    case 'stop':
      return end(model, 'stopped', context);
    default:
      return inPhase(model, event, context);
  }
}

function inPhase(
  model: Lifecycle,
  event: LifecycleEvent,
  context: LifecycleContext,
): Transition | undefined {
  const { phase } = model;
  switch (phase.name) {
    case 'stopped':
      return undefined;
    case 'preparing':
      return whilePreparing(model, event, context);
    case 'starting':
      return whileStarting(model, event, context);
    case 'running':
      return whileRunning(model, phase, event, context);
    case 'killed':
      return event.type === 'exited' ? crashed(model, phase.because, context) : undefined;
    case 'restarting':
    case 'crash_loop':
      return isOver(event) ? launch(model) : undefined;
    case 'refused':
      return whileRefused(model, phase, event);
    case 'stopping':
      return whileStopping(model, phase, event, context);
  }
}

/** A wait ends when its time is over, and when the machine wakes. */
const isOver = ({ type }: LifecycleEvent) => type === 'due' || type === 'resumed';

const isLaunched = ({ name }: LifecyclePhase) =>
  name === 'preparing' || name === 'starting' || name === 'running' || name === 'killed';

function enter(
  model: Lifecycle,
  phase: LifecyclePhase,
  effects: readonly LifecycleEffect[],
  wakeMs: number | null,
) {
  return { model: { ...model, phase }, effects, wakeMs };
}

function launch(model: Lifecycle): Transition {
  const launched = { ...model, launches: model.launches + 1 };
  return enter(launched, { name: 'preparing' }, [{ do: 'launch' }], null);
}

/** A person starts it: earlier crashes no longer count. */
function begin(model: Lifecycle, context: LifecycleContext): Transition {
  return end({ ...model, crashes: [] }, 'launch', context);
}

function after(model: Lifecycle, next: 'stopped' | 'launch'): Transition {
  return next === 'launch' ? launch(model) : enter(model, { name: 'stopped' }, [], null);
}

function end(
  model: Lifecycle,
  next: 'stopped' | 'launch',
  { times }: LifecycleContext,
): Transition {
  const { phase } = model;
  const stopping = { name: 'stopping', next, launched: true } as const;
  switch (phase.name) {
    case 'stopped':
    case 'restarting':
    case 'crash_loop':
      return after(model, next);
    case 'refused':
      if (!phase.alive) return after(model, next);
      return enter(model, { ...stopping, step: 'killed' }, [sigkill], null);
    case 'preparing':
      return enter(model, { ...stopping, launched: false, step: 'asked' }, [], null);
    case 'starting':
    case 'running': {
      const ask = { do: 'send', message: 'shutdown' } as const;
      return enter(model, { ...stopping, step: 'asked' }, [ask], times.drainMs);
    }
    case 'killed':
      return enter(model, { ...stopping, step: 'killed' }, [], null);
    case 'stopping':
      return { model: { ...model, phase: { ...phase, next } }, effects: [] };
  }
}

function whilePreparing(
  model: Lifecycle,
  event: LifecycleEvent,
  context: LifecycleContext,
): Transition | undefined {
  if (event.type === 'launched')
    return enter(model, { name: 'starting' }, [], context.times.startMs);
  if (event.type === 'unable') return refuse(model, event.problems, false, null);
  if (event.type === 'exited') return crashed(model, event.exit, context);
  return undefined;
}

function whileStarting(
  model: Lifecycle,
  event: LifecycleEvent,
  context: LifecycleContext,
): Transition | undefined {
  const { times } = context;
  switch (event.type) {
    case 'hello':
      if (event.known) return { model, effects: [{ do: 'send', message: 'secrets' }] };
      return refuse(model, [otherVersion], true, 0);
    case 'ready': {
      const { url, ingressUrl } = event;
      const phase = {
        name: 'running',
        url,
        ingressUrl,
        reasons: [],
        liveCalls: 0,
        unanswered: 1,
      } as const;
      return enter(model, phase, [{ do: 'send', message: 'health' }], times.healthMs);
    }
    case 'refused':
      return refuse(model, event.problems, true, times.refusedMs);
    case 'exited':
      return crashed(model, event.exit, context);
    case 'due':
      return kill(model, 'not ready in time');
    case 'resumed':
      return { model, effects: [], wakeMs: times.startMs };
    default:
      return undefined;
  }
}

const otherVersion: Problem = {
  path: 'server',
  message: 'is of another version than the app that started it: install the product again',
};

function whileRunning(
  model: Lifecycle,
  phase: LifecyclePhase & { name: 'running' },
  event: LifecycleEvent,
  context: LifecycleContext,
): Transition | undefined {
  const { healthMs, unansweredLimit } = context.times;
  const ask = (unanswered: number) =>
    enter(model, { ...phase, unanswered }, [{ do: 'send', message: 'health' }], healthMs);
  switch (event.type) {
    case 'health': {
      const { reasons, liveCalls = 0 } = event;
      const asked = { ...phase, reasons, liveCalls, unanswered: 0 };
      return { model: { ...model, phase: asked }, effects: [] };
    }
    case 'due':
      if (phase.unanswered >= unansweredLimit) return kill(model, 'did not answer');
      return ask(phase.unanswered + 1);
    case 'resumed':
      return ask(1);
    case 'exited':
      return crashed(model, event.exit, context);
    default:
      return undefined;
  }
}

function whileRefused(
  model: Lifecycle,
  phase: LifecyclePhase & { name: 'refused' },
  event: LifecycleEvent,
): Transition | undefined {
  if (event.type === 'exited') return enter(model, { ...phase, alive: false }, [], null);
  if (!phase.alive || !isOver(event)) return undefined;
  return { model, effects: [sigkill], wakeMs: null };
}

function whileStopping(
  model: Lifecycle,
  phase: LifecyclePhase & { name: 'stopping' },
  event: LifecycleEvent,
  { times }: LifecycleContext,
): Transition | undefined {
  switch (event.type) {
    case 'exited':
    case 'unable':
      return after(model, phase.next);
    case 'launched':
      // Stopped before it got its secrets.
      return enter(model, { ...phase, launched: true, step: 'killed' }, [sigkill], null);
    case 'due':
      if (phase.step === 'asked') {
        const terminate = { do: 'kill', signal: 'SIGTERM' } as const;
        return enter(model, { ...phase, step: 'terminated' }, [terminate], times.terminateMs);
      }
      return enter(model, { ...phase, step: 'killed' }, [sigkill], null);
    case 'resumed':
      if (!phase.launched || phase.step === 'killed') return undefined;
      return {
        model,
        effects: [],
        wakeMs: phase.step === 'asked' ? times.drainMs : times.terminateMs,
      };
    default:
      return undefined;
  }
}

const sigkill = { do: 'kill', signal: 'SIGKILL' } as const;

function kill(model: Lifecycle, because: string): Transition {
  return enter(model, { name: 'killed', because }, [sigkill], null);
}

function refuse(
  model: Lifecycle,
  problems: readonly Problem[],
  alive: boolean,
  wakeMs: number | null,
): Transition {
  return enter(model, { name: 'refused', problems, alive }, [], wakeMs);
}

/** Any unrequested exit is a crash, whatever its code. */
function crashed(
  model: Lifecycle,
  exit: string,
  { now, random, times }: LifecycleContext,
): Transition {
  const recent = model.crashes.filter((at) => now - at < times.crashWindowMs);
  const crashes = [...recent, now];
  const next = { ...model, lastExit: exit, crashes };
  if (crashes.length >= times.crashLimit)
    return enter({ ...next, crashes: [] }, { name: 'crash_loop' }, [], times.coolDownMs);
  const pauseMs = Math.min(times.firstPauseMs * 2 ** recent.length, times.longestPauseMs);
  // Between half the pause and the full pause.
  return enter(next, { name: 'restarting' }, [], Math.round((pauseMs * (1 + random)) / 2));
}
