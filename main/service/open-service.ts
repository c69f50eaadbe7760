import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ownAppliance } from '../app/own-appliance.ts';
import { resourceManifest } from '../appliance/integrity.ts';
import { type LogFile, openLogFile } from '../appliance/log-file.ts';
import type { ApplianceParts } from '../appliance-parts.ts';
import type { Custody } from '../keys/custody.ts';
import { createServiceCustody } from '../keys/service-custody.ts';
import { readMachinePolicy, readPreset } from '../settings/machine-policy.ts';
import { openSettings } from '../settings/open-settings.ts';
import { secretVariables, settingKeys, settingMeta } from '../settings/schema.ts';
import { serviceFolders } from './service-places.ts';

export interface ServiceOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Runs the server: the Node that runs this process. */
  readonly node: string;
  /** Holds `server/`. */
  readonly product: string;
  /** Where a package has its unpacked files, with their manifest; null in a checkout. */
  readonly resources: string | null;
}

export interface Service extends ApplianceParts {
  readonly program: { readonly node: string; readonly entry: string };
  /** What the service writes down of itself. */
  readonly log: LogFile;
  /** Writes down what is left to write. */
  close(): Promise<void>;
}

/**
 * Opens settings, keys, server and tunnel of a service that runs before anyone signs in; nothing is
 * started yet. Settings come from the machine's policy and preset, keys from a credential (design D45).
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
      keptNames: () => custody?.keptNames() ?? new Set(),
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
  const integrity = resources === null ? {} : { integrity: await packedIntegrity(resources, product) };
  const log = openLogFile({ folder: folders.logs, name: 'service' });
  const serverLog = openLogFile({ folder: folders.logs, name: 'server' });
  const parts = await ownAppliance({
    settings,
    custody,
    dataDir,
    program: { ...program, ...integrity },
    log: serverLog,
    env,
    fetch,
  });
  return {
    ...parts,
    serviceMode: true,
    program,
    log,
    close: async () => {
      await Promise.all([log.close(), serverLog.close()]);
    },
  };
}

/** The manifest lies beside the files here: it finds damage, and no one who may change both. */
async function packedIntegrity(resources: string, folder: string) {
  const text = await readFile(join(resources, 'integrity.json'), 'utf8');
  return { manifest: resourceManifest.parse(JSON.parse(text)), folder };
}

function unopened(): never {
  throw new Error('the keys are not opened yet');
}
