import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimFolder } from '../../../../main/appliance/folder-claim.ts';
import { Refusal } from '../../../../main/ipc/refusal.ts';
import { processIdentity } from '../../../../main/platform/process-identity.ts';
import { removeFolder } from '../../../support/remove-folder.ts';

let dataDir: string;
let file: string;
let children: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-claim-'));
  file = join(dataDir, 'host.json');
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await removeFolder(dataDir);
});

/** A process that stands for a host or a server, and how it ends. */
async function living(before = ':') {
  const script = `${before}; echo ready; exec sleep 60`;
  const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  await once(child.stdout, 'data');
  const pid = child.pid ?? 0;
  return { named: { pid, identity: (await processIdentity(pid)) ?? null }, child, ended };
}

const gone = { pid: 2 ** 22 - 1, identity: 'another boot 1' };

const leave = (content: object) => writeFile(file, JSON.stringify(content));

const left = async () => JSON.parse(await readFile(file, 'utf8'));

describe('a data folder is claimed by one host', () => {
  it('the claim file names the host, then the server, and goes with the claim', async () => {
    const folder = join(dataDir, 'new', 'folder');
    const claim = await claimFolder({ dataDir: folder });
    file = join(folder, 'host.json');
    const identity = await processIdentity(process.pid);
    expect(await left()).toEqual({ host: { pid: process.pid, identity }, server: null });
    const server = await living();
    await claim.started(server.named.pid);
    expect(await left()).toMatchObject({ server: server.named });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await claim.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('a second host is refused with the reason and changes nothing', async () => {
    const [host, server] = [await living(), await living()];
    await leave({ host: host.named, server: server.named });
    const claiming = claimFolder({ dataDir });
    await expect(claiming).rejects.toBeInstanceOf(Refusal);
    await expect(claiming).rejects.toMatchObject({ problems: [{ path: dataDir }] });
    expect(await left()).toEqual({ host: host.named, server: server.named });
    expect(server.child.exitCode).toBeNull();
  });

  it.each([
    ['a host that is gone', { host: gone, server: null }],
    ['a host without a name', { host: { pid: 1, identity: null }, server: null }],
    ['a crash in the middle of writing', '{"host":'],
  ])('a data folder can be claimed after %s', async (_, content) => {
    await leave(typeof content === 'string' ? {} : content);
    if (typeof content === 'string') await writeFile(file, content);
    await claimFolder({ dataDir });
    expect(await left()).toMatchObject({ host: { pid: process.pid } });
  });

  it('a process that only has the id of a former host holds no claim', async () => {
    const other = await living();
    await leave({ host: { ...other.named, identity: 'another boot 1' }, server: null });
    await claimFolder({ dataDir });
    expect(other.child.exitCode).toBeNull();
  });
});

describe('a server that outlived its host is ended before the next one starts', () => {
  it('an orphaned server first gets SIGTERM', async () => {
    const server = await living();
    await leave({ host: gone, server: server.named });
    await claimFolder({ dataDir });
    expect(await server.ended).toEqual([null, 'SIGTERM']);
  });

  it('an orphaned server that ignores SIGTERM is killed', async () => {
    const server = await living('trap "" TERM');
    await leave({ host: gone, server: server.named });
    await claimFolder({ dataDir, graceMs: 300 });
    expect(await server.ended).toEqual([null, 'SIGKILL']);
  });

  it('another process with the id of an orphaned server is not touched', async () => {
    const other = await living();
    await leave({ host: gone, server: { ...other.named, identity: 'another boot 1' } });
    await claimFolder({ dataDir });
    expect([other.child.exitCode, other.child.signalCode]).toEqual([null, null]);
    expect(await left()).toMatchObject({ server: null });
  });
});
