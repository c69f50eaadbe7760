import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractFile, getRawHeader } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { describe, expect, it } from 'vitest';
import { nameOf, targets } from '../../build/bundle/target.ts';
import { isSigned } from '../../build/stage/machine-code.ts';
import { resourceManifest, verifyResources } from '../../main/appliance/integrity.ts';
import { listFiles } from '../../main/appliance/list-files.ts';
import { isGenuine } from '../../main/update/package-signature.ts';
import { canSign } from '../support/pack/certificate.ts';
import { packedFor } from '../support/pack/packed.ts';

const { ENABLE: on, DISABLE: off } = FuseState;
const fuses: readonly (readonly [FuseV1Options, FuseState])[] = [
  [FuseV1Options.RunAsNode, off],
  [FuseV1Options.EnableCookieEncryption, on],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, off],
  [FuseV1Options.EnableNodeCliInspectArguments, off],
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, on],
  [FuseV1Options.OnlyLoadAppFromAsar, on],
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, off],
  [FuseV1Options.GrantFileProtocolExtraPrivileges, off],
];

describe.each(targets.map((target) => [nameOf(target), target] as const))(
  'a package for %s',
  (_, target) => {
    const packed = packedFor(target);

    it('runs no code but its own: the fuses of Electron say so', async () => {
      const wire = await getCurrentFuseWire(packed.application);
      expect(fuses.map(([fuse]) => [fuse, wire[fuse]])).toEqual(fuses);
    });

    it('vouches for its server: app.asar holds the hashes of every file of the product', async () => {
      const inside = extractFile(packed.asar, join('main', 'integrity.json')).toString('utf8');
      expect(await readFile(join(packed.resources, 'integrity.json'), 'utf8')).toBe(inside);
      const manifest = resourceManifest.parse(JSON.parse(inside));
      expect(await verifyResources(manifest, packed.product)).toEqual([]);
    });

    // On Linux, Electron checks no archive; there the package manager and the owner of /opt stand for it.
    it.skipIf(target.os === 'linux')('vouches for app.asar in its executable', async () => {
      const { headerString } = getRawHeader(packed.asar);
      const hash = createHash('sha256').update(headerString).digest('hex');
      const holder =
        target.os === 'mac' ? join(packed.application, 'Contents/Info.plist') : packed.program;
      expect((await readFile(holder)).includes(hash)).toBe(true);
    });
  },
);

describe.skipIf(!canSign)('a package for Windows that is signed (openssl, osslsigncode)', () => {
  const { folder, product } = packedFor({ os: 'win', arch: 'x64' });

  it('holds no program and no library without a signature but the stand-ins', async () => {
    const code = (await listFiles(folder)).filter((path) => /\.(exe|dll|node)$/.test(path));
    const unsigned: string[] = [];
    for (const path of code) if (!(await isSigned(join(folder, path)))) unsigned.push(path);
    expect(unsigned.filter((path) => path !== 'resources/product/bin/node.exe')).toEqual([]);
  });

  it('has libraries whose signature fits them, and the manifest too', () => {
    const addon = 'server/node_modules/better-sqlite3-multiple-ciphers/prebuilds/win32-x64.node';
    const certificate = join(folder, '../../dist/stand-ins/cert.pem');
    const checked = execFileSync(
      'osslsigncode',
      ['verify', '-CAfile', certificate, '-in', join(product, addon)],
      { encoding: 'utf8' },
    );
    expect(checked).toContain('Succeeded');
  });
});

describe('a package that people install', () => {
  it('is signed by the key that its app checks updates with', async () => {
    const release = join(packedFor({ os: 'linux', arch: 'x64' }).folder, '..');
    const [name = ''] = readdirSync(release).filter((file) => file.endsWith('.deb'));
    const file = join(release, name);
    const { asar } = packedFor({ os: 'linux', arch: process.arch === 'arm64' ? 'arm64' : 'x64' });
    const publicKey = extractFile(asar, join('main', 'update-key.pem')).toString('utf8');
    const signature = await readFile(`${file}.sig`, 'utf8');
    const version = JSON.parse(extractFile(asar, 'package.json').toString('utf8')).version;
    expect(await isGenuine({ file, version, signature, publicKey })).toBe(true);
    expect(await isGenuine({ file, version: '9.9.9', signature, publicKey })).toBe(false);
  });
});
