import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { targets } from '../../build/bundle/target.ts';
import { pinnedNode } from '../../build/stage/bundled-node.ts';
import { serviceFolders } from '../../main/service/open-service.ts';
import { preferencesId } from '../../main/settings/macos-policy.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { extends: _, ...config } = parse(read('electron-builder.yml'));
const unit = read('build/service/linux/voice-phi-proxy.service');

describe('electron-builder.yml', () => {
  it('is valid for electron-builder', () => {
    const schema = JSON.parse(read('node_modules/app-builder-lib/scheme.json'));
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    expect([validate(config), validate.errors]).toEqual([true, null]);
  });

  it('names files that exist', () => {
    const named = [
      ...read('electron-builder.yml').matchAll(/(?<![\w-])(?:\.\/)?build\/[\w./-]+\w/g),
    ];
    expect(named.length).toBeGreaterThan(10);
    expect(named.map(([path]) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('switches off every feature of Electron that runs foreign code', () => {
    expect(config.electronFuses).toMatchObject({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      enableCookieEncryption: true,
    });
  });

  it('keeps the names by which systems recognise the product and its upgrades', () => {
    expect(config.appId).toBe(preferencesId);
    expect(config.msi.upgradeCode).toBe('{29DAD7B9-61D8-45E5-B20C-21467EE8A75D}');
  });

  it('installs for the whole machine', () => {
    expect([config.msi.perMachine, config.pkg.allowCurrentUserHome]).toEqual([true, false]);
  });
});

describe('The bundled Node', () => {
  it('is the version that runs the tests, and its packages are pinned', async () => {
    const { version, integrity } = await pinnedNode(root);
    expect(`v${version}`).toBe(process.version);
    // npm has none of this version for Macs: a person who packs there names one (build/stage/bundled-node.ts).
    const downloaded = targets
      .filter(({ os }) => os !== 'mac')
      .map(({ os, arch }) => `node-${os}-${arch}`);
    expect(Object.keys(integrity).sort()).toEqual(downloaded.sort());
  });
});

describe('Service mode', () => {
  it('runs as a user of its own, without rights of root', () => {
    const user = /^User=(.+)$/m.exec(unit)?.[1];
    expect(read('build/service/linux/sysusers.conf')).toMatch(new RegExp(`^u ${user} `));
    for (const line of [
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'ProtectSystem=strict',
      'LimitCORE=0',
    ]) {
      expect(unit.split('\n')).toContain(line);
    }
  });

  it('is off until an administrator switches it on', () => {
    const scripts = ['after-install', 'before-remove', 'after-remove'].map((name) =>
      read(`build/linux/${name}.sh`),
    );
    expect(scripts.join('\n')).not.toMatch(/^\s*systemctl (enable|start|restart)/m);
  });

  it('keeps its data on macOS where the service looks for it', () => {
    const { state, logs } = serviceFolders('darwin', {});
    const [script, daemon] = ['service.sh', 'app.voicephiproxy.service.plist'].map((name) =>
      read(`build/service/mac/${name}`),
    );
    expect(script).toContain(`data="${state}"\nlogs=${logs}\n`);
    for (const folder of [state, logs]) expect(daemon).toContain(`<string>${folder}</string>`);
  });

  it.each([
    'build/linux/after-install.sh',
    'build/linux/before-remove.sh',
    'build/linux/after-remove.sh',
    'build/service/mac/service.sh',
    'build/bin/linux/service',
    'build/bin/linux/svc',
    'build/bin/mac/service',
    'build/bin/mac/svc',
  ])('%s is a script that a shell can read', (path) => {
    execFileSync('sh', ['-n', join(root, path)]);
    // electron-builder replaces these in scripts of packages, and stops at one that it does not know.
    if (path.startsWith('build/linux/')) expect(read(path)).not.toContain('${');
  });
});
