import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';
import { removeFolder } from '../remove-folder.ts';

const run = promisify(execFile);

/** OpenSSH's server, null where it is not installed. Debian: `apt-get install openssh-server`. */
export const sshdBinary =
  ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/opt/homebrew/sbin/sshd'].find(existsSync) ?? null;

/** A real SSH server on loopback, with keys and settings of its own. */
export interface Sshd {
  readonly port: number;
  readonly destination: string;
  readonly keyFile: string;
  readonly knownHostsFile: string;
  start(): Promise<void>;
  /** Ends it and every connection at once, as when its machine dies. */
  kill(): Promise<void>;
  /** Gives it another host key, as somebody in between would have; the known hosts stay. */
  changeHostKey(): Promise<void>;
  /** Takes the caller's key out of `authorized_keys`, or puts it back. */
  allow(allowed: boolean): Promise<void>;
  close(): Promise<void>;
}

export async function startSshd(binary: string): Promise<Sshd> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-sshd-'));
  const place = (name: string): string => join(folder, name);
  const port = await freePort();
  await makeKey(place('host_key'));
  await makeKey(place('user_key'));
  await knowHost(place('host_key.pub'), place('known_hosts'), port);
  const allow = async (allowed: boolean): Promise<void> => {
    if (allowed) await copyFile(place('user_key.pub'), place('authorized_keys'));
    else await writeFile(place('authorized_keys'), '');
  };
  await allow(true);
  await writeFile(place('sshd_config'), settings(folder, port));
  // Run by root, it wants an empty folder there, which Debian makes at boot.
  if (userInfo().uid === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 });

  let server: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    const ending = server;
    server = undefined;
    if (ending?.pid === undefined || ending.exitCode !== null) return;
    const exited = once(ending, 'exit');
    // A connection's process ends with the one before it, and is then no longer there.
    const family = (await familyOf(ending.pid)).map(String);
    await run('kill', ['-KILL', ...family]).catch(() => ending.kill('SIGKILL'));
    await exited;
  };
  const sshd: Sshd = {
    port,
    destination: `${userInfo().username}@127.0.0.1`,
    keyFile: place('user_key'),
    knownHostsFile: place('known_hosts'),
    start: async () => {
      server = spawn(binary, ['-D', '-e', '-f', place('sshd_config')], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await listening(server);
    },
    kill,
    changeHostKey: async () => {
      await rm(place('host_key'));
      await makeKey(place('host_key'));
    },
    allow,
    close: async () => {
      await kill();
      await removeFolder(folder);
    },
  };
  await sshd.start();
  return sshd;
}

/** A process and all it started: each connection has processes in a session of their own. */
async function familyOf(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const family = [pid];
  for (const parent of family)
    for (const [child, of] of rows) if (of === parent && child !== undefined) family.push(child);
  return family;
}

function settings(folder: string, port: number): string {
  return [
    `ListenAddress 127.0.0.1:${port}`,
    `HostKey ${folder}/host_key`,
    `AuthorizedKeysFile ${folder}/authorized_keys`,
    'PidFile none',
    'AuthenticationMethods publickey',
    'PermitRootLogin prohibit-password',
    'AllowTcpForwarding remote',
    'PermitTTY no',
    'StrictModes no',
    'UsePAM no',
    '',
  ].join('\n');
}

async function makeKey(path: string): Promise<void> {
  await rm(`${path}.pub`, { force: true });
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', path]);
  await chmod(path, 0o600);
}

async function knowHost(publicKey: string, knownHosts: string, port: number): Promise<void> {
  await writeFile(knownHosts, `[127.0.0.1]:${port} ${await readFile(publicKey, 'utf8')}`);
}

/** Its log goes on being read, so that it never waits for a reader. */
function listening(server: ChildProcess): Promise<void> {
  let log = '';
  return new Promise((resolve, reject) => {
    server.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      log += piece;
      if (/Server listening on/.test(log)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`sshd ended: ${log}`)));
  });
}
