import { readFile, writeFile } from 'node:fs/promises';

const powershell =
  '&quot;[System64Folder]WindowsPowerShell\\v1.0\\powershell.exe&quot; -NoProfile -NonInteractive ' +
  '-ExecutionPolicy Bypass -File ' +
  '&quot;[APPLICATIONFOLDER]resources\\product\\service\\service.ps1&quot;';

/** Runs with the rights of Windows Installer, after or before the files are there. */
const action = (id: string, mode: string, onFailure: 'check' | 'ignore'): string =>
  `<CustomAction Id="${id}" Directory="TARGETDIR" ExeCommand="${powershell} ${mode}" ` +
  `Execute="deferred" Impersonate="no" Return="${onFailure}"/>`;

/** `msiexec /i … SERVICE=1` also switches service mode on; an upgrade leaves it as it is. */
const addition = `
    <Property Id="SERVICE" Secure="yes"/>
    ${action('InstallService', '-Install', 'check')}
    ${action('ResumeService', '-Resume', 'ignore')}
    ${action('StopService', '-Stop', 'ignore')}
    ${action('RemoveService', '-Remove', 'ignore')}
    <InstallExecuteSequence>
      <Custom Action="StopService" Before="RemoveFiles">UPGRADINGPRODUCTCODE</Custom>
      <Custom Action="RemoveService" Before="RemoveFiles">REMOVE = "ALL" AND NOT UPGRADINGPRODUCTCODE</Custom>
      <Custom Action="InstallService" After="InstallFiles">SERVICE = "1" AND NOT REMOVE</Custom>
      <Custom Action="ResumeService" After="InstallFiles">NOT SERVICE AND NOT REMOVE</Custom>
    </InstallExecuteSequence>
`;

/** Adds service mode to the source of the MSI. Throws when it has no place for it. */
export function withServiceMode(source: string): string {
  const end = '  </Product>';
  if (source.split(end).length !== 2)
    throw new Error('the MSI project has no single end of product');
  return source.replace(end, () => `${addition}${end}`);
}

/** Called by electron-builder before it makes the MSI. */
export async function msiProjectCreated(path: string): Promise<void> {
  await writeFile(path, withServiceMode(await readFile(path, 'utf8')));
}
