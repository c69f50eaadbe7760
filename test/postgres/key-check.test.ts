import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectPostgres,
  type PostgresDatabase,
} from '../../server/adapters/postgres/engine/connection.ts';
import { checkKeys, keyMigrations } from '../../server/adapters/postgres/engine/key-check.ts';
import { migrate } from '../../server/adapters/postgres/engine/migrations.ts';
import { keyChecks } from '../../server/adapters/system/key-derivation.ts';
import { Secret } from '../../server/domain/secret.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';

const key = () => new Secret(randomBytes(32));
const [master, database, first, second] = [key(), key(), key(), key()];
const own = keyChecks({ master, database, roots: new Map([['K1', first]]) });

let place: FreshDatabase;
let connection: PostgresDatabase;
beforeAll(async () => {
  place = await freshDatabase();
  connection = await connectPostgres(place.url);
  await migrate(connection, [keyMigrations]);
});
afterAll(async () => {
  await connection.close();
  await place.remove();
});

describe('replicas with different keys cannot share a database', () => {
  it('the first keys become the keys of the database, and the same keys are accepted', async () => {
    expect(await checkKeys(connection, own)).toEqual([]);
    expect(await checkKeys(connection, own)).toEqual([]);
  });

  it.each([
    ['another master key', { master: key() }, 'SVC_MASTER_KEY'],
    ['another database key', { database: key() }, 'SVC_DATABASE_KEY'],
    ['another token key', { roots: new Map([['K1', key()]]) }, 'SVC_KEY_K1'],
    ['a token key missing', { roots: new Map([['K9', key()]]) }, 'SVC_KEY_K1'],
  ])('%s is refused by its name, and changes nothing', async (_what, change, path) => {
    const checks = keyChecks({ master, database, roots: new Map([['K1', first]]), ...change });
    const problems = await checkKeys(connection, checks);
    expect(problems.map((problem) => problem.path)).toEqual([path]);
    expect(await checkKeys(connection, own)).toEqual([]);
  });

  it('a new token key is registered, and then required of all replicas', async () => {
    const more = keyChecks({
      master,
      database,
      roots: new Map([
        ['K1', first],
        ['K2', second],
      ]),
    });
    expect(await checkKeys(connection, more)).toEqual([]);
    const problems = await checkKeys(connection, own);
    expect(problems.map((problem) => problem.path)).toEqual(['SVC_KEY_K2']);
  });

  it('the stored hashes reveal nothing about a key', () => {
    const bytes = [master, database, first].map((secret) => secret.reveal().toString('hex'));
    expect([...own.values()].filter((hash) => bytes.includes(hash))).toEqual([]);
  });
});
