import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  connectPostgres,
  type PostgresDatabase,
} from '../../server/adapters/postgres/engine/connection.ts';
import { migrate } from '../../server/adapters/postgres/engine/migrations.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';

const first = {
  name: 'one',
  migrations: ['CREATE TABLE one (a int)', 'INSERT INTO one VALUES (1)'],
};
const second = {
  name: 'two',
  migrations: ['CREATE TABLE two (b int); INSERT INTO two VALUES (2)'],
};

let place: FreshDatabase;
let database: PostgresDatabase;
beforeEach(async () => {
  place = await freshDatabase();
  database = await connectPostgres(place.url);
});
afterEach(async () => {
  await database.close();
  await place.remove();
});

const rowsOf = (table: string) => place.sql(`SELECT * FROM ${table}`);

describe('migrations of a PostgreSQL database', () => {
  it('run once when several replicas start at the same time', async () => {
    const replicas = await Promise.all(Array.from({ length: 5 }, () => connectPostgres(place.url)));
    await Promise.all(replicas.map((replica) => migrate(replica, [first, second])));
    expect(await rowsOf('one')).toEqual([{ a: 1 }]);
    expect(await rowsOf('two')).toEqual([{ b: 2 }]);
    await Promise.all(replicas.map((replica) => replica.close()));
  });

  it('continue from the version of each group', async () => {
    await migrate(database, [first]);
    const longer = { ...first, migrations: [...first.migrations, 'INSERT INTO one VALUES (3)'] };
    await migrate(database, [longer, second]);
    expect(await rowsOf('one')).toEqual([{ a: 1 }, { a: 3 }]);
  });

  it('change nothing when one fails', async () => {
    const broken = { name: 'three', migrations: ['CREATE TABLE three (c int)', 'nonsense'] };
    await expect(migrate(database, [first, broken])).rejects.toMatchObject({ code: '42601' });
    await expect(rowsOf('one')).rejects.toMatchObject({ code: '42P01' });
    await migrate(database, [first]);
    expect(await rowsOf('one')).toEqual([{ a: 1 }]);
  });

  it('refuse a database of a newer version', async () => {
    await migrate(database, [first]);
    const older = { ...first, migrations: first.migrations.slice(0, 1) };
    await expect(migrate(database, [older])).rejects.toThrow('version 2');
  });

  it('need no right to create tables once they are done', async () => {
    await migrate(database, [first]);
    await place.adminSql('REVOKE CREATE ON SCHEMA public FROM pg_database_owner');
    await migrate(database, [first]);
    await expect(migrate(database, [first, second])).rejects.toMatchObject({ code: '42501' });
  });
});
