import { z } from 'zod';
import { isSettingKey, settingForms } from './schema.ts';
import { brokenLayer, emptyLayer, type Layer } from './settings-layer.ts';

/** Where group policy stores the administrator's settings; users cannot write there. */
export const policyKey = 'HKLM\\SOFTWARE\\Policies\\VoicePhiProxy';
const parentKey = 'HKLM\\SOFTWARE\\Policies';

/**
 * Runs `reg.exe` with these arguments and resolves with its output. Rejects if it exits with an
 * error.
 */
export type RunReg = (args: readonly string[]) => Promise<string>;

/**
 * Reads the policy from the registry. `reg.exe` reports a missing key and an unreadable key alike,
 * so this lists the parent's keys first.
 */
export async function readWindowsPolicy(run: RunReg): Promise<Layer> {
  try {
    const keys = await run(['query', parentKey, '/reg:64']);
    const isThere = /\\Policies\\VoicePhiProxy\s*$/im.test(keys);
    return isThere ? decode(await run(['query', policyKey, '/reg:64'])) : emptyLayer;
  } catch {
    const message = 'cannot be read: repair the policies of this machine (gpupdate /force)';
    return brokenLayer(policyKey, message);
  }
}

function decode(output: string): Layer {
  const values: Record<string, unknown> = {};
  for (const line of output.split(/\r?\n/)) {
    const [, name, type, data = ''] = /^ {4}(.+?) {4}(REG_\w+)(?: {4}(.*))?$/.exec(line) ?? [];
    if (name === undefined || type === undefined) continue;
    // The name of the unnamed value is localised; the product has no such value.
    if (name.startsWith('(')) continue;
    // reg.exe prints in the console's code page, which loses characters outside ASCII.
    if (/\u{FFFD}/u.test(data)) {
      const message = 'holds characters that cannot be read from the registry: use plain ASCII';
      return brokenLayer(name, message);
    }
    values[name] = asValue(name, type, data);
  }
  return { ok: true, values };
}

function asValue(name: string, type: string, data: string): unknown {
  if (type === 'REG_MULTI_SZ') return data.split('\\0').filter(Boolean).join(',');
  if (type !== 'REG_DWORD') return data;
  const number = Number(data);
  const isFlag = isSettingKey(name) && settingForms[name] instanceof z.ZodBoolean;
  return isFlag && (number === 0 || number === 1) ? number === 1 : number;
}
