import { spawn } from 'node:child_process';

/** Reads until the other end of the pipe closes, then kills the process group it was given. */
const watcherScript = 'while read -r line; do :; done; kill -KILL -"$1"';

/**
 * Kills a child when this process ends in any way: a tunnel must not stay open to an unguarded
 * port. A shell waits on a pipe that the system closes with this process. On Windows, libuv puts
 * every child into a job that ends with its parent. Returns a function that stops the watcher; call
 * it as soon as the child has ended.
 */
export function killWithParent(pid: number): () => void {
  if (process.platform === 'win32') return () => {};
  const watcher = spawn('/bin/sh', ['-c', watcherScript, 'sh', String(pid)], {
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C reaches a whole group, and the watcher must outlive this process.
    detached: true,
  });
  watcher.on('error', () => {});
  watcher.unref();
  return () => watcher.kill('SIGKILL');
}
