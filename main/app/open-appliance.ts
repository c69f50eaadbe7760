import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { defaultDataFolder } from '../../server/shared/data-folder.ts';
import type { ApplianceParts } from '../appliance/appliance-parts.ts';
import type { LogFile } from '../appliance/log-file.ts';
import { refusedAt } from '../ipc/refusal.ts';
import type { Custody } from '../keys/custody.ts';
import type { ElectronParts } from '../platform/electron-parts.ts';
import type { Timers } from '../platform/timers.ts';
import { readMachinePolicy, readPreset } from '../settings/machine-policy.ts';
import { openSettings, type SettingsOptions } from '../settings/open-settings.ts';
import { attachedAppliance } from './attached-appliance.ts';
import { keychainCustody, type OwnApplianceOptions, ownAppliance } from './own-appliance.ts';

/**
 * Whether the system service is enabled. Then the app shows it and starts no server of its own,
 * unless the setting `serviceMode` says otherwise.
 */
export function isServiceInstalled(
  platform: NodeJS.Platform,
  resources: string,
  exists: (path: string) => boolean = existsSync,
): boolean {
  if (platform === 'win32') return exists(join(resources, '..', 'service', 'VoicePhiProxy.exe'));
  if (platform === 'darwin')
    return exists('/Library/LaunchDaemons/app.voicephiproxy.service.plist');
  return exists('/etc/systemd/system/multi-user.target.wants/voice-phi-proxy.service');
}

export interface OpenOptions
  extends Pick<OwnApplianceOptions, 'program' | 'env' | 'fetch' | 'times'> {
  readonly electron: Pick<ElectronParts, 'app' | 'safeStorage'>;
  readonly platform: NodeJS.Platform;
  /** The folder of a package's unpacked files. */
  readonly resources: string;
  readonly timers: Timers;
  /** Receives what the server prints. */
  readonly log: Pick<LogFile, 'write'>;
  /** Reads the machine's policy and preset from other places than usual. */
  readonly machine?: Pick<SettingsOptions, 'readPolicy' | 'readPreset'>;
}

/** Opens the settings, and with them the app's own server or the system service. */
export async function openAppliance(options: OpenOptions): Promise<ApplianceParts> {
  const { electron, platform, resources, env } = options;
  const dataFolder = defaultDataFolder({ platform, home: homedir(), env });
  let custody: Custody | undefined;
  const settings = await openSettings({
    readPolicy: () => readMachinePolicy(platform),
    readPreset: () => readPreset(platform, resources),
    ...options.machine,
    userFile: join(electron.app.getPath('userData'), 'settings.json'),
    defaults: { dataFolder, serviceMode: isServiceInstalled(platform, resources) },
    // The settings say where the keys are, and the keys store the settings' secrets.
    secrets: {
      storedSecretNames: () => custody?.storedSecretNames() ?? new Set(),
      store: async (secrets) => (await custody?.store(secrets)) ?? noKeys,
    },
  });
  const dataDir = settings.value('dataFolder') ?? dataFolder;
  if (settings.value('serviceMode') === true)
    return attachedAppliance({ ...options, settings, dataDir });
  custody = keychainCustody({
    keychain: electron.safeStorage,
    platform,
    dataFolder: dataDir,
  });
  return await ownAppliance({ ...options, settings, custody, dataDir });
}

const noKeys = refusedAt('serviceMode', 'An administrator of the service changes its secrets.');
