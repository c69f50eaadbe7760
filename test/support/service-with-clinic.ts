import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServiceProcess, spawnService } from './service-process.ts';
import { signIn } from './sign-in.ts';
import { fixtureCertificate } from './tls-fixture.ts';

/** A service as a process of its own, which trusts the clinic's test server. */
export interface ServiceWithClinic extends ServiceProcess {
  /** A call of the management API, signed in: a POST where it has a body. */
  api<T>(path: string, body?: object): Promise<T>;
}

/** Starts it over a folder; a second start over the same folder goes on with its data. */
export async function startServiceWithClinic(
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Promise<ServiceWithClinic> {
  const authority = join(dataDir, 'authority.pem');
  await writeFile(authority, fixtureCertificate);
  const service = await spawnService({
    ...env,
    SVC_DATA_DIR: dataDir,
    NODE_EXTRA_CA_CERTS: authority,
  });
  const cookie = await signIn(service.url);
  const api = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${service.url}/api/v1${path}`, {
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await response.json()) as T;
  };
  return { ...service, api };
}
