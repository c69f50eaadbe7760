import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { killOrphan, recordProcess } from '../../main/tunnel/orphan-process.ts';
import { type FakeListener, startListener } from '../support/desktop/ingress.ts';
import { type Puppets, startPuppets } from '../support/desktop/puppets.ts';
import { processEnv } from '../support/process-env.ts';
import { removeFolder } from '../support/remove-folder.ts';

const program = fileURLToPath(
  new URL('../support/desktop/tunnel-owner-program.ts', import.meta.url),
);

let folder: string;
let ingress: FakeListener;
let puppets: Puppets;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-owner-'));
  ingress = await startListener('ingress');
  puppets = await startPuppets({ name: 'gate' });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await puppets.close();
  await ingress.close();
  await removeFolder(folder);
});

/** A process of its own that has opened a tunnel. */
async function owner(): Promise<ChildProcess> {
  const command = JSON.stringify([`${puppets.folder}/gate`]);
  const child = spawn(process.execPath, [program, ingress.url, join(folder, 'tunnel'), command], {
    env: processEnv(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let said = '';
  child.stdout?.on('data', (piece: Buffer) => {
    said += String(piece);
  });
  await expect.poll(() => said).toContain('up\n');
  return child;
}

describe('a tunnel does not outlive the app', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'a tunnel ends when the app ends by %s',
    async (signal) => {
      const app = await owner();
      const puppet = await puppets.nth(0);
      app.kill(signal);
      await puppet.gone;
    },
  );
});

describe('a tunnel that an earlier run of the app left behind', () => {
  /** As a child of an app whose machinery was killed with it. */
  async function leftBehind(): Promise<ChildProcess> {
    const child = spawn('sleep', ['3600'], { detached: true, stdio: 'ignore' });
    children.push(child);
    await once(child, 'spawn');
    return child;
  }
  const pidOf = ({ pid }: ChildProcess): number => pid ?? 0;

  it('is ended before another is opened', async () => {
    const left = await leftBehind();
    await recordProcess(join(folder, 'tunnel'), pidOf(left));
    const ended = once(left, 'exit');
    await owner();
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  it('is identified by more than its process id, because ids are reused', async () => {
    const other = await leftBehind();
    await recordProcess(folder, pidOf(other));
    const record = join(folder, 'child.json');
    const kept = JSON.parse(await readFile(record, 'utf8')) as { pid: number; identity: string };
    await writeFile(record, JSON.stringify({ ...kept, identity: `${kept.identity}1` }));
    await killOrphan(folder);
    expect(other.kill(0)).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is recorded while it runs, readable only by its user', async () => {
    await owner();
    const puppet = await puppets.nth(0);
    const place = join(folder, 'tunnel');
    const kept = JSON.parse(await readFile(join(place, 'child.json'), 'utf8')) as { pid: number };
    expect(kept.pid).toBe(puppet.pid);
    const modes = await Promise.all(
      [place, join(place, 'child.json')].map(async (path) => (await stat(path)).mode & 0o777),
    );
    expect(modes).toEqual([0o700, 0o600]);
  });

  it('does no harm if its record is unreadable', async () => {
    await killOrphan(join(folder, 'nowhere'));
    await writeFile(join(folder, 'child.json'), '{"pid":');
    await killOrphan(folder);
  });
});
