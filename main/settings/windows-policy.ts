import { z } from 'zod';
import { isSettingKey, settingForms } from './schema.ts';
import { brokenLayer, emptyLayer, type Layer } from './settings-layer.ts';

/** Where group policy puts what an administrator decides; users cannot write there. */
export const policyKey = 'HKLM\\SOFTWARE\\Policies\\VoicePhiProxy';
const parentKey = 'HKLM\\SOFTWARE\\Policies';

/** Runs `reg.exe` with these arguments: what it prints. Rejects when it exits with an error. */
export type RunReg = (args: readonly string[]) => Promise<string>;

/**
 * The policy in the registry. `reg.exe` answers alike to a key that is not there and to one it may not
 * read, so it is asked first for what there is.
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
    // The unnamed value is localised, and never one of ours.
    if (name.startsWith('(')) continue;
    // reg.exe prints in the code page of the console, which is lost for what is not ASCII.
    if (/\u{FFFD}/u.test(data)) {
      const message = 'holds letters that cannot be read from the registry: use plain ASCII';
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
