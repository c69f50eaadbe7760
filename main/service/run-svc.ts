import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { serverEnvironment } from '../appliance/environment.ts';
import { exit } from './exit.ts';
import type { Service } from './open-service.ts';

/**
 * Runs an `svc` command with the settings and the keys of this service, as it stands in the terminal;
 * the keys go to it as they go to the server. Resolves with its exit code.
 */
export async function runSvc(service: Service, args: readonly string[]): Promise<number> {
  const { settings, custody, program, dataDir } = service;
  const variables = await custody.secrets();
  const env = serverEnvironment(process.env, { ...settings.variables(), SVC_DATA_DIR: dataDir });
  const child = spawn(program.node, [program.entry, ...args], {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // Its first word is that it waits for them.
  child.once('message', () => child.send({ type: 'secrets', variables }, () => undefined));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? exit.software;
}
