import { spawn } from 'node:child_process';

/** Reads until whoever holds the other end is gone, then ends the group of the process it was given. */
const watcherScript = 'while read -r line; do :; done; kill -KILL -"$1"';

/**
 * Ends a child when this process ends, in whatever way: a tunnel must not stay open to a port that
 * nobody guards any more. A shell waits at a pipe that the system closes for us. On Windows, libuv
 * puts every child into a job that ends with its parent. Returns what takes the leash off, to be
 * called as soon as the child has ended.
 */
export function killWithParent(pid: number): () => void {
  if (process.platform === 'win32') return () => {};
  const watcher = spawn('/bin/sh', ['-c', watcherScript, 'sh', String(pid)], {
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C goes to a whole group, and the watcher must outlive us.
    detached: true,
  });
  watcher.on('error', () => {});
  watcher.unref();
  return () => watcher.kill('SIGKILL');
}
