import { join } from 'node:path';
import {
  type ChildProcessHostOptions,
  createChildProcessHost,
} from '../../../main/appliance/child-process-host.ts';
import { ProcessSupervisor, type Supervisor } from '../../../main/appliance/supervisor.ts';
import type { ServerState } from '../../../main/ipc/schema.ts';
import { webhookSecret } from '../service.ts';

/** What a host gives the real server over the channel, and nothing else knows. */
export const hostedSecrets = {
  SVC_MASTER_KEY: '5a'.repeat(32),
  SVC_KEY_K_HEALTHCARE: 'c3'.repeat(32),
  SVC_VOICE_WEBHOOK_SECRET: webhookSecret,
  SVC_UPSTREAM_API_KEY: 'upstream-key',
};

/** The real server as a host starts it; `upstream` is the base URL of its provider. */
export function hostedService(
  options: Partial<ChildProcessHostOptions> & {
    readonly dataDir: string;
    readonly upstream: string;
    readonly onState?: (state: ServerState) => void;
    readonly variables?: Readonly<Record<string, string>>;
  },
): Supervisor {
  const { upstream, onState = () => undefined, variables, ...host } = options;
  const { NODE_COMPILE_CACHE } = process.env;
  return new ProcessSupervisor({
    host: createChildProcessHost({
      node: process.execPath,
      entry: join(import.meta.dirname, '../../../server/svc.js'),
      log: { write: () => undefined },
      ...host,
    }),
    secrets: async () => hostedSecrets,
    variables: () => ({
      SVC_DATA_DIR: host.dataDir,
      SVC_PORT: '0',
      SVC_INGRESS_PORT: '0',
      SVC_UPSTREAM_BASE_URL: upstream,
      SVC_MODEL_SMALL: 'scripted',
      ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
      ...variables,
    }),
    onState,
  });
}
