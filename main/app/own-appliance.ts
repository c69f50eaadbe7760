import { EventEmitter } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { ApplianceParts } from '../appliance/appliance-parts.ts';
import {
  type ChildProcessHostOptions,
  createChildProcessHost,
} from '../appliance/child-process-host.ts';
import type { LifecycleTimes } from '../appliance/lifecycle-model.ts';
import { ProcessSupervisor } from '../appliance/supervisor.ts';
import { createCustody } from '../keys/create-custody.ts';
import type { Custody } from '../keys/custody.ts';
import { createKeychainStore, type KeychainStoreOptions } from '../keys/keychain-store.ts';
import type { Settings } from '../settings/open-settings.ts';
import { secretVariables } from '../settings/schema.ts';
import { createTunnel } from '../tunnel/tunnel.ts';

export interface OwnApplianceOptions {
  readonly settings: Settings;
  readonly custody: Custody;
  readonly dataDir: string;
  /** The bundled Node, the server's entry and its integrity manifest. */
  readonly program: Pick<ChildProcessHostOptions, 'node' | 'entry' | 'integrity'>;
  readonly log: ChildProcessHostOptions['log'];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Uses the system's proxy. */
  readonly fetch: typeof fetch;
  readonly times?: Partial<LifecycleTimes>;
}

/** The keys of a data folder, sealed by the signed-in user's keychain (design D45). */
export function keychainCustody(
  options: Pick<KeychainStoreOptions, 'keychain' | 'platform' | 'dataFolder'>,
): Custody {
  const { dataFolder } = options;
  const machine = hostname();
  const place = createKeychainStore({ ...options, user: userInfo().username, machine });
  return createCustody({ place, dataFolder, variables: secretVariables, machine });
}

/** A server that the app starts itself, and its tunnel; nothing is started yet. */
export async function ownAppliance(options: OwnApplianceOptions): Promise<ApplianceParts> {
  const { settings, custody, dataDir, program, log, env, times } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const changes = new EventEmitter();
  const changed = () => changes.emit('change');
  const server = new ProcessSupervisor({
    host: createChildProcessHost({ ...program, dataDir, log, env }),
    secrets: custody.secrets,
    variables: () => ({ ...settings.variables(), SVC_DATA_DIR: dataDir }),
    onState: changed,
    ...(times === undefined ? {} : { times }),
  });
  const tunnel = createTunnel({
    setting: settings.value,
    secret: custody.storedSecret,
    ingressUrl: () => server.state().ingressUrl,
    folder: join(dataDir, 'tunnel'),
    environment: env,
    fetch: options.fetch,
    onState: (state) => {
      // A tunnel that is down for a moment keeps its address.
      if (state.publicUrl !== null || state.phase === 'off') server.setCallsUrl(state.publicUrl);
      changed();
    },
  });
  return {
    settings,
    custody,
    server,
    tunnel,
    dataDir,
    serviceMode: false,
    onChange: (listener) => void changes.on('change', listener),
  };
}
