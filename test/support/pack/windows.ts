import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { msiSource } from '../../../build/win/msi-source.ts';
import { listFiles } from '../../../main/appliance/list-files.ts';
import { removeFolder } from '../remove-folder.ts';

/** Wine, or scripts that run one; it must see this checkout and the folder of temporary files. */
const wine = process.env['WINE'] ?? 'wine';
const wineserver = process.env['WINESERVER'] ?? 'wineserver';
const versionOf = (tool: string, argument: string): string =>
  spawnSync(tool, [argument], { encoding: 'utf8' }).stdout ?? '';

/**
 * Wine 9 or newer, as Node 24 needs memory functions of Windows that older ones lack; `wixl` of msitools
 * makes the MSI, and Go a stand-in for PowerShell, which Wine lacks.
 */
export const canRunWindows =
  Number(/^wine-(\d+)/.exec(versionOf(wine, '--version'))?.[1] ?? 0) >= 9 &&
  versionOf('wixl', '--version') !== '' &&
  versionOf('go', 'version') !== '';

/** A new Windows that is thrown away. It has this machine's network. */
export interface Windows {
  /** Its drive C. */
  readonly drive: string;
  /** Runs a program of Windows; resolves with its exit code. */
  run(...command: readonly string[]): Promise<number | null>;
  /** Resolves once nothing runs on it: the next program boots its service manager afresh. */
  quiet(): Promise<void>;
  /** Runs a line of `cmd.exe`; resolves with what it printed. */
  cmd(line: string): Promise<string>;
  close(): Promise<void>;
}

const powershell = `package main

import (
	"fmt"
	"os"
	"strings"
)

func main() {
	if strings.Contains(strings.Join(os.Args, " "), "Get-Acl") {
		fmt.Println("O:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)")
	}
}
`;

/** Makes it. */
export async function bootWindows(): Promise<Windows> {
  const prefix = await mkdtemp(join(tmpdir(), 'windows-'));
  const drive = join(prefix, 'drive_c');
  const env = { ...process.env, WINEPREFIX: prefix, WINEDEBUG: '-all', DISPLAY: '' };
  const run: Windows['run'] = async (...command) => {
    // A pipe would be held open by what it starts, and Node cannot write to one in Wine.
    const child = spawn(wine, [...command], { cwd: prefix, env, stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  };
  const quiet = async (): Promise<void> => {
    await once(spawn(wineserver, ['--wait'], { env, stdio: 'ignore' }), 'exit');
  };
  const windows: Windows = {
    drive,
    run,
    quiet,
    cmd: async (line) => {
      writeFileSync(join(drive, 'line.cmd'), `@${line} > C:\\out.txt 2>&1\r\n`);
      await run('cmd', '/c', 'C:\\line.cmd');
      return (await readFile(join(drive, 'out.txt'), 'utf8')).trim();
    },
    close: async () => {
      await run('wineboot', '--kill');
      await removeFolder(prefix);
    },
  };
  await run('wineboot', '--init');
  await quiet();
  const folder = join(drive, 'windows/system32/WindowsPowerShell/v1.0');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(prefix, 'powershell.go'), powershell);
  const goEnv = { ...process.env, GOOS: 'windows', GOARCH: 'amd64', GOFLAGS: '' };
  const output = join(folder, 'powershell.exe');
  execFileSync('go', ['build', '-o', output, 'powershell.go'], { cwd: prefix, env: goEnv });
  return windows;
}

/**
 * Makes an MSI of a packed folder with wixl, from the source that WiX gets: it knows an older name space,
 * writes other tables for two types of values, and knows neither rights of folders nor ids of shortcuts.
 */
export async function makeMsi(app: string, icon: string, folder: string): Promise<string> {
  const source = msiSource({
    version: '0.1.0',
    upgradeCode: '{29DAD7B9-61D8-45E5-B20C-21467EE8A75D}',
    icon: 'icon.ico',
    files: await listFiles(app),
  });
  const forWixl = source
    .replace('http://wixtoolset.org/schemas/v4/wxs', 'http://schemas.microsoft.com/wix/2006/wi')
    .replaceAll('Type="binary" Value="', 'Type="string" Value="#x')
    .replaceAll('Type="multiString"', 'Type="multistring"')
    .replace(/<(PermissionEx|ShortcutProperty) [^>]*\/>/g, '');
  writeFileSync(join(folder, 'product.wxs'), forWixl);
  cpSync(icon, join(folder, 'icon.ico'));
  symlinkSync(app, join(folder, 'app'));
  const args = ['-a', 'x64', '-D', 'appDir=app', '-o', 'product.msi', 'product.wxs'];
  execFileSync('wixl', args, { cwd: folder });
  return join(folder, 'product.msi');
}
