import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeFolder } from '../remove-folder.ts';

const run = promisify(execFile);

/** Where screenshots are kept; git ignores it. */
export const screenshots = join(import.meta.dirname, '../../../dist/screenshots');

/** Where a person sits: a display, folders of their own, a session bus and a GNOME keyring. */
export interface Desk {
  /** What the person may read, and only this process may write. */
  readonly folder: string;
  /** The person's home. */
  readonly home: string;
  /** A script that starts a program for the person, with the arguments that the script is given. */
  starterOf(program: string, session?: Session): Promise<string>;
  /** Gives what lies in the home to the person. */
  handOver(): Promise<void>;
  /** Takes a picture of the whole display; returns its path. */
  picture(name: string): Promise<string>;
  close(): Promise<void>;
}

export interface Session {
  /** Environment that differs from that of a GNOME session; an empty text unsets. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the keyring is unlocked, as it is after a sign-in with a password. */
  readonly unlocked?: boolean;
}

/** Electron refuses to run in its sandbox as root; then an ordinary user starts it. */
const person = 'desktop-test';

/**
 * Sets up a desk. As root it makes the user `desktop-test`, where there is none. Needs Xvfb,
 * dbus-run-session, gnome-keyring-daemon and, for pictures, ImageMagick.
 */
export async function setUpDesk(): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-desk-'));
  await chmod(folder, 0o755);
  const home = join(folder, 'home');
  const runtime = join(home, 'run');
  await mkdir(runtime, { recursive: true, mode: 0o700 });
  const ids = process.getuid?.() === 0 ? await ordinaryUser() : undefined;
  const handOver = async (): Promise<void> => {
    if (ids !== undefined) await run('chown', ['-R', ids.join(':'), home]);
  };
  await handOver();
  const display = await startDisplay();
  let starters = 0;
  return {
    folder,
    home,
    handOver,
    async starterOf(program, { env = {}, unlocked = true } = {}) {
      const variables = Object.entries({
        HOME: home,
        PATH: '/usr/local/bin:/usr/bin:/bin',
        LANG: 'C.UTF-8',
        DISPLAY: display.name,
        XDG_CURRENT_DESKTOP: 'GNOME',
        XDG_RUNTIME_DIR: runtime,
        ...env,
      }).filter(([, value]) => value !== '');
      const become =
        ids === undefined
          ? []
          : ['setpriv', `--reuid=${ids[0]}`, `--regid=${ids[1]}`, '--init-groups'];
      const keyring = unlocked
        ? 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; '
        : '';
      const words = [
        ...become,
        ...['env', '-i', ...variables.map(([name, value]) => `${name}=${value}`)],
        ...['dbus-run-session', '--', 'sh', '-c', `${keyring}exec "$@"`, 'sh', program],
      ];
      const path = join(folder, `start-${++starters}.sh`);
      await writeFile(path, `#!/bin/sh\nexec ${words.map(quoted).join(' ')} "$@"\n`, {
        mode: 0o755,
      });
      return path;
    },
    async picture(name) {
      await mkdir(screenshots, { recursive: true });
      const path = join(screenshots, `${name}.png`);
      await run('import', ['-display', display.name, '-window', 'root', path]);
      return path;
    },
    async close() {
      display.end();
      await removeFolder(folder);
    },
  };
}

async function ordinaryUser(): Promise<readonly [uid: string, gid: string]> {
  await run('id', [person]).catch(() => run('useradd', ['--no-create-home', person]));
  const [uid, gid] = await Promise.all([run('id', ['-u', person]), run('id', ['-g', person])]);
  return [uid.stdout.trim(), gid.stdout.trim()];
}

async function startDisplay() {
  const screen = ['-screen', '0', '1280x860x24'];
  const server = spawn('Xvfb', ['-displayfd', '3', ...screen, '-nolisten', 'tcp', '-ac'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(server.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { name: `:${String(number).trim()}`, end: () => server.kill() };
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
