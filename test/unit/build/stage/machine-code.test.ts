import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { machineOf } from '../../../../build/stage/machine-code.ts';
import { standInCode } from '../../../support/pack/stand-in-code.ts';

const prebuilds = join(
  import.meta.dirname,
  '../../../../node_modules/better-sqlite3-multiple-ciphers/prebuilds',
);

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(1024), 0, 1024, 0).finally(() => file.close());
  return buffer;
}

describe('machine code says which machine it is for', () => {
  it.each([
    ['linux-x64', { platform: 'linux', arch: 'x64' }],
    ['linux-arm64', { platform: 'linux', arch: 'arm64' }],
    ['win32-x64', { platform: 'win32', arch: 'x64' }],
    ['win32-arm64', { platform: 'win32', arch: 'arm64' }],
    ['darwin-x64', { platform: 'darwin', arch: 'x64' }],
    ['darwin-arm64', { platform: 'darwin', arch: 'arm64' }],
  ])('a library for %s', async (name, machine) => {
    expect(machineOf(await headOf(join(prebuilds, `${name}.node`)))).toEqual(machine);
  });

  it('a macOS library for several processors counts as none of ours', () => {
    const head = Buffer.alloc(1024);
    head.writeUInt32BE(0xcafebabe, 0);
    expect(machineOf(head)).toEqual({ platform: 'darwin', arch: 'other' });
  });

  it.each([
    ['text', Buffer.from('MZ '.repeat(100))],
    ['an empty file', Buffer.alloc(0)],
    ['a DOS program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
  ])('%s is none', (_, head) => {
    expect(machineOf(head)).toBeUndefined();
  });

  it('a stand-in counts as code of its machine, so that a check of packages sees it', () => {
    expect(machineOf(standInCode({ os: 'win', arch: 'x64' }))).toEqual({
      platform: 'win32',
      arch: 'x64',
    });
  });
});
