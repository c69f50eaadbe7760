import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPostgres } from '../../server/adapters/postgres/engine/connection.ts';
import { migrate } from '../../server/adapters/postgres/engine/migrations.ts';
import { importData } from '../../server/adapters/postgres/import-data.ts';
import { openInstallationData } from '../../server/adapters/sqlcipher/backup/installation-data.ts';
import { deriveColumnKeys } from '../../server/adapters/system/key-derivation.ts';
import { type KeyRoots, loadOrCreateKeys } from '../../server/adapters/system/load-keys.ts';
import { databasesOf } from '../../server/app/local-databases.ts';
import { postgresBackend } from '../../server/app/postgres-backend.ts';
import { sharedJournalKeys, sharedTables } from '../../server/app/shared-database.ts';
import { sqlcipherBackend } from '../../server/app/sqlcipher-backend.ts';
import type { Stores } from '../../server/app/storage-backend.ts';
import { dataFiles } from '../../server/config/data-files.ts';
import type { Result } from '../../server/domain/fault.ts';
import { callDrafts, dayMs, sessionNo, start } from '../support/dated-calls.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { removeFolder } from '../support/remove-folder.ts';

let place: FreshDatabase;
let dataDir: string;
let keys: KeyRoots;
beforeAll(async () => {
  place = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'svc-import-'));
  keys = valueIn(await loadOrCreateKeys({ dataDir, env: {} }));
});
afterAll(async () => {
  await removeFolder(dataDir);
  await place?.remove();
});

function valueIn<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join());
  return result.value;
}

const later = start + 18 * dayMs;
const callsFrom = (from: number, count: number, atMs: number) =>
  Array.from({ length: count }, (_, at) => callDrafts({ no: from + at, atMs, promise: 10 })).flat();

/** Leaves one tile deleted and one given up that is still there. */
async function fillAndPrune({ journal }: Stores): Promise<void> {
  await journal.append([...callsFrom(0, 64, start), ...callsFrom(99, 1, later)]);
  await journal.holds.place({
    sessionId: sessionNo(99),
    actor: 'usr_01J00000000000000000000000',
    placedAt: new Date(later).toISOString(),
  });
  const due = await journal.retention.plan({ nowMs: later, policyDays: 10 });
  expect(due.lastSeq).toBe(511);
  await journal.retention.giveUp(due, 10, new Date(later).toISOString());
  await journal.retention.dropTile(0);
}

/** What must be the same on both sides. */
async function stateOf({ journal }: Stores) {
  return {
    records: await journal.read({ limit: 10_000 }),
    retention: await journal.retention.state(),
    holds: await journal.holds.list(),
    notes: (await journal.checkpoints(100)).map(({ note, signedAt }) => [note, signedAt]),
  };
}

describe('the import of a pruned journal into PostgreSQL', () => {
  it('keeps hashes, holds and checkpoints, and pruning continues there', async () => {
    const local = valueIn(await sqlcipherBackend(dataDir).open(keys));
    await fillAndPrune(local);
    await local.journal.checkpoint();
    const before = await stateOf(local);
    await local.close();

    const files = databasesOf(dataFiles(dataDir), keys.database);
    const [calls, journal, payloads, vault] = files;
    if (!calls || !journal || !payloads || !vault) throw new Error('there are four');
    const data = openInstallationData({ calls, journal, payloads, vault });
    const database = await connectPostgres(place.url);
    await migrate(database, sharedTables);
    const columns = deriveColumnKeys(keys.database);
    const importKeys = { journal: sharedJournalKeys(keys), columns };
    expect(await importData(database, data, importKeys)).toBe(true);
    expect(await importData(database, data, importKeys)).toBe(false);
    data.close();
    await database.close();

    const shared = valueIn(await postgresBackend(place.url, dataDir).open(keys));
    expect(shared.journal.gap()).toBeUndefined();
    expect(await shared.journal.verify()).toMatchObject({ ok: true, prunedCount: 256 });
    expect(await stateOf(shared)).toEqual(before);
    await shared.journal.retention.dropTile(1);
    expect(await shared.journal.verify()).toMatchObject({ ok: true, prunedCount: 512 });
    await shared.close();
  });
});
