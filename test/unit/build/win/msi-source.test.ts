import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentsOf, msiSource } from '../../../../build/win/msi-source.ts';
import { serviceSid } from '../../../../build/win/windows-service.ts';
import { all, readXml } from '../../../support/desktop/read-xml.ts';

const contents = {
  version: '1.2.3',
  upgradeCode: '{29DAD7B9-61D8-45E5-B20C-21467EE8A75D}',
  icon: 'icon.ico',
  files: [
    'Voice PHI Proxy.exe',
    'resources\\product\\bin\\node.exe',
    'resources\\product\\configs\\a & b.yaml',
    'service\\VoicePhiProxy.exe',
  ],
};
const source = msiSource(contents);
const msi = readXml(source);
const attributes = (name: string) => all(msi, name).map((element) => element.attributes);

describe('the MSI', () => {
  it('runs nothing: it has native actions of Windows Installer alone', () => {
    expect(source).not.toMatch(
      /<(CustomAction|Binary|InstallExecuteSequence)|powershell|cmd\.exe/i,
    );
  });

  it('lies below Program Files, in folders that no command line can move', () => {
    const folders = attributes('Directory').map(({ Id }) => Id ?? '');
    expect(folders).toContain('ProgramFiles64Folder');
    expect(folders.filter((id) => id !== 'TARGETDIR' && id === id.toUpperCase())).toEqual([]);
    expect(attributes('Property').filter(({ Secure }) => Secure !== undefined)).toEqual([]);
  });

  it('installs each file once, and each of its components with one feature', () => {
    expect(attributes('File').map(({ Source }) => Source)).toEqual(
      expect.arrayContaining(contents.files.map((path) => `$(var.appDir)/${path}`)),
    );
    const components = attributes('Component').map(({ Id }) => Id);
    expect(new Set(components).size).toBe(contents.files.length + 3);
    expect(
      attributes('ComponentRef')
        .map(({ Id }) => Id)
        .sort(),
    ).toEqual(components.sort());
  });
});

describe('the service of Windows', () => {
  it('has an account of its own, starts with the system, and is stopped before files are replaced', () => {
    expect(attributes('ServiceInstall')).toEqual([
      expect.objectContaining({
        Account: 'NT SERVICE\\VoicePhiProxy',
        Start: 'auto',
        Type: 'ownProcess',
      }),
    ]);
    expect(attributes('ServiceControl')).toEqual([
      expect.objectContaining({ Start: 'install', Stop: 'both', Remove: 'uninstall', Wait: 'yes' }),
    ]);
  });

  it('is started again after a failure, three times with growing pauses', () => {
    const value = attributes('RegistryValue').find(({ Name }) => Name === 'FailureActions')?.[
      'Value'
    ];
    const bytes = Buffer.from(value ?? '', 'hex');
    const words = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(4 * at));
    // Days in seconds, no message, no command, three actions that follow; each 1 (restart) and its pause.
    expect(words).toEqual([86_400, 0, 0, 3, 20, 1, 5_000, 1, 30_000, 1, 60_000]);
  });

  it('only the service, SYSTEM and administrators may read its keys', () => {
    const [rights] = attributes('PermissionEx');
    const sddl = rights?.['Sddl'] ?? '';
    expect(sddl).toMatch(/^O:BAD:PAI\(/);
    const trustees = [...sddl.matchAll(/\(A;OICI;\w+;;;([\w-]+)\)/g)].map(([, who]) => who);
    expect(trustees).toEqual(['SY', 'BA', serviceSid('VoicePhiProxy')]);
  });

  it('has the SID that Windows makes of its name', () => {
    // As Windows documents it for its own service.
    expect(serviceSid('TrustedInstaller')).toBe(
      'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
    );
  });
});

describe('what electron-builder wrote', () => {
  it('gives the files, with what XML cannot hold put back', () => {
    const project =
      '<Product Id="*" Name="x" UpgradeCode="{29DAD7B9-61D8-45E5-B20C-21467EE8A75D}" Version="1.2.3" Language="1033">' +
      '<Icon Id="i" SourceFile="icon.ico"/>' +
      contents.files
        .map((path) => `<File Name="x" Source="$(var.appDir)\\${path.replace('&', '&amp;')}"/>`)
        .join('');
    expect(contentsOf(project)).toEqual(contents);
  });

  it('stops the build when a later version writes something else', async () => {
    expect(() => contentsOf('<Wix/>')).toThrow('has no');
    const builder = join(import.meta.dirname, '../../../../node_modules/app-builder-lib');
    const template = await readFile(join(builder, 'templates/msi/template.xml'), 'utf8');
    expect(template).toMatch(/<Product [^>]*UpgradeCode="[^"]+" Version="[^"]+"/);
    expect(template).toMatch(/<Icon [^>]*SourceFile="/);
    const target = await readFile(join(builder, 'out/targets/MsiTarget.js'), 'utf8');
    expect(target).toContain(' Source="$(var.appDir)');
  });
});
