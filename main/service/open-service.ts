import { hostname } from 'node:os';
import { delimiter, join, posix, win32 } from 'node:path';
import { ownAppliance } from '../app/own-appliance.ts';
import type { ApplianceParts } from '../appliance/appliance-parts.ts';
import { readManifest } from '../appliance/integrity.ts';
import { type LogFile, openLogs } from '../appliance/log-file.ts';
import type { Custody } from '../keys/custody.ts';
import { createServiceCustody } from '../keys/service-custody.ts';
import { readMachinePolicy, readPreset } from '../settings/machine-policy.ts';
import { openSettings } from '../settings/open-settings.ts';
import { secretVariables, settingKeys, settingMeta } from '../settings/schema.ts';

/** Folders of a system service. */
export interface ServiceFolders {
  /** Data and keys. */
  readonly state: string;
  readonly logs: string;
}

/**
 * The folders that systemd and launchd pass (`STATE_DIRECTORY`, `LOGS_DIRECTORY`), else the usual
 * ones.
 */
export function serviceFolders(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): ServiceFolders {
  const usual = usualFolders(platform, env);
  return {
    state: first(env['STATE_DIRECTORY']) ?? usual.state,
    logs: first(env['LOGS_DIRECTORY']) ?? usual.logs,
  };
}

const first = (folders: string | undefined): string | undefined =>
  folders?.split(delimiter)[0] || undefined;

const name = 'voice-phi-proxy';

function usualFolders(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): ServiceFolders {
  if (platform === 'win32') {
    const state = win32.join(env['ProgramData'] || 'C:\\ProgramData', name);
    return { state, logs: win32.join(state, 'logs') };
  }
  if (platform === 'darwin') {
    return {
      // The folder above holds the preset, and only root may write there.
      state: posix.join('/Library/Application Support', name, 'service'),
      logs: posix.join('/Library/Logs', name),
    };
  }
  return { state: posix.join('/var/lib', name), logs: posix.join('/var/log', name) };
}

export interface ServiceOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The Node that runs the server and this process. */
  readonly node: string;
  /** Holds `server/`. */
  readonly product: string;
  /** The folder of a package's unpacked files and their manifest; null in a checkout. */
  readonly resources: string | null;
}

export interface Service extends ApplianceParts {
  readonly program: { readonly node: string; readonly entry: string };
  /** The service's own log. */
  readonly log: LogFile;
  /** Flushes and closes the logs. */
  close(): Promise<void>;
}

/**
 * Opens settings, keys, server and tunnel of a service that runs before anyone signs in; starts
 * nothing. Settings come from the machine's policy and preset, keys from a credential (design D45).
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { platform, env, node, product, resources } = options;
  const folders = serviceFolders(platform, env);
  let custody: Custody | undefined;
  const settings = await openSettings({
    readPolicy: () => readMachinePolicy(platform),
    readPreset: () => readPreset(platform, resources ?? product),
    userFile: join(folders.state, 'settings.json'),
    defaults: { dataFolder: folders.state },
    secrets: {
      storedSecretNames: () => custody?.storedSecretNames() ?? new Set(),
      store: (secrets) => (custody ?? unopened()).store(secrets),
    },
  });
  const dataDir = settings.value('dataFolder') ?? folders.state;
  custody = createServiceCustody({
    dataFolder: dataDir,
    credentialsFolder: env['CREDENTIALS_DIRECTORY'],
    secretSettings: settingKeys.filter((key) => settingMeta(key).secret === true),
    variables: secretVariables,
    machine: hostname(),
    platform,
  });
  const program = { node, entry: join(product, 'server', 'svc.js') };
  // Here the manifest lies next to the files: it finds damage, but not an attacker who can change
  // both.
  const integrity =
    resources === null
      ? {}
      : { integrity: { manifest: await readManifest(resources), folder: product } };
  const logs = openLogs(folders.logs, 'service');
  const parts = await ownAppliance({
    settings,
    custody,
    dataDir,
    program: { ...program, ...integrity },
    log: logs.server,
    env,
    fetch,
  });
  return {
    ...parts,
    serviceMode: true,
    program,
    log: logs.own,
    close: logs.close,
  };
}

function unopened(): never {
  throw new Error('the keys are not opened yet');
}
