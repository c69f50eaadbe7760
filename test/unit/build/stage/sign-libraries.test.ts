import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isSigned } from '../../../../build/stage/machine-code.ts';
import { signLibraries } from '../../../../build/stage/sign-machine-code.ts';
import { temporaryFolder } from '../../../support/desktop/custody-kit.ts';

const modules = join(import.meta.dirname, '../../../../node_modules');
const addon = 'better-sqlite3-multiple-ciphers/prebuilds/win32-x64.node';
const ofMicrosoft = 'onnxruntime-node/bin/napi-v6/win32/x64/onnxruntime.dll';

it('libraries for Windows without a signature are signed, and those of others keep theirs', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'below'));
  for (const [from, to] of [
    [addon, 'below/addon.node'],
    [ofMicrosoft, 'theirs.dll'],
    [addon, 'program.exe'],
  ] as const)
    await cp(join(modules, from), join(folder, to));
  expect(await isSigned(join(folder, 'below/addon.node'))).toBe(false);
  expect(await isSigned(join(folder, 'theirs.dll'))).toBe(true);
  const signed: string[] = [];
  await signLibraries(
    {
      signIf: async (path) => {
        signed.push(path);
        return true;
      },
    },
    folder,
  );
  expect(signed).toEqual([join(folder, 'below/addon.node')]);
});
