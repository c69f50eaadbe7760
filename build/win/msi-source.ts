import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { escapeXml } from '../policy-templates/policy-settings.ts';
import { serviceParts } from './windows-service.ts';

/** Input of an MSI. */
export interface MsiContents {
  /** Such as `1.2.3`. */
  readonly version: string;
  /** Never changes: Windows recognises upgrades of this product by it. */
  readonly upgradeCode: string;
  /** Path of an `.ico` file. */
  readonly icon: string;
  /** Installed files, relative to `$(var.appDir)`, with the build system's separators. */
  readonly files: readonly string[];
}

const product = 'Voice PHI Proxy';
const program = `${product}.exe`;

/**
 * The MSI's source for WiX: only native actions of Windows Installer, no custom action, no dialog.
 * Its folder ids contain lower-case letters, so that a command line cannot change them.
 * `ADDLOCAL=App` omits the service.
 */
export function msiSource({ version, upgradeCode, icon, files }: MsiContents): string {
  const service = files.filter((path) => slashes(path).startsWith('service/'));
  const app = files.filter((path) => !service.includes(path));
  return `<?xml version="1.0" encoding="UTF-8"?>
<Wix xmlns="http://wixtoolset.org/schemas/v4/wxs">
  <Product Id="*" Name="${product}" UpgradeCode="${upgradeCode}" Version="${version}" Language="1033" Manufacturer="${product}">
    <Package Compressed="yes" InstallerVersion="500" InstallScope="perMachine"/>
    <Condition Message="Windows 10 or Windows Server 2016, for x64, is needed.">Installed OR VersionNT64 &gt;= 603</Condition>
    <MajorUpgrade DowngradeErrorMessage="A newer version is installed already."/>
    <Media Id="1" Cabinet="product.cab" EmbedCab="yes"/>
    <Icon Id="Product.exe" SourceFile="${escapeXml(icon)}"/>
    <Property Id="ARPPRODUCTICON" Value="Product.exe"/>
    <Property Id="DISABLEADVTSHORTCUTS" Value="1"/>
    <Directory Id="TARGETDIR" Name="SourceDir">
      <Directory Id="ProgramFiles64Folder">
        <Directory Id="ApplicationFolder" Name="${product}">
${folderOf(tree(files), '')}
        </Directory>
      </Directory>
      <Directory Id="CommonAppDataFolder">
        <Directory Id="DataFolder" Name="voice-phi-proxy">
          <Directory Id="LogFolder" Name="logs"/>
${serviceParts.data}
        </Directory>
      </Directory>
      <Directory Id="ProgramMenuFolder"/>
${serviceParts.registry}
    </Directory>
    <Feature Id="App" Title="${product}" Level="1" Absent="disallow">
${app.map(reference).join('\n')}
    </Feature>
    <Feature Id="Service" Title="Service that takes calls before anybody signs in" Level="1">
${[...service.map(reference), ...serviceParts.references].join('\n')}
    </Feature>
  </Product>
</Wix>
`;
}

/**
 * electron-builder calls this before it makes the MSI; only the list of files of its own project
 * remains.
 */
export async function msiProjectCreated(path: string): Promise<void> {
  await writeFile(path, msiSource(contentsOf(await readFile(path, 'utf8'))));
}

/** Reads electron-builder's project. Throws if something is missing. */
export function contentsOf(project: string): MsiContents {
  const one = (pattern: RegExp): string => {
    const found = pattern.exec(project)?.[1];
    if (found === undefined) throw new Error(`the MSI project has no ${pattern.source}`);
    return plain(found);
  };
  const files = [...project.matchAll(/ Source="\$\(var\.appDir\)[\\/]([^"]+)"/g)];
  return {
    version: one(/<Product [^>]*\bVersion="([^"]+)"/),
    upgradeCode: one(/\bUpgradeCode="([^"]+)"/),
    icon: one(/<Icon [^>]*\bSourceFile="([^"]+)"/),
    files: files.map(([, file = '']) => plain(file)),
  };
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};
const plain = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => entities[entity] ?? entity);

const slashes = (path: string): string => path.replaceAll('\\', '/');
const idOf = (path: string): string =>
  createHash('sha256').update(slashes(path)).digest('hex').slice(0, 24);
const reference = (path: string): string => `      <ComponentRef Id="c${idOf(path)}"/>`;

interface Folder {
  readonly files: string[];
  readonly folders: Map<string, Folder>;
}

function tree(files: readonly string[]): Folder {
  const root: Folder = { files: [], folders: new Map() };
  for (const path of files) {
    let at = root;
    for (const name of slashes(path).split('/').slice(0, -1)) {
      const next = at.folders.get(name) ?? { files: [], folders: new Map() };
      at.folders.set(name, next);
      at = next;
    }
    at.files.push(path);
  }
  return root;
}

function folderOf({ files, folders }: Folder, path: string): string {
  const inner = [...folders].map(([name, folder]) => {
    const whole = `${path}${name}/`;
    return `<Directory Id="d${idOf(whole)}" Name="${escapeXml(name)}">\n${folderOf(folder, whole)}\n</Directory>`;
  });
  return [...files.map(componentOf), ...inner].join('\n');
}

function componentOf(path: string): string {
  const id = idOf(path);
  const file = `<File Id="f${id}" Source="$(var.appDir)/${escapeXml(path)}" KeyPath="yes"`;
  const inside =
    path === program ? `${file}>${shortcut}</File>` : `${file}/>${serviceParts.of(slashes(path))}`;
  return `<Component Id="c${id}" Guid="*" Win64="yes">${inside}</Component>`;
}

const shortcut =
  `<Shortcut Id="Menu" Directory="ProgramMenuFolder" Name="${product}" WorkingDirectory="ApplicationFolder" Advertise="yes" Icon="Product.exe">` +
  '<ShortcutProperty Key="System.AppUserModel.ID" Value="app.voicephiproxy.desktop"/></Shortcut>';
