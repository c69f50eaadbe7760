import type { FromHost, FromServer } from '../../server/contract/host-messages.ts';

/** What stands in the way, and what to do about it; `path` names the setting or the file. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

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

export type Spawned =
  | { readonly ok: true; readonly value: ServerProcess }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Starts servers, one at a time. */
export interface Host {
  /** `variables` are the server's settings (design §4), none of them secret. Problems: not started. */
  spawn(variables: Readonly<Record<string, string>>): Promise<Spawned>;
}
