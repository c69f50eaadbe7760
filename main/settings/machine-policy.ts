import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { unlessAbsent } from '../../server/shared/durable-files.ts';
import { parseJson } from '../../server/shared/json.ts';
import { windowsProgram } from '../platform/windows-program.ts';
import { readMacosPolicy } from './macos-policy.ts';
import { brokenLayer, emptyLayer, type Layer } from './settings-layer.ts';
import { readWindowsPolicy } from './windows-policy.ts';

const values = z.record(z.string(), z.unknown());

/** Mode bits that let others than the owner write. */
const writableByOthers = 0o022;

/**
 * Settings in an administrator's JSON file, such as `/etc/voice-phi-proxy/policies.json`. Refused
 * if anyone else than `owner`, a user id, could have written it; undefined on Windows, where the
 * folder has an access list.
 */
export async function readMachineFile(path: string, owner: number | undefined): Promise<Layer> {
  try {
    if (owner !== undefined) {
      const refusal = await refusalOf(path, owner);
      if (refusal !== undefined) return brokenLayer(path, refusal);
    }
    const text = await readFile(path, 'utf8').catch(unlessAbsent);
    return text === undefined ? emptyLayer : decode(path, text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return brokenLayer(path, `cannot be read (${code}): let every user read it (chmod 644)`);
  }
}

async function refusalOf(path: string, owner: number): Promise<string | undefined> {
  for (const place of [dirname(path), path]) {
    const found = await lstat(place).catch(unlessAbsent);
    if (found === undefined) return undefined;
    if (found.isSymbolicLink()) return `is ignored because ${place} is a link`;
    if (found.uid !== owner)
      return `is ignored because root does not own ${place}: chown root ${place}`;
    if ((found.mode & writableByOthers) !== 0) {
      return `is ignored because users other than root can write ${place}: chmod go-w ${place}`;
    }
  }
  return undefined;
}

function decode(path: string, text: string): Layer {
  const { data } = values.safeParse(parseJson(text.replace(/^\u{FEFF}/u, '')));
  if (data === undefined)
    return brokenLayer(path, 'is not a JSON object of settings and their values');
  // `$schema` names `policies.schema.json` for editors.
  const { $schema: _, ...given } = data;
  return { ok: true, values: given };
}

const execute = promisify(execFile);

/** Reads the machine's policy from this system's place for policies. */
export function readMachinePolicy(platform: NodeJS.Platform): Promise<Layer> {
  if (platform === 'win32') return readWindowsPolicy(runReg);
  if (platform === 'darwin') {
    return readMacosPolicy({
      exists: existsSync,
      toJson: async (path) =>
        (await execute('/usr/bin/plutil', ['-convert', 'json', '-o', '-', '--', path])).stdout,
    });
  }
  return readMachineFile('/etc/voice-phi-proxy/policies.json', 0);
}

/** Reads the initial settings that an administrator gave an installation; users may change them. */
export function readPreset(platform: NodeJS.Platform, resourcesFolder: string): Promise<Layer> {
  if (platform === 'win32') {
    // Only administrators can write below Program Files.
    return readMachineFile(join(dirname(resourcesFolder), 'preset.json'), undefined);
  }
  const folder = platform === 'darwin' ? '/Library/Application Support' : '/etc';
  return readMachineFile(`${folder}/voice-phi-proxy/preset.json`, 0);
}

async function runReg(args: readonly string[]): Promise<string> {
  return (await execute(windowsProgram('reg.exe'), [...args], { windowsHide: true })).stdout;
}
