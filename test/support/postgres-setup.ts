import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Port that sends each client the URL of the run's PostgreSQL server. */
    postgresPort: number;
  }
}

/** One PostgreSQL server for all test files of a run, started for the first that asks. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<PostgresServer> | undefined;
  const door: Server = createServer(async (socket) => {
    socket.on('error', () => undefined);
    starting ??= startPostgres();
    socket.end(await starting.then(({ url }) => url, String));
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  project.provide('postgresPort', (door.address() as AddressInfo).port);
  return async () => {
    door.close();
    const server = await starting?.catch(() => undefined);
    await server?.stop();
  };
}
