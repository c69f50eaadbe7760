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
  type Lifecycle,
  type LifecycleEffect,
  type LifecycleEvent,
  type LifecycleTimes,
  shownState,
} from './lifecycle-model.ts';

/** A started server. */
export interface ServerProcess {
  readonly pid: number;
  /** Does nothing once the process is gone. */
  send(message: FromHost): void;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
  /** Only messages of the protocol are passed on. */
  onMessage(listener: (message: FromServer) => void): void;
  /** Called once, with `exit 1`, `SIGKILL`, or why it could not be started. */
  onExit(listener: (exit: string) => void): void;
}

/** Starts servers, one at a time. */
export interface ServerHost {
  /**
   * `variables` are the server's settings (design §4), without secrets. Rejects with a `Refusal` if
   * the installed files or the data folder cannot be used.
   */
  spawn(variables: Readonly<Record<string, string>>): Promise<ServerProcess>;
}

type Variables = Readonly<Record<string, string>>;

export interface SupervisorOptions {
  readonly host: ServerHost;
  /**
   * The secret variables, which are in no environment (design D45). Rejects with a `Refusal` if
   * they are unavailable.
   */
  secrets(): Promise<Variables>;
  /** The settings as variables of the server. Throws a `Refusal` if they are not usable. */
  variables(): Variables;
  /** Called after each change. */
  onState(state: ServerState): void;
  readonly timers?: Timers;
  readonly times?: Partial<LifecycleTimes>;
}

/** Keeps one server running (design §1). */
export interface Supervisor {
  state(): ServerState;
  /** Starts the server if it is not started. */
  start(): void;
  /** Lets calls in flight finish, then stops the server; resolves when it is gone. */
  stop(): Promise<void>;
  /** Restarts it, as after a change of settings or to leave a crash loop. */
  restart(): void;
  /** A one-time sign-in path of the portal; null without a server, or if the server offers none. */
  ticket(): Promise<string | null>;
  /** Sends the server the address at which voice platforms reach it; null: unknown. */
  setCallsUrl(url: string | null): void;
  /** Call this when the machine wakes. */
  resumed(): void;
}

/** A timer this late means that the machine slept, in milliseconds. */
const lateMs = 10_000;
/** Longest wait for a ticket, in milliseconds. */
const ticketMs = 5_000;

export class ProcessSupervisor implements Supervisor {
  readonly #options: SupervisorOptions;
  readonly #timers: Timers;
  readonly #times: LifecycleTimes;
  #model: Lifecycle;
  #shown: ServerState;
  #child: ServerProcess | undefined;
  #secrets: Variables = {};
  #cancelWake = (): void => {};
  #callsUrl: string | null = null;
  #requests = 0;
  readonly #tickets = new Map<number, (path: string | null) => void>();
  readonly #stopWaiters = new Set<() => void>();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#timers = options.timers ?? systemTimers;
    this.#times = { ...defaultTimes, ...options.times };
    this.#model = initialLifecycle(this.#timers.now());
    this.#shown = shownState(this.#model);
  }

  readonly state = (): ServerState => this.#shown;
  readonly start = (): void => this.#dispatch({ type: 'start' });
  readonly restart = (): void => this.#dispatch({ type: 'restart' });
  readonly resumed = (): void => this.#dispatch({ type: 'resumed' });

  readonly setCallsUrl = (url: string | null): void => {
    this.#callsUrl = url;
    this.#sendCallsUrl();
  };

  readonly stop = (): Promise<void> =>
    new Promise((resolve) => {
      this.#stopWaiters.add(resolve);
      this.#dispatch({ type: 'stop' });
      if (this.#shown.phase !== 'stopping') resolve();
    });

  readonly ticket = (): Promise<string | null> => {
    const server = this.#child;
    if (server === undefined || this.#shown.url === null) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#requests += 1;
      const request = this.#requests;
      const answer = (path: string | null): void => {
        this.#tickets.delete(request);
        cancel();
        resolve(path);
      };
      const cancel = this.#timers.after(ticketMs, () => answer(null));
      this.#tickets.set(request, answer);
      server.send({ type: 'ticket', request });
    });
  };

  #dispatch(event: LifecycleEvent): void {
    const { now, random } = this.#timers;
    const step = transition(this.#model, event, {
      now: now(),
      random: random(),
      times: this.#times,
    });
    this.#model = step.model;
    if (step.wakeMs !== undefined) this.#wakeAfter(step.wakeMs);
    for (const effect of step.effects) this.#perform(effect);
    this.#publish();
  }

  #wakeAfter(ms: number | null): void {
    this.#cancelWake();
    if (ms === null) return;
    const due = this.#timers.now() + ms;
    this.#cancelWake = this.#timers.after(ms, () =>
      this.#dispatch({ type: this.#timers.now() - due > lateMs ? 'resumed' : 'due' }),
    );
  }

  #perform(effect: LifecycleEffect): void {
    if (effect.do === 'launch') void this.#launch();
    else if (effect.do === 'kill') this.#child?.kill(effect.signal);
    else if (effect.message === 'shutdown') this.#child?.send({ type: 'shutdown' });
    else if (effect.message === 'health') {
      this.#requests += 1;
      this.#child?.send({ type: 'health', request: this.#requests });
    } else {
      this.#child?.send({ type: 'secrets', variables: this.#secrets });
      this.#secrets = {};
    }
  }

  async #launch(): Promise<void> {
    const { host, secrets, variables } = this.#options;
    let server: ServerProcess;
    try {
      this.#secrets = await secrets();
      server = await host.spawn(variables());
    } catch (error) {
      this.#dispatch(
        error instanceof Refusal
          ? { type: 'unable', problems: error.problems }
          : { type: 'exited', exit: `not started (${codeOf(error)})` },
      );
      return;
    }
    this.#adopt(server);
  }

  #adopt(server: ServerProcess): void {
    this.#child = server;
    server.onMessage((message) => this.#receive(message));
    server.onExit((exit) => {
      this.#child = undefined;
      this.#secrets = {};
      for (const answer of this.#tickets.values()) answer(null);
      this.#dispatch({ type: 'exited', exit });
    });
    this.#dispatch({ type: 'launched' });
  }

  #receive(message: FromServer): void {
    if (message.type === 'ticket') this.#tickets.get(message.request)?.(message.path);
    else if (message.type === 'hello')
      this.#dispatch({ type: 'hello', known: message.protocol === hostProtocol });
    else if (message.type === 'refused')
      this.#dispatch({ type: 'refused', problems: message.problems.map(withSettingTitles) });
    else this.#dispatch(message);
    if (message.type === 'ready') this.#sendCallsUrl();
  }

  #sendCallsUrl(): void {
    if (this.#shown.url !== null) this.#child?.send({ type: 'calls_url', url: this.#callsUrl });
  }

  #publish(): void {
    const next = shownState(this.#model);
    if (JSON.stringify(next) === JSON.stringify(this.#shown)) return;
    this.#shown = next;
    this.#options.onState(next);
    // The listener may have changed the state again.
    if (this.#shown.phase === 'stopping') return;
    for (const resolve of this.#stopWaiters) resolve();
    this.#stopWaiters.clear();
  }
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code);
  return error instanceof Error ? error.name : 'unknown error';
}
