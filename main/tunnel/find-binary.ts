import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import type { Tool } from './providers/provider.ts';
import { toolEnvironment } from './tool-environment.ts';

const execute = promisify(execFile);

/** A provider's program. */
export interface Binary {
  readonly path: string;
  /** Runs it without a shell; resolves with its output. */
  run(args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
}

export type BinaryResult =
  | { readonly ok: true; readonly value: Binary }
  | { readonly ok: false; readonly message: string };

/**
 * Looks for a program at the configured path, then on `PATH`, then where its installers put it.
 * Only absolute folders of `PATH` count. A version that is too old counts as missing.
 */
export async function findBinary(
  tool: Tool,
  configured: string | null,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): Promise<BinaryResult> {
  const path = await locate(tool, configured, environment, platform);
  if (path === null) return { ok: false, message: missing(tool, configured) };
  const binary: Binary = {
    path,
    run: (args) =>
      execute(path, [...args], {
        env: toolEnvironment(environment),
        timeout: 10_000,
        windowsHide: true,
      }),
  };
  const message = await tooOld(tool, binary);
  return message === null ? { ok: true, value: binary } : { ok: false, message };
}

async function locate(
  tool: Tool,
  configured: string | null,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Promise<string | null> {
  const named = configured ?? (isAbsolute(tool.name) ? tool.name : null);
  if (named !== null) return isAbsolute(named) && (await isExecutable(named)) ? named : null;
  const file = platform === 'win32' ? `${tool.name}.exe` : tool.name;
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

async function tooOld(tool: Tool, binary: Binary): Promise<string | null> {
  if (tool.version === null) return null;
  const found = await versionOf(tool.version.args, binary);
  if (found === null)
    return `${binary.path} does not print its version, so it may be another program. ${tool.install}`;
  return isOlder(found, tool.version.least)
    ? `${binary.path} is version ${found}; ${tool.version.least} or newer is needed. ${tool.install}`
    : null;
}

async function versionOf(args: readonly string[], binary: Binary): Promise<string | null> {
  try {
    const { stdout, stderr } = await binary.run(args);
    return /\d+(?:\.\d+){1,2}/.exec(stdout + stderr)?.[0] ?? null;
  } catch {
    return null;
  }
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
