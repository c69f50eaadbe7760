import {
  type FromHost,
  type FromServer,
  hostProtocol,
} from '../../server/contract/host-messages.ts';
import { Refusal } from '../ipc/refusal.ts';
import type { ServerState } from '../ipc/schema.ts';
import { systemTimers, type Timers } from '../platform/timers.ts';
import { withSettingTitles } from '../settings/schema.ts';
import { transition } from './lifecycle.ts';
import {
  defaultTimes,
  initialLifecycle,
  type LifecycleEffect,
  type LifecycleEvent,
  type LifecycleTimes,
  shownState,
} from './lifecycle-model.ts';

/** A server that was started and has not ended. */
export interface ServerProcess {
  readonly pid: number;
  /** Does nothing once the process is gone. */
  send(message: FromHost): void;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
  /** Messages that are not of the protocol are not passed on. */
  onMessage(listener: (message: FromServer) => void): void;
  /** Called once, with how it ended: `exit 1`, `SIGKILL`, or why it could not be started. */
  onExit(listener: (exit: string) => void): void;
}

/** Starts servers, one at a time. */
export interface ServerHost {
  /**
   * `variables` are the server's settings (design §4), none of them secret. Rejects with a `Refusal`
   * when the installed files or the data folder will not do.
   */
  spawn(variables: Readonly<Record<string, string>>): Promise<ServerProcess>;
}

type Variables = Readonly<Record<string, string>>;

export interface SupervisorOptions {
  readonly host: ServerHost;
  /** What stands in no environment (design D45). Rejects with a `Refusal` when it cannot be had. */
  secrets(): Promise<Variables>;
  /** The settings, as variables of the server's environment. Throws a `Refusal` when they will not do. */
  variables(): Variables;
  /** Called after each change. */
  onState(state: ServerState): void;
  readonly timers?: Timers;
  readonly times?: Partial<LifecycleTimes>;
}

/** Keeps one server running (design §1). */
export interface Supervisor {
  state(): ServerState;
  /** Starts it, where it is not started already. */
  start(): void;
  /** Lets calls in flight end, then ends it; resolves once it is gone. */
  stop(): Promise<void>;
  /** Starts it anew, as after a change of settings, or when somebody has looked at a crash loop. */
  restart(): void;
  /** A path of the portal that signs in once; null when there is none, or no server to ask. */
  ticket(): Promise<string | null>;
  /** Tells the server where voice platforms reach it, as a tunnel says; null: nobody knows. */
  setCallsUrl(url: string | null): void;
  /** To be called when the machine wakes. */
  resumed(): void;
}

/** A timer that is so late says that the machine slept, in milliseconds. */
const lateMs = 10_000;
/** Longest wait for a ticket, in milliseconds. */
const ticketMs = 5_000;

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { host, secrets, variables, onState, timers = systemTimers } = options;
  const times = { ...defaultTimes, ...options.times };
  let model = initialLifecycle(timers.now());
  let shown = shownState(model);
  let child: ServerProcess | undefined;
  let given: Variables = {};
  let cancelWake = (): void => {};
  let callsUrl: string | null = null;
  let requests = 0;
  const tickets = new Map<number, (path: string | null) => void>();
  const stopping = new Set<() => void>();

  function dispatch(event: LifecycleEvent): void {
    const { now, random } = timers;
    const step = transition(model, event, { now: now(), random: random(), times });
    model = step.model;
    if (step.wakeMs !== undefined) wakeAfter(step.wakeMs);
    for (const effect of step.effects) perform(effect);
    publish();
  }

  function wakeAfter(ms: number | null): void {
    cancelWake();
    if (ms === null) return;
    const due = timers.now() + ms;
    cancelWake = timers.after(ms, () =>
      dispatch({ type: timers.now() - due > lateMs ? 'resumed' : 'due' }),
    );
  }

  function perform(effect: LifecycleEffect): void {
    if (effect.do === 'launch') void launch();
    else if (effect.do === 'kill') child?.kill(effect.signal);
    else send(effect.message);
  }

  function send(message: 'secrets' | 'health' | 'shutdown'): void {
    if (message === 'health') child?.send({ type: 'health', request: ++requests });
    else if (message === 'shutdown') child?.send({ type: 'shutdown' });
    else {
      child?.send({ type: 'secrets', variables: given });
      given = {};
    }
  }

  async function launch(): Promise<void> {
    let server: ServerProcess;
    try {
      given = await secrets();
      server = await host.spawn(variables());
    } catch (error) {
      dispatch(
        error instanceof Refusal
          ? { type: 'unable', problems: error.problems }
          : { type: 'exited', exit: `not started (${codeOf(error)})` },
      );
      return;
    }
    adopt(server);
  }

  function adopt(server: ServerProcess): void {
    child = server;
    server.onMessage(receive);
    server.onExit((exit) => {
      child = undefined;
      given = {};
      for (const answer of tickets.values()) answer(null);
      dispatch({ type: 'exited', exit });
    });
    dispatch({ type: 'launched' });
  }

  function receive(message: FromServer): void {
    if (message.type === 'ticket') tickets.get(message.request)?.(message.path);
    else if (message.type === 'hello')
      dispatch({ type: 'hello', known: message.protocol === hostProtocol });
    else if (message.type === 'refused')
      dispatch({ type: 'refused', problems: message.problems.map(withSettingTitles) });
    else dispatch(message);
    if (message.type === 'ready') sendCallsUrl();
  }

  function sendCallsUrl(): void {
    if (shown.url !== null) child?.send({ type: 'calls_url', url: callsUrl });
  }

  function publish(): void {
    const next = shownState(model);
    if (JSON.stringify(next) === JSON.stringify(shown)) return;
    shown = next;
    onState(shown);
    if (shown.phase === 'stopping') return;
    for (const resolve of stopping) resolve();
    stopping.clear();
  }

  return {
    state: () => shown,
    start: () => dispatch({ type: 'start' }),
    restart: () => dispatch({ type: 'restart' }),
    setCallsUrl: (url) => {
      callsUrl = url;
      sendCallsUrl();
    },
    resumed: () => dispatch({ type: 'resumed' }),
    stop: () =>
      new Promise((resolve) => {
        stopping.add(resolve);
        dispatch({ type: 'stop' });
        if (shown.phase !== 'stopping') resolve();
      }),
    ticket: () => {
      if (child === undefined || shown.url === null) return Promise.resolve(null);
      const server = child;
      return new Promise((resolve) => {
        const request = ++requests;
        const answer = (path: string | null): void => {
          tickets.delete(request);
          cancel();
          resolve(path);
        };
        const cancel = timers.after(ticketMs, () => answer(null));
        tickets.set(request, answer);
        server.send({ type: 'ticket', request });
      });
    },
  };
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code);
  return error instanceof Error ? error.name : 'unknown error';
}
