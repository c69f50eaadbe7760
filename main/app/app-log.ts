import { describeError } from '../../server/shared/describe-error.ts';
import type { LogFile } from '../appliance/log-file.ts';

/** The app's own log, in the format of the server's log (design D44). */
export interface AppLog {
  info(message: string, fields?: Readonly<Record<string, string | number | null>>): void;
  /** Logs an error's class, code, stack frames and cause, not its message, which may quote anything. */
  error(message: string, error: unknown): void;
}

/** `now` is in milliseconds since the epoch. */
export function createAppLog(file: Pick<LogFile, 'write'>, now: () => number): AppLog {
  const write = (level: number, msg: string, fields: object): void =>
    file.write(JSON.stringify({ level, time: new Date(now()).toISOString(), ...fields, msg }));
  return {
    info: (message, fields = {}) => write(30, message, fields),
    error: (message, error) => write(50, message, { err: describeError(error) }),
  };
}
