import type { LogFile } from '../appliance/log-file.ts';

/** The app's own log, in the format of the server's log (design D44). */
export interface AppLog {
  info(message: string, fields?: Readonly<Record<string, string | number | null>>): void;
  /** Logs an error's class, code and stack frames, not its message, which may quote anything. */
  error(message: string, error: unknown): void;
}

const maxFrames = 8;

/** `now` is in milliseconds since the epoch. */
export function createAppLog(file: Pick<LogFile, 'write'>, now: () => number): AppLog {
  const write = (level: number, msg: string, fields: object): void =>
    file.write(JSON.stringify({ level, time: new Date(now()).toISOString(), ...fields, msg }));
  return {
    info: (message, fields = {}) => write(30, message, fields),
    error: (message, error) => write(50, message, { err: describe(error) }),
  };
}

function describe(error: unknown): object {
  if (!(error instanceof Error)) return { class: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  return {
    class: error.name,
    ...code,
    frames: frames.slice(0, maxFrames).map((frame) => frame.trim()),
  };
}
