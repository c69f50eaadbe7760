import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeyRoots, loadOrCreateKeys } from '../../server/adapters/system/load-keys.ts';
import { postgresBackend } from '../../server/app/postgres-backend.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { removeFolder } from '../support/remove-folder.ts';

let dataDir: string;
let place: FreshDatabase;
let keys: KeyRoots;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-connections-'));
  place = await freshDatabase();
  const loaded = await loadOrCreateKeys({ dataDir, env: {} });
  if (!loaded.ok) throw new Error('no keys');
  keys = loaded.value;
});
afterAll(async () => {
  await place?.remove();
  await removeFolder(dataDir);
});

const limitTo = (connections: number) =>
  place.adminSql(`
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT ${connections}', current_database());
    END $$`);

const connected = () =>
  place.adminSql(`
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`);

/** The problem of opening with a limit on connections; undefined when the limit is high enough. */
async function problemWith(connections: number): Promise<string | undefined> {
  await limitTo(connections);
  const opened = await postgresBackend(place.url, dataDir).open(keys);
  if (opened.ok) await opened.value.close();
  return opened.ok ? undefined : opened.problems[0]?.message;
}

describe('a replica for which the server has too few connections', () => {
  it('reports it and closes all connections, so that its process can end', async () => {
    const problems: string[] = [];
    for (;;) {
      const problem = await problemWith(problems.length + 1);
      await expect.poll(connected).toEqual([]);
      if (problem === undefined) break;
      problems.push(problem);
    }
    expect(problems.length).toBeGreaterThan(1);
    for (const problem of problems) expect(problem).toContain('too many connections');
  });
});
