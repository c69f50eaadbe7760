import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDatabase } from '../../../../../server/adapters/sqlcipher/engine/connection.ts';
import { journalMigrations } from '../../../../../server/adapters/sqlcipher/journal/migrations.ts';
import { deriveFileKey } from '../../../../../server/adapters/system/key-derivation.ts';
import { sqlcipherBackend } from '../../../../../server/app/sqlcipher-backend.ts';
import { dataFiles } from '../../../../../server/config/data-files.ts';
import { journalKeys } from '../../../../../server/journal/index.ts';
import { createHoldRegister } from '../../../../../server/sessions/legal-holds.ts';
import { opened } from '../../../../support/long-session.ts';
import { leaveCalls } from '../../../../support/many-calls.ts';
import { removeFolder } from '../../../../support/remove-folder.ts';

const actor = 'usr_01J00000000000000000000000';
const placedAt = '2026-10-02T00:00:00.000Z';
/** Of call 150 of 200. */
const sessionId = 'sess_01K00000000000000000000150';
const query = { nowMs: Date.parse('2040-01-01T00:00:00.000Z'), policyDays: 30 };

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  await leaveCalls(dataDir, 200);
});
afterAll(() => removeFolder(dataDir));

const keys = async () => opened(await sqlcipherBackend(dataDir).keys({}));
const openStores = async () => opened(await sqlcipherBackend(dataDir).open(await keys()));

/** The table of holds as versions before decision 0092 left it. */
async function keepEarlierTable(): Promise<void> {
  const before = journalMigrations.findIndex((sql) => sql.includes('earlier_hold'));
  const file = dataFiles(dataDir).journal;
  const root = deriveFileKey((await keys()).database, 'journal').reveal();
  const { database: key } = journalKeys(root);
  withDatabase({ file, key }, { writable: true }, (db) => {
    db.exec(`
      CREATE TABLE kept AS SELECT session_id, actor, placed_at FROM legal_hold;
      DROP TABLE legal_hold;
      CREATE TABLE legal_hold (
        session_id TEXT NOT NULL PRIMARY KEY,
        actor TEXT NOT NULL,
        placed_at TEXT NOT NULL
      ) STRICT;
      INSERT INTO legal_hold SELECT * FROM kept;
      DROP TABLE kept;`);
    db.pragma(`user_version = ${before}`);
  });
}

describe('legal holds of a version that named no matter (decision 0092)', () => {
  it('are shown after the upgrade, keep what they cover, and can be released', async () => {
    const earlier = await openStores();
    await earlier.journal.holds.place({ actor, placedAt });
    await earlier.journal.holds.place({ actor, placedAt, sessionId });
    await earlier.close();
    await keepEarlierTable();

    const { journal, summaries, close } = await openStores();
    const register = createHoldRegister({ journal, holds: journal.holds, summaries });
    const holds = await register.list();
    expect(holds).toMatchObject([
      { actor, placedAt },
      { actor, placedAt, sessionId },
    ]);
    expect(holds.some(({ matter }) => matter !== undefined)).toBe(false);
    const prunable = async () => {
      const { firstSeq, lastSeq } = await journal.retention.plan(query);
      return lastSeq - firstSeq + 1;
    };
    expect(await prunable()).toBe(0);
    const by = { actor, placedAt };
    await register.release({}, by);
    const beforeHeld = await prunable();
    await register.release({ sessionId }, by);
    expect(await register.list()).toEqual([]);
    expect(beforeHeld).toBeGreaterThan(0);
    expect(await prunable()).toBeGreaterThan(beforeHeld);
    await close();
  });
});
