import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { windowsProgram } from '../windows-program.ts';
import type { Layer } from './layer.ts';
import { readMachineFile } from './machine-file.ts';
import { readMacosPolicy } from './macos-policy.ts';
import { readWindowsPolicy } from './windows-policy.ts';

const execute = promisify(execFile);

/** The machine's policy where this system keeps it. */
export function readMachinePolicy(platform: NodeJS.Platform): Promise<Layer> {
  if (platform === 'win32') return readWindowsPolicy(runReg);
  if (platform === 'darwin') {
    return readMacosPolicy({
      exists: existsSync,
      toJson: async (path) =>
        (await execute('/usr/bin/plutil', ['-convert', 'json', '-o', '-', '--', path])).stdout,
    });
  }
  return readMachineFile('/etc/voice-phi-proxy/policies.json', { owner: 0 });
}

/** What an administrator gives an installation beforehand; users may change it. */
export function readPreset(platform: NodeJS.Platform, resourcesFolder: string): Promise<Layer> {
  if (platform === 'win32') {
    // Only administrators write below Program Files.
    const path = join(dirname(resourcesFolder), 'preset.json');
    return readMachineFile(path, { owner: undefined });
  }
  const folder = platform === 'darwin' ? '/Library/Application Support' : '/etc';
  return readMachineFile(`${folder}/voice-phi-proxy/preset.json`, { owner: 0 });
}

async function runReg(args: readonly string[]): Promise<string> {
  return (await execute(windowsProgram('reg.exe'), [...args], { windowsHide: true })).stdout;
}
