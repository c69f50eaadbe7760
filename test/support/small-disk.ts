import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const mount = 'mount -t tmpfs -o "size=$0" tmpfs "$1" && shift && exec "$@"';

/** A command that runs another with a file system of this size, in memory, at a folder: its own, gone with it. */
export function onSmallDisk(folder: string, size: string): readonly string[] {
  return ['unshare', '--mount', 'sh', '-c', mount, size, folder];
}

/** Why this machine cannot mount such a file system; undefined where it can. */
export function withoutSmallDisks(): string | undefined {
  try {
    const [command = '', ...args] = [...onSmallDisk('/tmp', '1m'), 'true'];
    execFileSync(command, args, { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'this machine lets no user mount a file system';
  }
}

/** What a process has at a path. */
export function seenBy(pid: number, path: string): string {
  return join('/proc', String(pid), 'root', path);
}

/** Takes all that is left of a process's disk; resolves with a function that gives it back. */
export async function fillDisk(pid: number, folder: string): Promise<() => Promise<void>> {
  const filler = join(seenBy(pid, folder), 'filler');
  for (const size of [65_536, 4_096]) {
    for (;;) {
      const full = await writeFile(filler, Buffer.alloc(size), { flag: 'a' }).then(
        () => false,
        () => true,
      );
      if (full) break;
    }
  }
  return () => rm(filler);
}
