import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import type { Tool } from './providers/provider.ts';
import { toolEnvironment } from './tool-environment.ts';

const execute = promisify(execFile);

type Environment = Readonly<Record<string, string | undefined>>;

export type BinaryResult =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly message: string };

/**
 * Looks for a program at the configured path, then on `PATH`, then where its installers put it.
 * Only absolute folders of `PATH` count. A version that is too old counts as missing.
 */
export async function findBinary(
  tool: Tool,
  configured: string | null,
  environment: Environment,
): Promise<BinaryResult> {
  const path = await locate(tool, configured, environment);
  if (path === null) return { ok: false, message: missing(tool, configured) };
  const message = await tooOld(tool, path, environment);
  return message === null ? { ok: true, path } : { ok: false, message };
}

async function locate(
  tool: Tool,
  configured: string | null,
  environment: Environment,
): Promise<string | null> {
  const named = configured ?? (isAbsolute(tool.name) ? tool.name : null);
  if (named !== null) return isAbsolute(named) && (await isExecutable(named)) ? named : null;
  const file = process.platform === 'win32' ? `${tool.name}.exe` : tool.name;
  const searched = environment['PATH'] ?? environment['Path'] ?? '';
  for (const folder of [...searched.split(delimiter), ...tool.folders]) {
    const path = join(folder, file);
    if (isAbsolute(path) && (await isExecutable(path))) return path;
  }
  return null;
}

const isExecutable = (path: string) => canAccess(path, constants.X_OK);

/** Whether this user has access to a file; `mode` is a constant such as `R_OK`. */
export async function canAccess(path: string, mode: number): Promise<boolean> {
  return await access(path, mode).then(
    () => true,
    () => false,
  );
}

function missing(tool: Tool, configured: string | null): string {
  return configured === null
    ? `${tool.name} was not found on this machine. ${tool.install}`
    : `${configured} is not an executable program. Give the full path of ${tool.name}, or clear the setting so that the app looks for it.`;
}

async function tooOld(
  { version, install }: Tool,
  path: string,
  environment: Environment,
): Promise<string | null> {
  if (version === null) return null;
  const env = toolEnvironment(environment);
  const options = { env, timeout: 10_000, windowsHide: true };
  const nothing = { stdout: '', stderr: '' };
  const { stdout, stderr } = await execute(path, [...version.args], options).catch(() => nothing);
  const found = /\d+(?:\.\d+){1,2}/.exec(stdout + stderr)?.[0];
  if (found === undefined)
    return `${path} does not print its version, so it may be another program. ${install}`;
  return isOlder(found, version.least)
    ? `${path} is version ${found}; ${version.least} or newer is needed. ${install}`
    : null;
}

/** Compares the numbers between the dots. */
function isOlder(version: string, least: string): boolean {
  const have = version.split('.').map(Number);
  for (const [at, wanted] of least.split('.').map(Number).entries()) {
    const number = have[at] ?? 0;
    if (number !== wanted) return number < wanted;
  }
  return false;
}
