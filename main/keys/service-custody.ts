import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { powershell } from '../platform/windows-program.ts';
import { type CustodyOptions, createCustody } from './create-custody.ts';
import {
  createCredentialFile,
  createSystemdCredential,
  givenSecrets,
  keysCredential,
} from './credential-stores.ts';
import type { Custody } from './custody.ts';
import type { FileAccess } from './private-file.ts';

export interface ServiceCustodyOptions
  extends Pick<CustodyOptions, 'dataFolder' | 'variables' | 'machine'> {
  /** `CREDENTIALS_DIRECTORY`, which systemd sets for units that load credentials. */
  readonly credentialsFolder: string | undefined;
  /** Settings that are secrets; credentials of the same names override them. */
  readonly secretSettings: Iterable<string>;
  readonly platform?: NodeJS.Platform;
  /** The user that the service runs as. */
  readonly uid?: number | undefined;
  /** The security descriptor of a file or folder in SDDL; used only on Windows. */
  readonly descriptorOf?: (path: string) => Promise<string>;
}

/**
 * The custody of a service that runs before anyone signs in (design D45): the `keys` credential of
 * its systemd unit, else `keys.credential` in the data folder, which its first start makes.
 */
export function createServiceCustody(options: ServiceCustodyOptions): Custody {
  const { dataFolder, credentialsFolder, secretSettings, variables, machine } = options;
  const own = fileAccess(options, 0o077);
  // systemd shows its ACL mask as the group's bits.
  const loaded = fileAccess(options, 0o037);
  const place =
    credentialsFolder !== undefined && existsSync(join(credentialsFolder, keysCredential))
      ? createSystemdCredential(credentialsFolder, loaded)
      : createCredentialFile(join(dataFolder, 'keys.credential'), dataFolder, own);
  return createCustody({
    place,
    dataFolder,
    variables,
    machine,
    ...(credentialsFolder !== undefined && {
      given: () => givenSecrets(credentialsFolder, secretSettings, loaded),
    }),
  });
}

function fileAccess(options: ServiceCustodyOptions, forbidden: number): FileAccess {
  const { platform = process.platform, uid = process.getuid?.() } = options;
  if (platform !== 'win32') return { forbidden, uid };
  return { forbidden, uid: undefined, descriptorOf: options.descriptorOf ?? windowsDescriptor };
}

/** Passes the path in the environment, so that PowerShell never parses it as a command. */
async function windowsDescriptor(path: string): Promise<string> {
  const command = '(Get-Acl -LiteralPath $env:SVC_PATH_TO_CHECK).Sddl';
  const { stdout } = await promisify(execFile)(
    powershell(),
    ['-NoProfile', '-NonInteractive', '-Command', command],
    { env: { ...process.env, SVC_PATH_TO_CHECK: path } },
  );
  return stdout;
}
