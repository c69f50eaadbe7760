import type { FromHost, FromServer } from '../../server/contract/host-messages.ts';

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
