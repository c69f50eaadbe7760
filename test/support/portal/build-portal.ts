import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { portalDir } from '../../../server/config/data-files.ts';
import { openDoor } from '../door.ts';

const root = join(import.meta.dirname, '../../..');
const sources = [
  'renderer/**/*.{ts,tsx,css,html,svg}',
  'server/contract/*.ts',
  'package-lock.json',
];

/** The portal is built once for a run, for the first test that opens it. */
export async function setup(): Promise<() => void> {
  // Another project of the run has seen to it.
  if (process.env['BUILT_PORTAL_PORT'] !== undefined) return () => undefined;
  const door = await openDoor(async () => {
    await buildPortal();
    return 'built';
  });
  process.env['BUILT_PORTAL_PORT'] = String(door.port);
  return door.close;
}

/** Resolves once the portal is built, by the test run or, outside of one, here. */
export async function builtPortal(): Promise<void> {
  const port = process.env['BUILT_PORTAL_PORT'];
  if (port === undefined) return await buildPortal();
  const answer = await text(connect(Number(port), '127.0.0.1'));
  if (answer !== 'built') throw new Error(`the portal was not built: ${answer}`);
}

/** Builds the portal as `npm run build` does, unless what is built is newer than what it is built from. */
async function buildPortal(): Promise<void> {
  const built = join(portalDir, 'index.html');
  if (existsSync(built) && (await newestSource()) < (await stat(built)).mtimeMs) return;
  // In a process of its own: what runs as a test would be built as one.
  const { NODE_ENV: _, ...env } = process.env;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', 'renderer', '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, args, { cwd: root, env });
}

async function newestSource(): Promise<number> {
  let newest = 0;
  const exclude = (name: string) => name.startsWith('renderer/dist');
  for await (const file of glob(sources, { cwd: root, exclude })) {
    newest = Math.max(newest, (await stat(join(root, file))).mtimeMs);
  }
  return newest;
}
