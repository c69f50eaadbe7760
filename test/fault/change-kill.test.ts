import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSound } from '../../server/adapters/sqlcipher/backup/database-copy.ts';
import { verifyJournalFile } from '../../server/adapters/sqlcipher/journal/journal-reader.ts';
import { readKeys } from '../../server/adapters/system/load-keys.ts';
import { settleStage } from '../../server/adapters/system/staged-files.ts';
import { databasesOf } from '../../server/app/local-databases.ts';
import { journalOptionsOf } from '../../server/cli/local-data.ts';
import { dataFiles } from '../../server/config/data-files.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type Outcome, spawnSvc, temporaryFolder } from '../support/run-svc.ts';
import { startService } from '../support/service.ts';

/** Makes a process end as a power failure would, at its so-manieth change of a name on disk. */
const dyingAt = (step: number) =>
  `data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    let left = ${step};
    for (const name of ['rename', 'rmdir', 'mkdir']) {
      const real = fs[name];
      fs[name] = (...args) => {
        left -= 1;
        if (left === 0) process.kill(process.pid, 'SIGKILL');
        return left <= 0 ? new Promise(() => {}) : real(...args);
      };
    }
    syncBuiltinESMExports();
  `)}`;

const mostSteps = 30;
let dataDir: string;
let backup: string;

beforeAll(async () => {
  const service = await startService();
  dataDir = service.dataDir;
  await service.createAgent({ name: 'a', upstream: 'stub' });
  await service.close({ keepData: true });
  backup = join(await temporaryFolder(), 'backup');
  expect((await svc(dataDir, ['backup', backup])).code).toBe(0);
});

afterAll(() => removeFolder(dataDir));

function svc(folder: string, args: readonly string[], dying?: number): Promise<Outcome> {
  return spawnSvc(args, {
    env: { SVC_DATA_DIR: folder },
    ...(dying !== undefined && { nodeArgs: ['--import', dyingAt(dying)] }),
  });
}

/** What the next start finds: all databases open with the keys in force, and the chain holds. */
async function opensWhole(folder: string): Promise<boolean> {
  await settleStage(folder);
  const keys = await readKeys({ dataDir: folder, env: {} });
  if (!keys.ok) return false;
  const files = dataFiles(folder);
  const sound = databasesOf(files, keys.value.database).every((database) => isSound(database));
  return sound && (await verifyJournalFile(journalOptionsOf(files, keys.value))).ok;
}

describe('files of the data folder change together or not at all (decision 0012)', () => {
  it.each([
    ['keys rotate --database', ['keys', 'rotate', '--database']],
    ['restore', ['restore', '--force', 'BACKUP']],
  ])('svc %s, killed at each of its steps', async (_, args) => {
    let killed = 0;
    for (let step = 1; step < mostSteps; step += 1) {
      const folder = await temporaryFolder();
      await cp(dataDir, folder, { recursive: true });
      const command = args.map((arg) => (arg === 'BACKUP' ? backup : arg));
      const { code } = await svc(folder, command, step);
      expect(await opensWhole(folder), `after step ${step}`).toBe(true);
      expect((await readdir(folder)).filter((name) => name.startsWith('incoming'))).toEqual([]);
      await removeFolder(folder);
      if (code === 0) break;
      killed += 1;
    }
    expect(killed).toBeGreaterThan(4);
    expect(killed).toBeLessThan(mostSteps - 1);
  });
});
