import { createStream, type RotatingFileStream } from 'rotating-file-stream';

/** A program's log, in files of limited size and number. */
export interface LogFile {
  /** Takes a line without its end. Never fails: a line that cannot be written is lost. */
  write(line: string): void;
  /** Resolves once everything is written. */
  close(): Promise<void>;
}

export interface LogFileOptions {
  readonly folder: string;
  /**
   * Name of the newest file without `.log`; older ones are `<name>.1.log` and so on, the oldest
   * last.
   */
  readonly name: string;
  /** Size of one file. */
  readonly maxKiB?: number;
  /** Number of older files. */
  readonly olderFiles?: number;
}

/** How long lines are dropped after a failure such as a full disk, in milliseconds. */
const retryMs = 60_000;

export function openLogFile(options: LogFileOptions): LogFile {
  const { folder, name, maxKiB = 5 * 1024, olderFiles = 4 } = options;
  let stream: RotatingFileStream | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;

  function open(): RotatingFileStream {
    const fileName = (index: number | Date | null) =>
      index === null ? `${name}.log` : `${name}.${String(index)}.log`;
    const opened = createStream(fileName, {
      path: folder,
      size: `${maxKiB}K`,
      rotate: olderFiles,
      mode: 0o600,
    });
    opened.on('error', () => {
      failedAt = Date.now();
      stream = undefined;
    });
    return opened;
  }

  return {
    write: (line) => {
      if (stream === undefined && Date.now() - failedAt < retryMs) return;
      stream ??= open();
      stream.write(`${line}\n`);
    },
    close: () =>
      new Promise((resolve) => {
        if (stream === undefined) resolve();
        else stream.once('close', resolve).end();
        stream = undefined;
      }),
  };
}

/** The logs of a program and of its server, in one folder. */
export function openLogs(folder: string, name: 'app' | 'service') {
  const own = openLogFile({ folder, name });
  const server = openLogFile({ folder, name: 'server' });
  return {
    own,
    server,
    close: async () => {
      await Promise.all([own.close(), server.close()]);
    },
  };
}
