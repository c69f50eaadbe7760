import { existsSync } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';
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
  const { build } = await import('vite');
  const configFile = join(root, 'renderer/vite.config.ts');
  await build({ configFile, logLevel: 'warn' });
}

async function newestSource(): Promise<number> {
  let newest = 0;
  const exclude = (name: string) => name.startsWith('renderer/dist');
  for await (const file of glob(sources, { cwd: root, exclude })) {
    newest = Math.max(newest, (await stat(join(root, file))).mtimeMs);
  }
  return newest;
}
