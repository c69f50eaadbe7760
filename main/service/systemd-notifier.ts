import { execFile } from 'node:child_process';

/** systemd, where it started this process and wants to be told how it is (`Type=notify`). */
export interface SystemdNotifier {
  /** The start is over; `status` is shown by `systemctl status`. */
  ready(status: string): void;
  status(status: string): void;
  stopping(): void;
  close(): void;
}

/** Longest wait for the tool that tells it, in milliseconds. */
const tellMs = 10_000;

/**
 * Tells the service manager by systemd's own tool, as Node has no datagram sockets of its kind. Does
 * nothing where nobody wants to be told. With `WatchdogSec=` it also says that this process is alive.
 */
export function createSystemdNotifier(
  env: Readonly<Record<string, string | undefined>>,
): SystemdNotifier {
  const wanted = env['NOTIFY_SOCKET'] !== undefined;
  const watchdogUs = Number(env['WATCHDOG_USEC'] ?? 0);
  let last: Promise<void> = Promise.resolve();
  // One after the other, so that the newest status is the last.
  const tell = (...assignments: readonly string[]): void => {
    if (wanted) last = last.then(() => notify(assignments));
  };
  const alive =
    wanted && watchdogUs > 0 ? setInterval(() => tell('WATCHDOG=1'), watchdogUs / 2_000) : null;
  return {
    ready: (status) => tell('READY=1', `STATUS=${status}`),
    status: (status) => tell(`STATUS=${status}`),
    stopping: () => tell('STOPPING=1'),
    close: () => {
      if (alive !== null) clearInterval(alive);
    },
  };
}

/** Whoever is not told goes by its own time limits. */
function notify(assignments: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    execFile('systemd-notify', [...assignments], { timeout: tellMs }, () => resolve());
  });
}
