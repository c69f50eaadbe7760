import { execFile } from 'node:child_process';
import { oneAtATime } from '../../server/shared/one-at-a-time.ts';

/** Sends status to systemd if it started this process with `Type=notify`. */
export interface SystemdNotifier {
  /** Reports the end of the start; `systemctl status` shows `status`. */
  ready(status: string): void;
  status(status: string): void;
  stopping(): void;
  close(): void;
}

/** Longest wait for systemd-notify, in milliseconds. */
const notifyMs = 10_000;

/**
 * Runs systemd's own tool, because Node has no Unix datagram sockets. Does nothing without
 * `NOTIFY_SOCKET`. With `WatchdogSec=` it also reports that this process is alive.
 */
export function createSystemdNotifier(
  env: Readonly<Record<string, string | undefined>>,
): SystemdNotifier {
  const wanted = env['NOTIFY_SOCKET'] !== undefined;
  const watchdogUs = Number(env['WATCHDOG_USEC'] ?? 0);
  const inTurn = oneAtATime();
  // In sequence, so that the newest status is the last.
  const send = (...assignments: readonly string[]): void => {
    if (wanted) void inTurn(() => notify(assignments));
  };
  const alive =
    wanted && watchdogUs > 0 ? setInterval(() => send('WATCHDOG=1'), watchdogUs / 2_000) : null;
  return {
    ready: (status) => send('READY=1', `STATUS=${status}`),
    status: (status) => send(`STATUS=${status}`),
    stopping: () => send('STOPPING=1'),
    close: () => {
      if (alive !== null) clearInterval(alive);
    },
  };
}

/** Errors are ignored: systemd then applies its own time limits. */
function notify(assignments: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    execFile('systemd-notify', [...assignments], { timeout: notifyMs }, () => resolve());
  });
}
