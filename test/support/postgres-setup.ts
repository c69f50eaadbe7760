import type { TestProject } from 'vitest/node';
import { openDoor } from './door.ts';
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
  const door = await openDoor(async () => {
    starting = startPostgres();
    return (await starting).url;
  });
  project.provide('postgresPort', door.port);
  return async () => {
    door.close();
    const server = await starting?.catch(() => undefined);
    await server?.stop();
  };
}
