import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { removeFolder } from '../remove-folder.ts';

/** How a command ended on the machine. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A machine that can be changed and is thrown away. It has this one's files and loopback network. */
export interface Machine {
  run(command: string, ...args: readonly string[]): Promise<Ended>;
  close(): Promise<void>;
}

/** Debian's systemd, and the rights to give it namespaces of its own. */
export const canBoot = process.getuid?.() === 0 && existsSync('/lib/systemd/systemd');

/**
 * A second root over this one's, which keeps only changes, in memory. It starts only those units
 * of this machine that the booting of systemd needs.
 */
const boot = String.raw`
set -e
mount -t tmpfs tmpfs "$1"
mkdir "$1/changes" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/changes,workdir=$1/work" "$1/root"
cd "$1/root"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
  mount -t cgroup2 cgroup2 sys/fs/cgroup
else
  mount -t tmpfs tmpfs sys/fs/cgroup
  mkdir sys/fs/cgroup/systemd sys/fs/cgroup/unified
  mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd
  mount -t cgroup2 cgroup2 sys/fs/cgroup/unified
fi
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs dev
mkdir dev/pts dev/shm
mknod -m 666 dev/null c 1 3
mknod -m 666 dev/zero c 1 5
mknod -m 666 dev/full c 1 7
mknod -m 666 dev/random c 1 8
mknod -m 666 dev/urandom c 1 9
mknod -m 666 dev/tty c 5 0
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
rm -f etc/systemd/system/*.wants/* lib/systemd/system/sysinit.target.wants/*
rm -f lib/systemd/system/multi-user.target.wants/* lib/systemd/system/local-fs.target.wants/*
exec chroot . env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --unit=multi-user.target --log-target=null --show-status=false
`;
const namespaces = ['--mount', '--pid', '--cgroup', '--uts', '--ipc'];
const bootMs = 60_000;

/** Boots it. Rejects when it does not come up. */
export async function bootMachine(): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'machine-'));
  const args = [...namespaces, '--fork', '--kill-child', 'sh', '-c', boot, 'sh', folder];
  const holder = spawn('unshare', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const gone = new Promise<void>((resolve) => holder.once('exit', () => resolve()));
  const run: Machine['run'] = async (command, ...rest) => {
    const pid = await firstProcess(holder);
    // In a session of its own: a signal to its process group must not reach this one's.
    const enter = ['-t', String(pid), '-a', '-r', '-w', 'setsid', '--wait', command];
    return ended('nsenter', [...enter, ...rest]);
  };
  const close = async (): Promise<void> => {
    holder.kill('SIGKILL');
    await gone;
    await removeFolder(folder);
  };
  const deadline = Date.now() + bootMs;
  while (
    (await run('systemctl', 'is-system-running').catch(() => undefined))?.stdout !== 'running\n'
  ) {
    if (Date.now() > deadline || holder.exitCode !== null) {
      await close();
      throw new Error('the machine did not boot');
    }
    await pause(100);
  }
  return { run, close };
}

/** Process 1 of the machine: the only child of the one that holds its namespaces. */
async function firstProcess(holder: ChildProcess): Promise<number> {
  const { stdout } = await ended('ps', ['--ppid', String(holder.pid), '-o', 'pid=']);
  const pid = Number(stdout.trim());
  if (!Number.isInteger(pid) || pid === 0) throw new Error('the machine is not up yet');
  return pid;
}

function ended(command: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(command, [...args], (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, stdout, stderr });
    });
  });
}
