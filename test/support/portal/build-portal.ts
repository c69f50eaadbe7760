import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { portalDir } from '../../../server/config/data-files.ts';

const root = join(import.meta.dirname, '../../..');
const sources = [
  'renderer/**/*.{ts,tsx,css,html,svg}',
  'server/contract/*.ts',
  'package-lock.json',
];

/** Builds the portal as `npm run build` does, unless what is built is newer than what it is built from. */
export async function setup(): Promise<void> {
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
